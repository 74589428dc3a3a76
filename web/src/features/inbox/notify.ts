import type { SoundKind } from '@guiche/contracts/notices/notice.js'
import type { RootState } from '../../app/store.js'
import { hasAttention } from '../../base/attention.js'

/** Milliseconds in which several notices of a kind make only one sound. */
const SAME_SOUND_MS = 1500
const heardAt = new Map<SoundKind, number>()

const sounds = (kind: SoundKind, volume: number): void => {
  const now = Date.now()
  if (volume <= 0 || now - (heardAt.get(kind) ?? 0) < SAME_SOUND_MS) return
  heardAt.set(kind, now)
  // loaded here, because no sound is needed before the first notice
  import('./sounds.js').then(
    ({ playSound }) => playSound(kind, volume),
    () => undefined,
  )
}

export interface Notice {
  readonly title: string
  readonly body: string
  /** notifications with the same tag replace each other, for example `ticket-7` */
  readonly tag: string
  readonly icon?: string
  /** target of a click */
  readonly path: string
  /** the sound, and whether a system notification is shown, too */
  readonly sound: SoundKind
  readonly system: boolean
}

/**
 * Announces an event: a sound at the chosen volume; and a desktop notification if enabled and allowed, and
 * the page has no focus.
 */
export const notifyUser = (
  { title, body, tag, icon = '/icon.svg', path, sound, system }: Notice,
  { volume, desktop }: RootState['preferences'],
): void => {
  sounds(sound, volume)
  if (!system || !desktop || typeof Notification === 'undefined' || Notification.permission !== 'granted')
    return
  if (hasAttention()) return
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
