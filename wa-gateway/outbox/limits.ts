import { SETTINGS, type SettingKey } from '@guiche/contracts/settings.js'

/** How much a connection may send. */
export interface Limits {
  readonly perMinute: number
  readonly perHour: number
  readonly perDay: number
  /** conversations that we begin */
  readonly newChatsPerDay: number
}

/** A fixed span of time and what was sent in it. */
interface Window {
  /** milliseconds since the epoch */
  readonly start: number
  readonly count: number
}

/** What a connection has sent lately; kept in the vault, so that a restart does not forget it. */
export interface Spent {
  readonly minute: Window
  readonly hour: Window
  readonly day: Window
  readonly newChats: Window
  /** WhatsApp forbids new chats until then, milliseconds since the epoch */
  readonly restrictedUntil: number
}

const NONE: Window = { start: 0, count: 0 }
export const NOTHING_SPENT: Spent = {
  minute: NONE,
  hour: NONE,
  day: NONE,
  newChats: NONE,
  restrictedUntil: 0,
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The limits of a company: its settings over the defaults. */
export const limitsOf = (settings: Readonly<Record<string, string>>): Limits => {
  const value = (key: SettingKey): number => Number(settings[key] ?? SETTINGS[key].default)
  return {
    perMinute: value('sendPerMinute'),
    perHour: value('sendPerHour'),
    perDay: value('sendPerDay'),
    newChatsPerDay: value('newChatsPerDay'),
  }
}

const current = (window: Window, span: number, now: number): Window =>
  window.count > 0 && now - window.start < span && now >= window.start ? window : { start: now, count: 0 }

export type Admission =
  | { readonly may: 'send'; readonly spent: Spent }
  | { readonly may: 'wait'; readonly ms: number }
  /** waiting would hold up everybody else for hours */
  | { readonly may: 'not'; readonly code: 'ERR_WAPP_RESTRICTED' | 'ERR_WAPP_NEW_CHATS' }

/** Whether one more message may go now, and what is spent with it. Pure; `now` in milliseconds since the epoch. */
export const admit = (spent: Spent, limits: Limits, newChat: boolean, now: number): Admission => {
  if (newChat && spent.restrictedUntil > now) return { may: 'not', code: 'ERR_WAPP_RESTRICTED' }
  const newChats = current(spent.newChats, DAY, now)
  if (newChat && newChats.count >= limits.newChatsPerDay) return { may: 'not', code: 'ERR_WAPP_NEW_CHATS' }
  const spans = [
    { name: 'minute', span: MINUTE, limit: limits.perMinute },
    { name: 'hour', span: HOUR, limit: limits.perHour },
    { name: 'day', span: DAY, limit: limits.perDay },
  ] as const
  const windows = spans.map(({ name, span }) => current(spent[name], span, now))
  const waits = spans.map(({ span, limit }, index) => {
    const window = windows[index] ?? NONE
    return window.count < limit ? 0 : window.start + span - now
  })
  const ms = Math.max(...waits)
  if (ms > 0) return { may: 'wait', ms }
  const [minute = NONE, hour = NONE, day = NONE] = windows.map(({ start, count }) => ({
    start,
    count: count + 1,
  }))
  return {
    may: 'send',
    spent: {
      minute,
      hour,
      day,
      newChats: newChat ? { start: newChats.start, count: newChats.count + 1 } : newChats,
      restrictedUntil: spent.restrictedUntil,
    },
  }
}
