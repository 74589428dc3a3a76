import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf, Strict, Time } from '../envelope.js'
import { SETTINGS, type SettingKey } from './settings.js'

/** Limits of a connection's messages. */
export interface Limits {
  readonly perMinute: number
  readonly perHour: number
  readonly perDay: number
  /** chats that we start */
  readonly newChatsPerDay: number
}

/** A fixed time window and the count of messages sent in it. */
export interface Window {
  /** milliseconds since the epoch */
  readonly start: number
  readonly count: number
}

/** A connection's recent sends; kept in the vault, so that a restart does not forget them. */
export interface RateUsage {
  readonly minute: Window
  readonly hour: Window
  readonly day: Window
  readonly newChats: Window
  /** time until which WhatsApp forbids new chats, milliseconds since the epoch */
  readonly restrictedUntil: number
  /** The time windows in milliseconds, each with its limit. */
  readonly number?: string
}

const EMPTY_WINDOW: Window = { start: 0, count: 0 }
export const NO_USAGE: RateUsage = {
  minute: EMPTY_WINDOW,
  hour: EMPTY_WINDOW,
  day: EMPTY_WINDOW,
  newChats: EMPTY_WINDOW,
  restrictedUntil: 0,
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Vault key of a connection's usage, a JSON value. */
export const LIMIT_SPANS = [
  { name: 'minute', span: MINUTE, limit: 'perMinute' },
  { name: 'hour', span: HOUR, limit: 'perHour' },
  { name: 'day', span: DAY, limit: 'perDay' },
  { name: 'newChats', span: DAY, limit: 'newChatsPerDay' },
] as const

/** Limits of a number on the day of its linking: WhatsApp blocks new numbers first. */
export const usageKey = (connectionId: number): string => `wa/${connectionId}/spent`

/** The usage of this number, null for an unknown number. The usage of a previous number is dropped. Pure. */
export const usageOf = (usage: RateUsage, number: string | null): RateUsage => {
  if (number === null || usage.number === number) return usage
  return { ...(usage.number === undefined ? usage : NO_USAGE), number }
}

/** Limits of a number on the day on which it is linked: WhatsApp blocks new numbers soonest. */
const NEW_NUMBER_LIMITS: Limits = { perMinute: 8, perHour: 200, perDay: 1_000, newChatsPerDay: 5 }

/** The limits of a company: its settings over the defaults. */
const limitsOf = (settings: Readonly<Record<string, string>>): Limits => {
  const value = (key: SettingKey): number => Number(settings[key] ?? SETTINGS[key].default)
  return {
    perMinute: value('sendPerMinute'),
    perHour: value('sendPerHour'),
    perDay: value('sendPerDay'),
    newChatsPerDay: value('newChatsPerDay'),
  }
}

/** Limits, and the end of their growth in milliseconds since the epoch; null once they are the company's. */
export interface WarmedLimits {
  readonly limits: Limits
  readonly warmingUntil: number | null
}

/**
 * Limits of a number by its age since it was linked. A fresh number's limits hold on the first day. Then they grow
 * linearly up to the company's. `linkedAt` null: no warm-up. Pure.
 */
export const warmedLimits = (
  settings: Readonly<Record<string, string>>,
  linkedAt: string | null,
  now: number,
): WarmedLimits => {
  const full = limitsOf(settings)
  const span = Number(settings.warmUpDays ?? SETTINGS.warmUpDays.default) * DAY
  const age = linkedAt === null ? span : Math.max(0, now - Date.parse(linkedAt))
  const isLess = (of: keyof Limits): boolean => NEW_NUMBER_LIMITS[of] < full[of]
  if (age >= span || !LIMIT_SPANS.some(({ limit }) => isLess(limit)))
    return { limits: full, warmingUntil: null }
  const warmed = (of: keyof Limits): number =>
    isLess(of)
      ? Math.floor(NEW_NUMBER_LIMITS[of] + ((full[of] - NEW_NUMBER_LIMITS[of]) * age) / span)
      : full[of]
  const limits = {
    perMinute: warmed('perMinute'),
    perHour: warmed('perHour'),
    perDay: warmed('perDay'),
    newChatsPerDay: warmed('newChatsPerDay'),
  }
  return { limits, warmingUntil: now - age + span }
}

/** The window if it has not ended, else a new window from now. */
export const currentWindow = (window: Window, span: number, now: number): Window =>
  window.count > 0 && now - window.start < span && now >= window.start ? window : { start: now, count: 0 }

/** Use of each limit, the end of a new number's warm-up, and whether WhatsApp forbids new chats. */
export const SendLimits = Strict({
  limits: Type.Array(
    Strict({
      of: OneOf(['minute', 'hour', 'day', 'newChats']),
      used: Type.Integer({ minimum: 0 }),
      limit: Type.Integer({ minimum: 0 }),
      /** end of the period; null if nothing was sent */
      until: Nullable(Time),
    }),
  ),
  warmingUntil: Nullable(Time),
  restrictedUntil: Nullable(Time),
})
export type SendLimits = Static<typeof SendLimits>

const timeOf = (ms: number): string => new Date(ms).toISOString()

/** The limits as an admin sees them. `now`: milliseconds since the epoch. */
export const presentLimits = (
  usage: RateUsage,
  { limits, warmingUntil }: WarmedLimits,
  now: number,
): SendLimits => ({
  limits: LIMIT_SPANS.map(({ name, span, limit }) => {
    const { start, count } = currentWindow(usage[name], span, now)
    return { of: name, used: count, limit: limits[limit], until: count === 0 ? null : timeOf(start + span) }
  }),
  warmingUntil: warmingUntil === null ? null : timeOf(warmingUntil),
  restrictedUntil: usage.restrictedUntil > now ? timeOf(usage.restrictedUntil) : null,
})
