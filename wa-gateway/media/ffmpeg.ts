import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { access, chmod, constants, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTurns } from '@guiche/infra/turns.js'
import { opening, soundIn } from './containers.js'

const require = createRequire(import.meta.url)
/** Bytes that it writes at most: half an hour of mp3. */
const MAX_OUTPUT = 30 * 60 * 16_000

let program: Promise<string> | null = null

/** Path of the program; some package managers lose its executable bit. */
const programOf = (): Promise<string> => {
  program ??= (async () => {
    const { path } = require('@ffmpeg-installer/ffmpeg') as { path: string }
    await access(path, constants.X_OK).catch(() => chmod(path, 0o755))
    return path
  })()
  return program
}

/** Address space of a run, in KB: a film of the largest size is encoded within it. */
const MEMORY_KB = 2 * 1024 * 1024
const SHELL = '/bin/sh'
const ONE_THREAD = ['-filter_threads', '1', '-filter_complex_threads', '1']

/**
 * Program and arguments of a run. On Linux the shell sets the limits, then becomes the program: memory, seconds of
 * processor, bytes of each file (in blocks of 512), no core dumps. Elsewhere time and output alone are limited.
 */
const limited = (path: string, args: readonly string[], timeoutMs: number, most: number) => {
  if (process.platform !== 'linux' || !existsSync(SHELL)) return [path, args] as const
  const seconds = Math.ceil(timeoutMs / 1000)
  const blocks = Math.ceil(most / 512) + 1
  const set = ['-c 0', `-v ${MEMORY_KB}`, `-t ${seconds}`, `-f ${blocks}`].map(
    (limit) => `ulimit ${limit} && `,
  )
  return [SHELL, ['-c', `${set.join('')}exec "$0" "$@"`, path, ...args]] as const
}

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
  /** bytes that it may write to stdout, or to a file */
  readonly most?: number | undefined
}

/**
 * Runs ffmpeg in `folder`; what it writes to stdout and says. It opens files of strangers, so it is given nothing of the
 * server: no environment, one thread, and limits of time, memory and output. Gives null when it fails or is stopped.
 */
const runIn = async (
  folder: string,
  args: readonly string[],
  input: Buffer,
  { timeoutMs = 60_000, most = MAX_OUTPUT }: Limits,
): Promise<{ readonly output: Buffer; readonly log: string } | null> => {
  const path = await programOf()
  const [program, all] = limited(path, ['-hide_banner', '-nostdin', ...ONE_THREAD, ...args], timeoutMs, most)
  return new Promise((resolve) => {
    const child = spawn(program, all, {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {},
      cwd: folder,
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    const parts: Buffer[] = []
    let size = 0
    let log = ''
    child.stdout.on('data', (part: Buffer) => {
      size += part.length
      if (size > most) child.kill('SIGKILL')
      else parts.push(part)
    })
    child.stderr.on('data', (part: Buffer) => {
      if (log.length < 20_000) log += part.toString()
    })
    child.stdin.on('error', () => undefined)
    child.on('error', () => resolve(null))
    child.on('close', (code) =>
      // it may have ended before it was killed
      resolve(code === 0 && size <= most ? { output: Buffer.concat(parts), log } : null),
    )
    child.stdin.end(input)
  })
}

/** Runs ffmpeg in `folder`, else in a folder of its own. Gives null when it fails, is too slow or writes too much. */
export const runFfmpeg = (
  args: readonly string[],
  input: Buffer,
  { folder, ...limits }: Limits & { readonly folder?: string } = {},
) =>
  folder === undefined
    ? inNewFolder((own) => runIn(own, args, input, limits))
    : runIn(folder, args, input, limits)

const FEW = { atOnce: 2, perCompany: 1 }
/** Conversions of sound, each of which takes a processor. What people send does not wait for what strangers have sent. */
const turns = { sent: createTurns(FEW), received: createTurns(FEW) }

/** Whose sound it is, and which way it goes. */
export interface Whose {
  readonly companyId: number
  readonly way: keyof typeof turns
}

/**
 * Converts sound by stdin and stdout: no file and no network protocol. Null when it is no sound by its first bytes, when
 * it fails, and when nothing comes out.
 */
const convert = async ({ companyId, way }: Whose, input: Buffer, args: readonly string[], most?: number) => {
  const container = soundIn(input)
  if (container === null) return null
  const all = [...opening(container, 'pipe', 'pipe:0'), ...args, '-threads', '1', 'pipe:1']
  const done = await turns[way]({ companyId, later: false }, () => runFfmpeg(all, input, { most }))
  return done === null || done.output.length === 0 ? null : done
}

/** Whole seconds, at least one, that ffmpeg said it has written; null when it said nothing. */
export const secondsOf = (log: string): number | null => {
  const found = [...log.matchAll(/time=(\d+):(\d\d):(\d\d(?:\.\d+)?)/g)].at(-1)
  if (!found) return null
  return Math.max(1, Math.round(Number(found[1]) * 3600 + Number(found[2]) * 60 + Number(found[3])))
}

const SAMPLES = 64

/** 64 loudnesses, 0–100, of 16-bit mono samples: the picture that a phone draws of a voice note. */
export const waveformOf = (pcm: Buffer): Uint8Array => {
  const count = Math.floor(pcm.length / 2)
  const width = Math.max(1, Math.floor(count / SAMPLES))
  const loudness = Array.from({ length: SAMPLES }, (_, bar) => {
    let sum = 0
    for (let at = bar * width; at < Math.min((bar + 1) * width, count); at += 1) {
      sum += Math.abs(pcm.readInt16LE(at * 2))
    }
    return sum / width
  })
  const loudest = Math.max(1, ...loudness)
  return Uint8Array.from(loudness, (value) => Math.round((value / loudest) * 100))
}

/** Samples a second of what is measured: an hour of it is 1.4 MB. */
const RATE = 200
/** Loudness first: a voice would be lost at so few samples. */
const LOUDNESS = 'aformat=sample_rates=8000:channel_layouts=mono,aeval=abs(val(0))'

/** How loud it is, in 16-bit samples, `RATE` a second; null when it is no sound. */
export const toSamples = async (whose: Whose, input: Buffer): Promise<Buffer | null> =>
  (await convert(whose, input, ['-vn', '-af', LOUDNESS, '-ar', `${RATE}`, '-f', 's16le']))?.output ?? null

/** The waveform of any sound; null when it is none. */
export const toWaveform = async (whose: Whose, input: Buffer): Promise<Uint8Array | null> => {
  const samples = await toSamples(whose, input)
  return samples === null ? null : waveformOf(samples)
}

/** A voice note as WhatsApp wants it: ogg/opus, mono, with its length and waveform. Null when it is no sound. */
export const toVoiceNote = async (
  whose: Whose,
  input: Buffer,
): Promise<{ readonly content: Buffer; readonly seconds: number; readonly waveform: Uint8Array } | null> => {
  const opus = [
    '-vn',
    '-map_metadata',
    '-1',
    '-ac',
    '1',
    '-ar',
    '48000',
    '-c:a',
    'libopus',
    '-b:a',
    '32k',
    '-f',
    'ogg',
  ]
  const [voice, samples] = await Promise.all([convert(whose, input, opus), toSamples(whose, input)])
  if (voice === null || samples === null) return null
  const seconds = secondsOf(voice.log) ?? Math.max(1, Math.ceil(samples.length / (2 * RATE)))
  return { content: voice.output, seconds, waveform: waveformOf(samples) }
}

/** Sound that every browser plays: mp3 at 128 kbit/s. Null when it is no sound, or would be more than `most` bytes. */
export const toMp3 = async (whose: Whose, input: Buffer, most?: number): Promise<Buffer | null> => {
  const mp3 = ['-vn', '-map_metadata', '-1', '-c:a', 'libmp3lame', '-b:a', '128k', '-f', 'mp3']
  return (await convert(whose, input, mp3, most))?.output ?? null
}
