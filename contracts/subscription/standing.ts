import { dayAt, isZone } from '../local-time.js'
import { dayAfter, momentOf } from '../opening-hours/calendar.js'
import type { DueDateSettings } from './due-date-settings.js'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** A stored due date from here on is for ever: days after the year 9999 cannot be computed. */
const FOR_EVER_FROM = Date.UTC(9900, 0)
/** Fallback time zone for a company with an unknown zone. */
const ELSE_ZONE = 'America/Sao_Paulo'

/** Days that a blocked company can be used after its administrator unblocks it, once for each due date. */
export const UNBLOCK_DAYS = 3

/** A company's subscription, as in its stream and its document. */
export interface Subscription {
  /** false: the operator has blocked the company */
  readonly status: boolean
  /** ISO-8601; null: for ever */
  readonly dueDate: string | null
  readonly timezone: string
  /** the last unblocking by an administrator: its due date, and its end */
  readonly unblocked?: { readonly dueDate: string; readonly until: string } | null
}

/** The moments at which a company's standing changes, ISO-8601; null: never. */
export interface SubscriptionSteps {
  readonly closed: boolean
  readonly warnAt: string | null
  readonly graceAt: string | null
  readonly blockAt: string | null
  /** the company may be used until this time, although its due date has passed */
  readonly unblockedUntil: string | null
}

/**
 * A company's standing. `warned`: its due date is near. `grace`: the due date has passed, or the company was unblocked
 * for a while, and everything works. `blocked`: the company only receives. `since` and `until` are ISO-8601; null:
 * unknown, or for ever.
 */
export type SubscriptionStanding =
  | { readonly standing: 'active'; readonly until: string | null }
  | { readonly standing: 'warned'; readonly since: string; readonly until: string; readonly why: 'due' }
  | {
      readonly standing: 'grace'
      readonly since: string
      readonly until: string
      readonly why: 'due' | 'unblocked'
    }
  | { readonly standing: 'blocked'; readonly since: string | null; readonly why: 'due' | 'closed' }

const isoOf = (moment: number): string => new Date(moment).toISOString()

/**
 * The moment `days` days after a due date in the zone: at the hour of the settings, else at the time of the due
 * date.
 */
const stepAt = (due: number, zone: string, days: number, hour: number | null): number => {
  const day = dayAt(zone, due)
  if (hour !== null) return momentOf(zone, dayAfter(day, days), hour * 60)
  const ownTime = due - momentOf(zone, day, 0)
  const minutes = Math.floor(ownTime / MINUTE_MS)
  return momentOf(zone, dayAfter(day, days), minutes) + (ownTime % MINUTE_MS)
}

/**
 * Times of a company's warning and block, by the platform's settings. Nobody is blocked before the due date. Without days
 * of grace the due date blocks. Pure.
 */
export const subscriptionStepsOf = (company: Subscription, settings: DueDateSettings): SubscriptionSteps => {
  const { status, dueDate, unblocked } = company
  const never = { closed: status === false, warnAt: null, graceAt: null, blockAt: null, unblockedUntil: null }
  const due = dueDate === null ? Number.NaN : Date.parse(dueDate)
  if (Number.isNaN(due) || due >= FOR_EVER_FROM) return never
  const zone = isZone(company.timezone) ? company.timezone : ELSE_ZONE
  const { warnDays, graceDays, hour } = settings
  const blockAt = Math.max(due, stepAt(due, zone, graceDays, hour))
  return {
    closed: status === false,
    warnAt: warnDays === 0 ? null : isoOf(Math.min(due, stepAt(due, zone, -warnDays, hour))),
    graceAt: graceDays === 0 ? null : isoOf(Math.min(due, stepAt(due, zone, 0, hour))),
    blockAt: isoOf(blockAt),
    unblockedUntil: unblocked?.dueDate === dueDate ? unblocked.until : null,
  }
}

/** SubscriptionStanding of a company with these steps at a moment, in milliseconds since the epoch. Pure. */
export const standingAt = (steps: SubscriptionSteps, now: number): SubscriptionStanding => {
  const { closed, warnAt, graceAt, blockAt, unblockedUntil } = steps
  const isPast = (moment: string | null): moment is string => moment !== null && Date.parse(moment) <= now
  if (closed) return { standing: 'blocked', since: null, why: 'closed' }
  if (blockAt === null) return { standing: 'active', until: null }
  if (isPast(blockAt)) {
    if (unblockedUntil !== null && !isPast(unblockedUntil))
      return { standing: 'grace', since: blockAt, until: unblockedUntil, why: 'unblocked' }
    return { standing: 'blocked', since: isPast(unblockedUntil) ? unblockedUntil : blockAt, why: 'due' }
  }
  if (isPast(graceAt)) return { standing: 'grace', since: graceAt, until: blockAt, why: 'due' }
  if (isPast(warnAt)) return { standing: 'warned', since: warnAt, until: graceAt ?? blockAt, why: 'due' }
  return { standing: 'active', until: warnAt ?? graceAt ?? blockAt }
}

/** End of an unblocking that begins at this moment (milliseconds), ISO-8601. */
export const endOfUnblocking = (now: number): string => isoOf(now + UNBLOCK_DAYS * DAY_MS)

/**
 * Whether an administrator may unblock the company for a while. Its due date must have blocked the company. Each due
 * date allows one unblocking.
 */
export const mayUnblock = (
  { dueDate, unblocked }: Subscription,
  { standing, ...rest }: SubscriptionStanding,
): boolean => standing === 'blocked' && 'why' in rest && rest.why === 'due' && unblocked?.dueDate !== dueDate
