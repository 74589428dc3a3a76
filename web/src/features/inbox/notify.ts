import type { RootState } from '../../app/store.js'
import { isLooked } from '../../base/looked.js'

let context: AudioContext | null = null

/** A tone that comes later than this after what it tells would tell nothing, in milliseconds. */
const TOO_LATE = 1000

const ring = (context: AudioContext, volume: number): void => {
  const start = context.currentTime
  for (const [place, pitch] of [659, 880].entries()) {
    const tone = context.createOscillator()
    const loudness = context.createGain()
    const from = start + place * 0.11
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
 * Two short soft tones, made here: no file to fetch. `volume` 0 to 1. Browsers let no page sound before somebody has
 * pressed something in it, and silence it when the computer sleeps: it is asked for again each time.
 */
export const playSound = (volume: number): void => {
  if (volume <= 0) return
  context ??= new AudioContext()
  const sounding = context
  if (sounding.state === 'running') return ring(sounding, volume)
  const asked = Date.now()
  sounding.resume().then(
    () => Date.now() - asked < TOO_LATE && ring(sounding, volume),
    () => undefined,
  )
}

export interface Notice {
  readonly title: string
  readonly body: string
  /** notices of one tag replace each other, e.g. `ticket-7` */
  readonly tag: string
  readonly icon?: string
  /** where a click leads */
  readonly path: string
  /** the ways that it takes */
  readonly sound: boolean
  readonly system: boolean
}

/**
 * Tells something that just happened: a sound at the chosen volume, and a notification of the desktop if it is wanted
 * and allowed and the page is not looked at.
 */
export const notify = (
  { title, body, tag, icon = '/icon.svg', path, sound, system }: Notice,
  { volume, desktop }: RootState['preferences'],
): void => {
  if (sound) playSound(volume)
  if (!system || !desktop || typeof Notification === 'undefined' || Notification.permission !== 'granted')
    return
  if (isLooked()) return
  const options = { body, tag, icon, data: { path } }
  navigator.serviceWorker?.getRegistration().then(
    (worker) => {
      if (worker !== undefined) return worker.showNotification(title, options)
      const shown = new Notification(title, options)
      shown.onclick = () => {
        window.focus()
        location.assign(path)
      }
      return undefined
    },
    () => undefined,
  )
}
