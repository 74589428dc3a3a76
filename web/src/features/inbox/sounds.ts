import type { SoundKind } from '@guiche/contracts/notices/notice.js'

/** A tone: its pitch in Hz, and its start in seconds. */
type Tone = readonly [pitch: number, at: number]

/**
 * The tones of each kind: rising for a message, a knock for a waiting ticket, three steps for an own ticket,
 * falling for a failure.
 */
const SOUNDS: Readonly<Record<SoundKind, readonly Tone[]>> = {
  message: [
    [659, 0],
    [880, 0.11],
  ],
  waiting: [
    [523, 0],
    [523, 0.16],
  ],
  told: [
    [587, 0],
    [740, 0.09],
    [988, 0.18],
  ],
  error: [
    [392, 0],
    [262, 0.16],
  ],
}

let context: AudioContext | null = null

/** Milliseconds of delay after which a tone is left out, because nobody would relate it to its cause. */
const TOO_LATE = 1000

const playTone = (context: AudioContext, kind: SoundKind, volume: number): void => {
  const start = context.currentTime
  for (const [pitch, at] of SOUNDS[kind]) {
    const tone = context.createOscillator()
    const loudness = context.createGain()
    const from = start + at
    tone.frequency.value = pitch
    loudness.gain.setValueAtTime(0, from)
    loudness.gain.linearRampToValueAtTime(volume * 0.25, from + 0.015)
    loudness.gain.exponentialRampToValueAtTime(0.0001, from + 0.28)
    tone.connect(loudness).connect(context.destination)
    tone.start(from)
    tone.stop(from + 0.3)
  }
}

/**
 * Short soft tones, generated here: no file to fetch. `volume` 0 to 1. Browsers allow no sound before the
 * first press in a page, and suspend it when the computer sleeps: each call resumes the context.
 */
export const playSound = (kind: SoundKind, volume: number): void => {
  if (volume <= 0) return
  context ??= new AudioContext()
  const sounding = context
  if (sounding.state === 'running') return playTone(sounding, kind, volume)
  const asked = Date.now()
  sounding.resume().then(
    () => Date.now() - asked < TOO_LATE && playTone(sounding, kind, volume),
    () => undefined,
  )
}
