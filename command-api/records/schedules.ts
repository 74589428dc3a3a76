import { type DomainError, domainError, type ErrorCode } from '@guiche/contracts/errors.js'
import { dayAt } from '@guiche/contracts/local-time.js'
import type { Records } from '@guiche/contracts/records/index.js'
import type { Series } from '@guiche/contracts/records/kinds/series.js'
import type { StoredRecord } from '@guiche/contracts/records/shapes.js'
import {
  nextAfter,
  occurrencesUntil,
  remainingOccurrences,
  ruleFrom,
  timeOn,
} from '@guiche/contracts/recurrence/occurrences.js'
import type { Rule } from '@guiche/contracts/recurrence/rule.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { SpecialRules } from './decide.js'

export type Schedule = StoredRecord<Records['schedule']>

const FILE_AWAITED: ErrorCode = 'ERR_SCHEDULE_FILE_AWAITED'
const HEAD: Series = { of: null, day: null, except: [], given: [] }
/** Maximum of future days that a series leaves out. */
const MOST_EXCEPT = 200
/** Maximum of occurrences that become records by one event. */
const MOST_GIVEN = 100
/** How far in the past a chosen time may be, in ms: users choose whole minutes, and a minute may end on the way. */
const ON_ITS_WAY_MS = 60_000

/** Day of the next occurrence, which the head of a series represents. */
const dayOf = ({ timezone }: Rule, { sendAt }: Schedule): string => dayAt(timezone, Date.parse(sendAt))
const isSameRule = (one: Rule, other: Rule): boolean => {
  const said = (rule: Rule) => JSON.stringify({ ...rule, start: '', time: '' })
  return said(one) === said(other)
}

/** The recurrence after a person's change: a new rule or time restarts it, with the remaining count. */
const nextRecurrence = (data: Schedule, isRuleSaid: boolean, before: Schedule | undefined): Schedule => {
  const { repeats, series, sendAt } = data
  if (repeats === null) {
    // a series without its rule becomes an ordinary message
    return { ...data, series: series?.of ? { ...series, given: [] } : null }
  }
  const former = before?.repeats ?? null
  if (former !== null && before?.sendAt === sendAt && isSameRule(former, repeats)) {
    return { ...data, repeats: former, series: { ...(series ?? HEAD), given: [] } }
  }
  const left =
    former !== null && before && former.count !== null
      ? remainingOccurrences(former, dayOf(former, before))
      : null
  const count = isRuleSaid || left === null ? repeats.count : left
  return { ...data, repeats: ruleFrom({ ...repeats, count }, sendAt), series: HEAD }
}

/** A person's change of one occurrence: another time, another text, or cancelled. */
export interface OccurrenceAction {
  readonly day: string
  readonly leaveOut: boolean
  readonly sendAt: string | null
  readonly body: string | null
}

/**
 * The series without one occurrence, which becomes a message of its own unless it is cancelled. Null: the series is
 * empty. Errors: ERR_NO_SCHEDULE_FOUND for an absent occurrence, ERR_VALIDATION for a past time.
 */
export const changeOccurrence = (
  stored: Schedule,
  action: OccurrenceAction,
  now: string,
): Result<Schedule | null, DomainError> => {
  const { repeats, series } = stored
  const { day, leaveOut, sendAt, body } = action
  const except = series?.except ?? []
  if (repeats === null || except.includes(day)) return err(domainError('ERR_NO_SCHEDULE_FOUND'))
  const own = dayOf(repeats, stored)
  const usual = day === own ? stored.sendAt : timeOn(repeats, day)
  if (usual === null || day < own) return err(domainError('ERR_NO_SCHEDULE_FOUND'))
  if (sendAt !== null && Date.parse(sendAt) < Date.parse(now) - ON_ITS_WAY_MS) {
    return err(domainError('ERR_VALIDATION', { field: 'sendAt' }))
  }
  if (except.length >= MOST_EXCEPT) return err(domainError('ERR_VALIDATION', { field: 'day' }))
  const at = sendAt === null ? usual : new Date(sendAt).toISOString()
  const given = leaveOut ? [] : [{ day, sendAt: at, body, skipped: false }]
  if (day !== own) return ok({ ...stored, series: { ...HEAD, except: [...except, day].sort(), given } })
  const next = nextAfter(repeats, day, except)
  if (next !== null) {
    const left = except.filter((one) => one > next.day)
    return ok({
      ...stored,
      status: 'PENDENTE',
      error: null,
      sendAt: next.sendAt,
      series: { ...HEAD, except: left, given },
    })
  }
  if (leaveOut) return ok(null)
  return ok({
    ...stored,
    status: 'PENDENTE',
    error: null,
    sendAt: at,
    body: body ?? stored.body,
    repeats: null,
    series: null,
  })
}

/**
 * A series whose next occurrence is due: each past occurrence becomes a message of its own, but only the newest is
 * sent. After the last one the series itself becomes a message.
 */
export const givenDue = (stored: Schedule & { readonly repeats: Rule }, now: string): Partial<Schedule> => {
  const { repeats, series, sendAt } = stored
  const except = series?.except ?? []
  const first = { day: dayOf(repeats, stored), sendAt }
  const [due, next] = occurrencesUntil(repeats, first, now, { except, most: MOST_GIVEN })
  const newest = due.at(-1) ?? first
  const isNewest = next === null || next.sendAt > now
  const given = due.map((one) => ({ ...one, body: null, skipped: !isNewest || one !== newest }))
  if (next === null) {
    return {
      repeats: null,
      sendAt: newest.sendAt,
      series: due.length > 1 ? { ...HEAD, given: given.slice(0, -1) } : null,
    }
  }
  return { sendAt: next.sendAt, series: { ...HEAD, except: except.filter((day) => day > next.day), given } }
}

/**
 * A sent message cannot be changed. A change of a failed message plans it again. A message whose file follows is
 * planned only after the upload, so that it is never sent half changed.
 */
export const scheduleDecisions: SpecialRules<Schedule> = {
  stands: ({ status }, kind) => status === 'AGENDADA' || (status === 'ENVIADA' && kind !== 'delete'),
  amended: (data, { mediaFollows, repeats }, before) => {
    const amended = nextRecurrence(data, repeats !== undefined, before)
    return mediaFollows
      ? { ...amended, status: 'ERRO', error: FILE_AWAITED }
      : { ...amended, status: 'PENDENTE', error: null }
  },
}
