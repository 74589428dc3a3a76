import { contentTypeOf } from '@guiche/infra/files/content-type.js'

/** ffmpeg's way to open an untrusted file: one demuxer, and the decoders that such a file needs. */
export interface Container {
  /** ffmpeg's name of the format */
  readonly format: string
  /** ffmpeg's names of the decoders */
  readonly codecs: readonly string[]
}

const OPUS = ['opus', 'libopus']
const VORBIS = ['vorbis', 'libvorbis']
const MP3 = ['mp3', 'mp3float']
const AMR = ['amrnb', 'amrwb']
const PCM = ['pcm_u8', 'pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_f32le']

const OGG: Container = { format: 'ogg', codecs: [...OPUS, ...VORBIS, 'flac'] }
const MP4_SOUND = ['aac', 'alac', ...MP3, ...OPUS, ...AMR, ...PCM]
const BOX: Container = { format: 'mov', codecs: MP4_SOUND }

/** Containers by the type of the first bytes. */
const SOUND: ReadonlyMap<string | null, Container> = new Map([
  ['audio/ogg', OGG],
  ['video/webm', { format: 'matroska', codecs: [...OPUS, ...VORBIS] }],
  ['audio/mpeg', { format: 'mp3', codecs: MP3 }],
  ['audio/aac', { format: 'aac', codecs: ['aac'] }],
  ['audio/amr', { format: 'amr', codecs: AMR }],
  ['audio/wav', { format: 'wav', codecs: PCM }],
  ['audio/flac', { format: 'flac', codecs: ['flac'] }],
  ['audio/mp4', BOX],
  ['video/mp4', BOX],
  ['video/3gpp', BOX],
  ['video/quicktime', BOX],
])

/** The container of a sound file; null if the first bytes are no sound. */
export const soundIn = async (content: Buffer): Promise<Container | null> =>
  SOUND.get(await contentTypeOf(content)) ?? null

/** Films of phones. */
export const FILM: Container = {
  format: 'mov',
  codecs: ['h264', 'hevc', 'mpeg4', 'h263', 'mjpeg', 'vp9', ...MP4_SOUND],
}
export const GIF: Container = { format: 'gif', codecs: ['gif'] }

/**
 * The arguments that open an input. The format is named, so that ffmpeg does not guess a playlist, which opens files
 * and addresses. A file of another format fails.
 */
export const inputArguments = (
  { format, codecs }: Container,
  protocol: 'pipe' | 'file',
  input: string,
): string[] => [
  ...['-protocol_whitelist', protocol],
  ...['-format_whitelist', format],
  ...['-codec_whitelist', codecs.join(',')],
  ...['-threads', '1', '-f', format, '-i', input],
]
