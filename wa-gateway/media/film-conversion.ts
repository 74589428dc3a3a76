import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runIsolated } from '@guiche/infra/isolated/isolated.js'
import { createTurns, type Turns } from '@guiche/infra/turns.js'
import { type Container, FILM, GIF, inputArguments } from './containers.js'
import { type Ffmpeg, inNewFolder, runFfmpeg } from './ffmpeg.js'
import type { Film } from './film.js'

/** Longest side of an encoded film, in pixels. */
const MAX_SIDE = 1280
const THUMB = 96
const MAX_PIXELS = 50_000_000
/** Limit of a film's index, in bytes. */
const END_BYTES = 4 * 1024 * 1024
const CONVERT_MS = 120_000
const THUMB_MS = 20_000

const ONE_AT_A_TIME = { atOnce: 1, perCompany: 1 }
/**
 * One conversion of each sort at a time, because it takes a CPU core and much memory. A long film must not delay small
 * pictures.
 */
const films = createTurns(ONE_AT_A_TIME)
const thumbnails = createTurns(ONE_AT_A_TIME)

/** The temporary files of a film for ffmpeg. */
interface Place {
  readonly folder: string
  readonly input: string
  readonly output: string
}

/** Stores a film in a temporary file, because ffmpeg reads both its beginning and its end. */
const inFolder = <T>(
  turns: Turns,
  companyId: number,
  content: Buffer,
  work: (place: Place) => Promise<T>,
): Promise<T> =>
  turns({ companyId, later: false }, () =>
    inNewFolder(async (folder) => {
      const input = join(folder, 'in')
      await writeFile(input, content, { mode: 0o600 })
      return work({ folder, input, output: join(folder, 'out.mp4') })
    }),
  )

const reading = (container: Container, input: string): string[] => [
  ...['-max_pixels', `${MAX_PIXELS}`],
  ...inputArguments(container, 'file', input),
]

const ENCODE = [
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '26', '-pix_fmt', 'yuv420p'],
  // both sides even, at most `MAX_SIDE`
  ...[
    '-vf',
    `scale=w='trunc(min(1,${MAX_SIDE}/max(iw,ih))*iw/2)*2':h='trunc(min(1,${MAX_SIDE}/max(iw,ih))*ih/2)*2',setsar=1`,
  ],
]

const toMp4 = async (
  ffmpeg: Ffmpeg,
  companyId: number,
  content: Buffer,
  container: Container,
  how: readonly string[],
  maxSize: number,
): Promise<Buffer | null> => {
  if (ffmpeg === null) return null
  return inFolder(films, companyId, content, async ({ folder, input, output }) => {
    const args = [...reading(container, input), ...how, '-map_metadata', '-1', '-movflags', '+faststart']
    // stops the output one byte beyond the limit, so that the check below refuses it
    const whole = [...args, '-fs', `${maxSize + 1}`, '-threads', '1', '-f', 'mp4', output]
    // with room for the index, which is written last
    const limits = { folder, timeoutMs: CONVERT_MS, most: maxSize + END_BYTES }
    if ((await runFfmpeg(ffmpeg, whole, Buffer.alloc(0), limits)) === null) return null
    const { size } = await stat(output)
    return size > 0 && size <= maxSize ? await readFile(output) : null
  })
}

/** An animated GIF as a film without sound. Null if unreadable, or without ffmpeg. */
export const gifToMp4 = (
  ffmpeg: Ffmpeg,
  companyId: number,
  content: Buffer,
  maxSize: number,
): Promise<Buffer | null> => toMp4(ffmpeg, companyId, content, GIF, [...ENCODE, '-an'], maxSize)

const READER = fileURLToPath(new URL('./film-reader.mjs', import.meta.url))
const READER_LIMITS = { timeMs: CONVERT_MS, heapMb: 512, memoryMb: 2_000 }

/** The film as an mp4, its tracks unchanged. Null when an mp4 cannot hold these tracks. */
const movToMp4Tracks = async (companyId: number, bytes: Buffer, maxSize: number): Promise<Buffer | null> => {
  const reply = await films({ companyId, later: false }, () =>
    runIsolated(READER, { bytes }, READER_LIMITS, (message) => {
      const content = (message as { read: { content?: unknown } | null }).read?.content
      const fits = content instanceof Uint8Array && content.length > 0 && content.length <= maxSize
      return { content: fits ? Buffer.from(content) : null }
    }),
  )
  return reply === null ? null : reply.content
}

/**
 * An iPhone's film in a format that all phones play; encoded only if needed. Null on failure, or if encoding is needed
 * without ffmpeg.
 */
export const movToMp4 = async (
  ffmpeg: Ffmpeg,
  companyId: number,
  content: Buffer,
  { audio }: Film,
  maxSize: number,
): Promise<Buffer | null> => {
  const asItIs = await movToMp4Tracks(companyId, content, maxSize)
  if (asItIs !== null) return asItIs
  const tracks = ['-map', '0:v:0', '-map', '0:a:0?']
  const sound = audio === 'mp4a' ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', '128k']
  return toMp4(ffmpeg, companyId, content, FILM, [...tracks, ...ENCODE, ...sound], maxSize)
}

/** A small JPEG of a film's first picture, base64; null if unreadable, or without ffmpeg. */
export const thumbnailOf = async (
  ffmpeg: Ffmpeg,
  companyId: number,
  content: Buffer,
): Promise<string | null> => {
  if (ffmpeg === null) return null
  return inFolder(thumbnails, companyId, content, async ({ folder, input }) => {
    const scale = `scale=${THUMB}:${THUMB}:force_original_aspect_ratio=decrease`
    const picture = ['-frames:v', '1', '-vf', scale, '-q:v', '8', '-f', 'mjpeg', 'pipe:1']
    const limits = { folder, timeoutMs: THUMB_MS }
    const done = await runFfmpeg(ffmpeg, [...reading(FILM, input), ...picture], Buffer.alloc(0), limits)
    return done === null || done.length === 0 ? null : done.toString('base64')
  })
}
