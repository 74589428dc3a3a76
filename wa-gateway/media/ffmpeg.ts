import { spawn } from 'node:child_process'
import { access, chmod, constants } from 'node:fs/promises'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const MAX_OUTPUT = 64 * 1024 * 1024

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

/**
 * Runs ffmpeg; what it writes to stdout and says. Gives null when it fails, takes longer than `timeoutMs` or writes too
 * much.
 */
export const runFfmpeg = async (
  args: readonly string[],
  input: Buffer,
  timeoutMs = 60_000,
): Promise<{ readonly output: Buffer; readonly log: string } | null> => {
  const path = await programOf()
  return new Promise((resolve) => {
    const child = spawn(path, ['-hide_banner', '-nostdin', ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    const parts: Buffer[] = []
    let size = 0
    let log = ''
    child.stdout.on('data', (part: Buffer) => {
      size += part.length
      if (size > MAX_OUTPUT) child.kill('SIGKILL')
      else parts.push(part)
    })
    child.stderr.on('data', (part: Buffer) => {
      if (log.length < 20_000) log += part.toString()
    })
    child.stdin.on('error', () => undefined)
    child.on('error', () => resolve(null))
    child.on('close', (code) => resolve(code === 0 ? { output: Buffer.concat(parts), log } : null))
    child.stdin.end(input)
  })
}

/** Converts sound by stdin and stdout: no file and no network protocol. Null when it fails or nothing comes out. */
const convert = async (input: Buffer, args: readonly string[]) => {
  const done = await runFfmpeg(['-protocol_whitelist', 'pipe', '-i', 'pipe:0', ...args, 'pipe:1'], input)
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

/** 16-bit mono samples, 8000 a second; null when it is no sound. */
const toSamples = async (input: Buffer): Promise<Buffer | null> =>
  (await convert(input, ['-vn', '-ac', '1', '-ar', '8000', '-f', 's16le']))?.output ?? null

/** The waveform of any sound; null when it is none. */
export const toWaveform = async (input: Buffer): Promise<Uint8Array | null> => {
  const samples = await toSamples(input)
  return samples === null ? null : waveformOf(samples)
}

/** A voice note as WhatsApp wants it: ogg/opus, mono, with its length and waveform. Null when it is no sound. */
export const toVoiceNote = async (
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
  const [voice, samples] = await Promise.all([convert(input, opus), toSamples(input)])
  if (voice === null || samples === null) return null
  const seconds = secondsOf(voice.log) ?? Math.max(1, Math.ceil(samples.length / 16_000))
  return { content: voice.output, seconds, waveform: waveformOf(samples) }
}

/** Sound that every browser plays: mp3 at 128 kbit/s. Null when it is no sound. */
export const toMp3 = async (input: Buffer): Promise<Buffer | null> =>
  (await convert(input, ['-vn', '-map_metadata', '-1', '-c:a', 'libmp3lame', '-b:a', '128k', '-f', 'mp3']))
    ?.output ?? null
