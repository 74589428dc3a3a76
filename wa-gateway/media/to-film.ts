import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTurns, type Turns } from '@guiche/infra/turns.js'
import { type Container, FILM, GIF, opening } from './containers.js'
import { inNewFolder, runFfmpeg } from './ffmpeg.js'
import type { Film } from './film.js'

/** Longest side of a film that is encoded anew, in pixels. */
const LONGEST = 1280
const THUMB = 96
const MAX_PIXELS = 50_000_000
/** Of the index of a film, at most. */
const END_BYTES = 4 * 1024 * 1024
const CONVERT_MS = 120_000
const THUMB_MS = 20_000

const ONE = { atOnce: 1, perCompany: 1 }
/** One at a time of each: it takes a processor and a lot of memory, and a long film must not hold up small pictures. */
const films = createTurns(ONE)
const thumbnails = createTurns(ONE)

/** Where a film lies while ffmpeg works on it. */
interface Place {
  readonly folder: string
  readonly input: string
  readonly output: string
}

/** Its beginning and end are read apart, so a film has to lie in a file. It is removed afterwards. */
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
  ...opening(container, 'file', input),
]

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
  container: Container,
  how: readonly string[],
  maxSize: number,
) =>
  inFolder(films, companyId, content, async ({ folder, input, output }) => {
    const args = [...reading(container, input), ...how, '-map_metadata', '-1', '-movflags', '+faststart']
    // ends the file there, and so makes it one that is refused below
    const whole = [...args, '-fs', `${maxSize + 1}`, '-threads', '1', '-f', 'mp4', output]
    // with room for the end of the file, which is written last
    const limits = { folder, timeoutMs: CONVERT_MS, most: maxSize + END_BYTES }
    if ((await runFfmpeg(whole, Buffer.alloc(0), limits)) === null) return null
    const { size } = await stat(output)
    return size > 0 && size <= maxSize ? await readFile(output) : null
  })

/** An animated GIF as a film without sound. Null when it cannot be read. */
export const gifToMp4 = (companyId: number, content: Buffer, maxSize: number): Promise<Buffer | null> =>
  toMp4(companyId, content, GIF, [...ENCODE, '-an'], maxSize)

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
  return toMp4(companyId, content, FILM, [...tracks, ...pictures, ...tag, ...sound], maxSize)
}

/** A small JPEG of a film's first picture, base64; null when there is none. */
export const thumbnailOf = (companyId: number, content: Buffer): Promise<string | null> =>
  inFolder(thumbnails, companyId, content, async ({ folder, input }) => {
    const scale = `scale=${THUMB}:${THUMB}:force_original_aspect_ratio=decrease`
    const args = [
      ...reading(FILM, input),
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
    const done = await runFfmpeg(args, Buffer.alloc(0), { folder, timeoutMs: THUMB_MS })
    return done === null || done.output.length === 0 ? null : done.output.toString('base64')
  })
