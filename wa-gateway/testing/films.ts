import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runFfmpeg } from '../media/ffmpeg.js'

const PICTURES = ['-f', 'lavfi', '-i', 'testsrc=duration=2:size=64x36:rate=5']
const SOUND = ['-f', 'lavfi', '-i', 'sine=duration=2']

/** What ffmpeg writes into a file with this ending. */
const made = async (ending: string, ...args: readonly string[]): Promise<Buffer> => {
  const folder = await mkdtemp(join(tmpdir(), 'guiche-test-'))
  try {
    const path = join(folder, `film.${ending}`)
    const done = await runFfmpeg([...args, path], Buffer.alloc(0))
    if (done === null) throw new Error('no film was made')
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A film of two seconds, 64 × 36 pixels, with sound. */
export const film = (ending: 'mp4' | 'mov', codec = 'libx264', sound = 'aac'): Promise<Buffer> =>
  made(ending, ...PICTURES, ...SOUND, '-c:v', codec, '-pix_fmt', 'yuv420p', '-c:a', sound, '-strict', '-2')

/** A GIF of two seconds, 63 × 35 pixels, or one that does not move. */
export const gif = (frames = 10): Promise<Buffer> =>
  made('gif', ...PICTURES, '-vf', 'scale=63:35', '-frames:v', `${frames}`)
