import { useSyncExternalStore } from 'react'
import { readStored, storeText } from '../../../base/storage.js'

const SPEEDS: readonly number[] = [1, 1.5, 2]
const SPEED_KEY = 'guiche.voice.speed'
const HEARD_KEY = 'guiche.voice.heard'
/** maximum of remembered ids */
const HEARD_MOST = 500

const watchers = new Set<() => void>()
const watchVoice = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
const writeSetting = (key: string, value: string): void => {
  storeText(key, value)
  for (const watcher of watchers) watcher()
}

export const speedNow = (): number => SPEEDS.find((speed) => String(speed) === readStored(SPEED_KEY)) ?? 1

/** Playback speed of voice notes, for all conversations. */
export const useSpeed = (): number => useSyncExternalStore(watchVoice, speedNow)

/** Switches to the next speed: 1, 1.5, 2, then 1 again. */
export const switchSpeed = (): void => {
  const place = SPEEDS.indexOf(speedNow())
  writeSetting(SPEED_KEY, String(SPEEDS[(place + 1) % SPEEDS.length]))
}

const heardNotes = (): readonly string[] => (readStored(HEARD_KEY) ?? '').split(' ').filter((id) => id !== '')

/** Whether a voice note was played in this browser. */
export const useHeard = (id: string): boolean =>
  useSyncExternalStore(watchVoice, () => heardNotes().includes(id))

export const markHeard = (id: string): void => {
  const known = heardNotes()
  if (!known.includes(id)) writeSetting(HEARD_KEY, [...known, id].slice(-HEARD_MOST).join(' '))
}

const BARS = 48
const BAR_HEIGHT = 26
const BAR_STEP = 3

/** The viewBox for the path of `barsOf`. */
export const BARS_BOX = `0 0 ${BARS * BAR_STEP} ${BAR_HEIGHT}`

/** An SVG path of bars for any number of loudnesses (0–100); a quiet line without data. */
export const barsOf = (waveform: readonly number[] | null): string =>
  Array.from({ length: BARS }, (_, bar) => {
    const loudness = waveform?.[Math.floor((bar * waveform.length) / BARS)] ?? 0
    const height = Math.max(2, Math.round((loudness / 100) * BAR_HEIGHT))
    return `M${bar * BAR_STEP} ${(BAR_HEIGHT - height) / 2}h2v${height}h-2z`
  }).join('')
