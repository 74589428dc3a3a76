import type { SoundKind } from '@guiche/contracts/notice.js'

/** A short tone: its pitch in Hz, and when it begins, in seconds. */
type Tone = readonly [pitch: number, at: number]

/**
 * What each kind sounds like: a rise for a message, a knock for who waits, three steps for one's own, a fall for a
 * failure.
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

/** A tone that comes later than this after what it tells would tell nothing, in milliseconds. */
const TOO_LATE = 1000

const ring = (context: AudioContext, kind: SoundKind, volume: number): void => {
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
 * Short soft tones, made here: no file to fetch. `volume` 0 to 1. Browsers let no page sound before somebody has
 * pressed something in it, and silence it when the computer sleeps: it is asked for again each time.
 */
export const playSound = (kind: SoundKind, volume: number): void => {
  if (volume <= 0) return
  context ??= new AudioContext()
  const sounding = context
  if (sounding.state === 'running') return ring(sounding, kind, volume)
  const asked = Date.now()
  sounding.resume().then(
    () => Date.now() - asked < TOO_LATE && ring(sounding, kind, volume),
    () => undefined,
  )
}
