import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limitedCommand } from '@guiche/infra/isolated/limited-command.js'
import { createTurns } from '@guiche/infra/turns.js'
import { inputArguments, soundIn } from './containers.js'

/** The path of the system's ffmpeg (FFMPEG_PATH). Null without ffmpeg: files then stay unencoded. */
export type Ffmpeg = string | null

/** Default limit of ffmpeg's output in bytes: the largest sound that WhatsApp accepts. */
const MAX_OUTPUT = 16 * 1024 * 1024
/** Memory limit of ffmpeg, enough for a film of the largest size. */
const MEMORY_MB = 2_048
const ONE_THREAD = ['-filter_threads', '1', '-filter_complex_threads', '1']

/** Runs `work` in a new folder, which is removed afterwards. */
export const inNewFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'guiche-media-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Limits {
  readonly timeoutMs?: number
  /** limit of bytes written to stdout, or to a file */
  readonly most?: number | undefined
}

/**
 * Runs ffmpeg in `folder` and gives its stdout. The files are untrusted, so ffmpeg gets no environment, one thread, and
 * limits of time, memory and output. Null if ffmpeg fails or is stopped.
 */
const runIn = async (
  folder: string,
  ffmpeg: string,
  args: readonly string[],
  input: Buffer,
  { timeoutMs = 60_000, most = MAX_OUTPUT }: Limits,
): Promise<Buffer | null> => {
  const limits = { timeMs: timeoutMs, memoryMb: MEMORY_MB, fileBytes: most }
  const [program, all] = limitedCommand(ffmpeg, ['-hide_banner', '-nostdin', ...ONE_THREAD, ...args], limits)
  return new Promise((resolve) => {
    const child = spawn(program, all, {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {},
      cwd: folder,
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    const parts: Buffer[] = []
    let size = 0
    child.stdout.on('data', (part: Buffer) => {
      size += part.length
      if (size > most) child.kill('SIGKILL')
      else parts.push(part)
    })
    child.stdin.on('error', () => undefined)
    child.on('error', () => resolve(null))
    // the process may have ended before the kill
    child.on('close', (code) => resolve(code === 0 && size <= most ? Buffer.concat(parts) : null))
    child.stdin.end(input)
  })
}

/** Runs ffmpeg in `folder`, else in a temporary one. Gives null if it fails, is too slow or writes too much. */
export const runFfmpeg = (
  ffmpeg: string,
  args: readonly string[],
  input: Buffer,
  { folder, ...limits }: Limits & { readonly folder?: string } = {},
) =>
  folder === undefined
    ? inNewFolder((own) => runIn(own, ffmpeg, args, input, limits))
    : runIn(folder, ffmpeg, args, input, limits)

/** Encoding takes a whole CPU core. */
const turns = createTurns({ atOnce: 2, perCompany: 1 })
const VOICE = ['-vn', '-map_metadata', '-1', '-ac', '1', '-ar', '48000', '-c:a', 'libopus', '-b:a', '32k']

/**
 * Encodes sound as Opus in Ogg, by stdin and stdout: no file and no network protocol. Null without an ffmpeg, for
 * bytes that are no sound, on failure, and for an empty result.
 */
export const encodeVoice = async (
  ffmpeg: Ffmpeg,
  companyId: number,
  input: Buffer,
): Promise<Buffer | null> => {
  const container = await soundIn(input)
  if (ffmpeg === null || container === null) return null
  const all = [
    ...inputArguments(container, 'pipe', 'pipe:0'),
    ...VOICE,
    '-threads',
    '1',
    '-f',
    'ogg',
    'pipe:1',
  ]
  const done = await turns({ companyId, later: false }, () => runFfmpeg(ffmpeg, all, input))
  return done === null || done.length === 0 ? null : done
}
