import type { SoundKind } from '@guiche/contracts/notice.js'
import type { RootState } from '../../app/store.js'
import { isLooked } from '../../base/looked.js'

/** Of several notices of a kind that come within this time only the first one is heard, in milliseconds. */
const ONE_SOUND = 1500
const heardAt = new Map<SoundKind, number>()

const sounds = (kind: SoundKind, volume: number): void => {
  const now = Date.now()
  if (volume <= 0 || now - (heardAt.get(kind) ?? 0) < ONE_SOUND) return
  heardAt.set(kind, now)
  // no sound is needed before the first notice
  import('./sounds.js').then(
    ({ playSound }) => playSound(kind, volume),
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
  /** what it sounds like, and whether the system tells it, too */
  readonly sound: SoundKind
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
  sounds(sound, volume)
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
