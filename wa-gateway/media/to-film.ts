import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTurns, type Turns } from '@guiche/infra/turns.js'
import { runFfmpeg } from './ffmpeg.js'
import type { Film } from './film.js'

/** Longest side of a film that is encoded anew, in pixels. */
const LONGEST = 1280
const THUMB = 96
const MAX_PIXELS = 50_000_000
const CONVERT_MS = 120_000
const THUMB_MS = 20_000

const ONE = { atOnce: 1, perCompany: 1 }
/** One at a time of each: it takes a processor and a lot of memory, and a long film must not hold up small pictures. */
const films = createTurns(ONE)
const thumbnails = createTurns(ONE)

/** Its beginning and end are read apart, so a film has to lie in a file. It is removed afterwards. */
const inFolder = <T>(
  turns: Turns,
  companyId: number,
  content: Buffer,
  work: (input: string, output: string) => Promise<T>,
): Promise<T> =>
  turns({ companyId, later: false }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guiche-film-'))
    try {
      const input = join(folder, 'in')
      await writeFile(input, content)
      return await work(input, join(folder, 'out.mp4'))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

/** The format is given, so that no list of other files or addresses is taken for a film. */
const reading = (format: 'mov' | 'gif', input: string): string[] => {
  const bounds = ['-protocol_whitelist', 'file', '-max_pixels', `${MAX_PIXELS}`]
  return [...bounds, '-f', format, '-i', input]
}

const ENCODE = [
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '26', '-pix_fmt', 'yuv420p'],
  // both sides even, no larger than `LONGEST`
  ...[
    '-vf',
    `scale=w='trunc(min(1,${LONGEST}/max(iw,ih))*iw/2)*2':h='trunc(min(1,${LONGEST}/max(iw,ih))*ih/2)*2',setsar=1`,
  ],
]

const toMp4 = (
  companyId: number,
  content: Buffer,
  format: 'mov' | 'gif',
  how: readonly string[],
  maxSize: number,
) =>
  inFolder(films, companyId, content, async (input, output) => {
    const args = [...reading(format, input), ...how, '-map_metadata', '-1', '-movflags', '+faststart']
    // ends the file there, and so makes it one that is refused below
    const whole = [...args, '-fs', `${maxSize + 1}`, '-f', 'mp4', output]
    if ((await runFfmpeg(whole, Buffer.alloc(0), { timeoutMs: CONVERT_MS })) === null) return null
    const { size } = await stat(output)
    return size > 0 && size <= maxSize ? await readFile(output) : null
  })

/** An animated GIF as a film without sound. Null when it cannot be read. */
export const gifToMp4 = (companyId: number, content: Buffer, maxSize: number): Promise<Buffer | null> =>
  toMp4(companyId, content, 'gif', [...ENCODE, '-an'], maxSize)

const KEPT_VIDEO = ['avc1', 'hvc1', 'hev1']

/** A film of an iPhone as phones of all makers play it; encoded anew only if it must be. Null when that fails. */
export const movToMp4 = (
  companyId: number,
  content: Buffer,
  { video, audio }: Film,
  maxSize: number,
): Promise<Buffer | null> => {
  const tracks = ['-map', '0:v:0', '-map', '0:a:0?']
  const pictures = KEPT_VIDEO.includes(video) ? ['-c:v', 'copy'] : ENCODE
  const tag = video.startsWith('h') ? ['-tag:v', 'hvc1'] : []
  const sound = audio === 'mp4a' ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', '128k']
  return toMp4(companyId, content, 'mov', [...tracks, ...pictures, ...tag, ...sound], maxSize)
}

/** A small JPEG of a film's first picture, base64; null when there is none. */
export const thumbnailOf = (companyId: number, content: Buffer): Promise<string | null> =>
  inFolder(thumbnails, companyId, content, async (input) => {
    const scale = `scale=${THUMB}:${THUMB}:force_original_aspect_ratio=decrease`
    const args = [
      ...reading('mov', input),
      '-frames:v',
      '1',
      '-vf',
      scale,
      '-q:v',
      '8',
      '-f',
      'mjpeg',
      'pipe:1',
    ]
    const done = await runFfmpeg(args, Buffer.alloc(0), { timeoutMs: THUMB_MS })
    return done === null || done.output.length === 0 ? null : done.output.toString('base64')
  })
