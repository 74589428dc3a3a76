import { type DomainError, domainError, type ErrorCode } from '@guiche/contracts/errors.js'
import { dayAt } from '@guiche/contracts/local-time.js'
import type { Records } from '@guiche/contracts/records/index.js'
import type { Series } from '@guiche/contracts/records/kinds/series.js'
import type { StoredRecord } from '@guiche/contracts/records/shapes.js'
import {
  nextAfter,
  occurrencesUntil,
  remaining,
  ruleFrom,
  timeOn,
} from '@guiche/contracts/recurrence/occurrences.js'
import type { Rule } from '@guiche/contracts/recurrence/rule.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { Special } from './decide.js'

export type Schedule = StoredRecord<Records['schedule']>

const AWAITED: ErrorCode = 'ERR_SCHEDULE_FILE_AWAITED'
const HEAD: Series = { of: null, day: null, except: [], given: [] }
/** Days to come that a series leaves out at most. */
const MOST_EXCEPT = 200
/** Occurrences that one event gives off at most. */
const MOST_GIVEN = 100
/** People choose minutes, and the minute of now may end before the server reads it. */
const ON_ITS_WAY_MS = 60_000

/** The day of the occurrence that the head of a series stands for. */
const dayOf = ({ timezone }: Rule, { sendAt }: Schedule): string => dayAt(timezone, Date.parse(sendAt))
const isSameRule = (one: Rule, other: Rule): boolean => {
  const said = (rule: Rule) => JSON.stringify({ ...rule, start: '', time: '' })
  return said(one) === said(other)
}

/** The recurrence after a person has said something: another rule or another time begins anew, with what is left of it. */
const recurring = (data: Schedule, isRuleSaid: boolean, before: Schedule | undefined): Schedule => {
  const { repeats, series, sendAt } = data
  if (repeats === null) {
    // one that repeated and does so no more is a message like any other
    return { ...data, series: series?.of ? { ...series, given: [] } : null }
  }
  const former = before?.repeats ?? null
  if (former !== null && before?.sendAt === sendAt && isSameRule(former, repeats)) {
    return { ...data, repeats: former, series: { ...(series ?? HEAD), given: [] } }
  }
  const left =
    former !== null && before && former.count !== null ? remaining(former, dayOf(former, before)) : null
  const count = isRuleSaid || left === null ? repeats.count : left
  return { ...data, repeats: ruleFrom({ ...repeats, count }, sendAt), series: HEAD }
}

/** What a person wants of one occurrence: another time, another text, or that there is none. */
export interface OccurrenceAction {
  readonly day: string
  readonly leaveOut: boolean
  readonly sendAt: string | null
  readonly body: string | null
}

/**
 * The series without an occurrence, which becomes a message of its own unless it is left out; null: nothing is left of the
 * series. Errors: ERR_NO_SCHEDULE_FOUND where there is no such occurrence, ERR_VALIDATION for a time that has passed.
 */
export const changedAlone = (
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
 * What becomes of a series whose next occurrence is due: each occurrence that was due until now becomes a message of its
 * own, and the newest alone is sent. Of the last one the head itself becomes the message.
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
 * A message that was sent cannot be changed. Changing one that failed plans it again. One whose file follows is not
 * planned before that, so that it is never sent half changed.
 */
export const scheduleDecisions: Special<Schedule> = {
  stands: ({ status }, kind) => status === 'AGENDADA' || (status === 'ENVIADA' && kind !== 'delete'),
  amended: (data, { mediaFollows, repeats }, before) => {
    const amended = recurring(data, repeats !== undefined, before)
    return mediaFollows
      ? { ...amended, status: 'ERRO', error: AWAITED }
      : { ...amended, status: 'PENDENTE', error: null }
  },
}
