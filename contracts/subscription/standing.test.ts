import { describe, expect, it } from '@jest/globals'
import type { DueDateSettings } from './due-date-settings.js'
import { dueDateSettingsOf } from './due-date-settings.js'
import {
  endOfUnblocking,
  mayUnblock,
  type Subscription,
  standingAt,
  subscriptionStepsOf,
} from './standing.js'

const ZONE = 'America/Sao_Paulo'
/** the end of 31 January in São Paulo */
const DUE = '2026-02-01T02:59:59.999Z'
const UNSET = dueDateSettingsOf(undefined)
const STEEP: DueDateSettings = { warnDays: 3, graceDays: 3, hour: 8 }

const companyWith = (more: Partial<Subscription> = {}): Subscription => ({
  status: true,
  dueDate: DUE,
  timezone: ZONE,
  ...more,
})
const standingOn = (moment: string, settings: DueDateSettings = UNSET, more: Partial<Subscription> = {}) =>
  standingAt(subscriptionStepsOf(companyWith(more), settings), Date.parse(moment))

describe('the standing of a company, with default settings', () => {
  it.each([
    ['2026-01-27T02:59:59.998Z', 'active'],
    ['2026-01-27T02:59:59.999Z', 'warned'],
    ['2026-02-01T02:59:59.998Z', 'warned'],
    [DUE, 'blocked'],
  ])('decision 3: at %s is %s', (moment, standing) => expect(standingOn(moment).standing).toBe(standing))

  it('without a due date is active for ever', () =>
    expect(standingOn('2099-01-01T00:00:00Z', UNSET, { dueDate: null })).toEqual({
      standing: 'active',
      until: null,
    }))

  it('with a due date in the year 9999 is active for ever, whatever the days of grace', () =>
    expect(standingOn('2099-01-01T00:00:00Z', STEEP, { dueDate: '9999-12-31T23:59:59.000Z' })).toEqual({
      standing: 'active',
      until: null,
    }))

  it('is blocked at any time by the operator', () =>
    expect(standingOn('2026-01-01T00:00:00Z', UNSET, { status: false })).toEqual({
      standing: 'blocked',
      since: null,
      why: 'closed',
    }))

  it('with an unknown time zone is computed in that of São Paulo', () =>
    expect(standingOn(DUE, STEEP, { timezone: 'Nowhere/None' })).toEqual(standingOn(DUE, STEEP)))
})

describe('M10: warnings and blocks at the hour of the company', () => {
  it.each([
    ['2026-01-28T10:59:59.999Z', 'active', null],
    ['2026-01-28T11:00:00.000Z', 'warned', '2026-01-31T11:00:00.000Z'],
    ['2026-01-31T11:00:00.000Z', 'grace', '2026-02-03T11:00:00.000Z'],
    ['2026-02-03T10:59:59.999Z', 'grace', '2026-02-03T11:00:00.000Z'],
    ['2026-02-03T11:00:00.000Z', 'blocked', undefined],
  ])('at %s are such that the company is %s', (moment, standing, until) => {
    const found = standingOn(moment, STEEP)
    expect(found.standing).toBe(standing)
    if (until !== null) expect('until' in found ? found.until : undefined).toBe(until)
  })

  it('follow the local time of each zone, also over a clock change', () => {
    // Lisbon changes its clocks on 29 March 2026.
    const lisbon = { timezone: 'Europe/Lisbon', dueDate: '2026-03-27T23:59:59.999Z' }
    expect(subscriptionStepsOf(companyWith(lisbon), STEEP)).toMatchObject({
      warnAt: '2026-03-24T08:00:00.000Z',
      graceAt: '2026-03-27T08:00:00.000Z',
      blockAt: '2026-03-30T07:00:00.000Z',
    })
    // Without an hour, each step has the time of the due date, in the same zone.
    expect(subscriptionStepsOf(companyWith(lisbon), { ...STEEP, hour: null }).blockAt).toBe(
      '2026-03-30T22:59:59.999Z',
    )
  })

  it('never block before the due date, whatever the hour', () =>
    expect(subscriptionStepsOf(companyWith(), { warnDays: 0, graceDays: 0, hour: 8 })).toEqual({
      ...{ closed: false, warnAt: null, graceAt: null, blockAt: DUE, unblockedUntil: null },
    }))

  it.each(['2026-01-29T00:00:00Z', '2026-02-01T12:00:00Z', '2026-02-20T12:00:00Z'])(
    'end at once with a payment at %s',
    (moment) =>
      expect(standingOn(moment, STEEP, { dueDate: '2026-03-01T02:59:59.999Z' })).toMatchObject({
        standing: 'active',
      }),
  )
})

describe('M12: unblocking for three days', () => {
  const asked = '2026-02-05T12:00:00.000Z'
  const until = endOfUnblocking(Date.parse(asked))
  const unblocked = { unblocked: { dueDate: DUE, until } }

  it('lets the company work for three days, then ends by itself', () => {
    expect(standingOn(asked, STEEP, unblocked)).toEqual({
      ...{ standing: 'grace', since: '2026-02-03T11:00:00.000Z', until: '2026-02-08T12:00:00.000Z' },
      why: 'unblocked',
    })
    expect(standingOn(until, STEEP, unblocked)).toEqual({ standing: 'blocked', since: until, why: 'due' })
  })

  it('is possible once for each due date, and only if the due date has blocked the company', () => {
    const may = (moment: string, more: Partial<Subscription> = {}) =>
      mayUnblock(companyWith(more), standingOn(moment, STEEP, more))
    expect(may(asked)).toBe(true)
    expect(may(until, unblocked)).toBe(false)
    expect(may('2026-02-01T12:00:00Z')).toBe(false)
    expect(may(asked, { status: false })).toBe(false)
    const next = { dueDate: '2026-02-04T02:59:59.999Z', ...unblocked }
    expect(may('2026-03-01T00:00:00Z', next)).toBe(true)
  })

  it('counts for its own due date alone, and never against a block by the operator', () => {
    expect(standingOn(asked, UNSET, { dueDate: '2026-02-04T02:59:59.999Z', ...unblocked }).standing).toBe(
      'blocked',
    )
    expect(standingOn(asked, STEEP, { status: false, ...unblocked })).toMatchObject({ why: 'closed' })
  })
})
