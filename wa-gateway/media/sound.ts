import { fileURLToPath } from 'node:url'
import { runIsolated } from '@guiche/infra/isolated/isolated.js'
import { createTurns } from '@guiche/infra/turns.js'
import { soundIn } from './containers.js'
import { encodeVoice, type Ffmpeg } from './ffmpeg.js'

const READER = fileURLToPath(new URL('./sound-reader.mjs', import.meta.url))
const LIMITS = { timeMs: 60_000, heapMb: 512, memoryMb: 2_000 }
/** Containers that can hold Opus; sound of other containers needs encoding. */
const WITH_OPUS: readonly string[] = ['ogg', 'matroska', 'mov']
const WAVEFORM_BARS = 64

const TURN_LIMITS = { atOnce: 2, perCompany: 1 }
/** Each conversion takes a CPU core. Our users' files do not wait for customers' files. */
const turns = { sent: createTurns(TURN_LIMITS), received: createTurns(TURN_LIMITS) }

/** The company of a sound, and its direction. */
export interface SoundOwner {
  readonly companyId: number
  readonly way: keyof typeof turns
}

interface ReadSound {
  readonly waveform: Uint8Array
  readonly seconds: number
  readonly content: Buffer
}

const isLoudness = (bar: unknown): bar is number =>
  Number.isInteger(bar) && Number(bar) >= 0 && Number(bar) <= 100

/** The reader's answer after a check: a hostile file may control the reader. Null when the reader failed. */
const checkAnswer = (message: unknown): Partial<ReadSound> | null => {
  const { read } = message as { read: Partial<Record<keyof ReadSound, unknown>> | null }
  if (read === null) return null
  const { waveform, seconds, content } = read
  if (!Array.isArray(waveform) || waveform.length !== WAVEFORM_BARS || !waveform.every(isLoudness))
    return null
  const bars = { waveform: Uint8Array.from(waveform) }
  if (!Number.isSafeInteger(seconds) || !(content instanceof Uint8Array)) return bars
  return { ...bars, seconds: Number(seconds), content: Buffer.from(content) }
}

const read = async (
  { companyId, way }: SoundOwner,
  bytes: Buffer,
  wanted: 'voice' | 'waveform',
): Promise<Partial<ReadSound> | null> => {
  const container = await soundIn(bytes)
  if (container === null || !WITH_OPUS.includes(container.format)) return null
  const reply = await turns[way]({ companyId, later: false }, () =>
    runIsolated(READER, { bytes, wanted }, LIMITS, (message) => ({ found: checkAnswer(message) })),
  )
  return reply === null ? null : reply.found
}

/** The waveform of an Opus recording; null for other input. Needs no ffmpeg. */
export const toWaveform = async (whose: SoundOwner, input: Buffer): Promise<Uint8Array | null> =>
  (await read(whose, input, 'waveform'))?.waveform ?? null

/**
 * A voice note for WhatsApp: Opus in Ogg, with its length and waveform. Opus only changes its container; other sound
 * needs ffmpeg. Null if the input is no sound, or cannot be converted here.
 */
export const toVoiceNote = async (
  ffmpeg: Ffmpeg,
  whose: SoundOwner,
  input: Buffer,
): Promise<ReadSound | null> => {
  const moved = await read(whose, input, 'voice')
  const opus = moved?.content === undefined ? await encodeVoice(ffmpeg, whose.companyId, input) : null
  const voice = opus === null ? moved : await read(whose, opus, 'voice')
  if (voice?.waveform === undefined || voice.seconds === undefined || voice.content === undefined) return null
  return { waveform: voice.waveform, seconds: voice.seconds, content: voice.content }
}
