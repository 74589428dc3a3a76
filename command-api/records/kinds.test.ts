import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { Weekday } from '@guiche/contracts/opening-hours/week.js'
import { choice, date, hours, money, parts, rows, text } from '@guiche/contracts/records/fields.js'
import { missing, record } from '@guiche/contracts/records/record.js'
import { describe, it } from '@jest/globals'
import { decisions } from '../testing/decide.js'
import { ADMIN } from '../testing/world.js'
import { recordDecider, type Values } from './decide.js'

const none = ['', '', ''] as const
const on = (day: Weekday, from: string, until: string) => ({ day, from, until })
/** An entry as clients say it. */
const said = (weekdayEn: Weekday, startTime: string, endTime: string) => ({ weekdayEn, startTime, endTime })
const time = (startTime: string, endTime: string) => ({ startTime, endTime })
const plan = record({
  words: { name: none, noun: none },
  name: 'plan',
  plural: 'plans',
  path: '/plans',
  version: 1,
  fields: {
    name: text({ min: 2, max: 50 }),
    state: choice({ of: { on: none, off: none }, default: 'on' }),
    price: money({ min: 0, max: 10_000 }),
    begins: date(),
    parts: rows({
      most: 3,
      words: { label: none, price: none },
      of: { label: text({ min: 1, max: 20 }), price: money({ min: 0, max: 100 }) },
    }),
    open: hours({ most: 2, default: [on('friday', '08:00', '12:00')] }),
    closed: parts({ most: 3, none }),
  },
  kept: 'together',
  unique: [],
  order: ['name'],
  list: { all: '/list' },
  allow: { read: 'user', create: 'admin', change: 'admin', delete: 'admin' },
  errors: { ERR_NO_TAG_FOUND: missing('', '', '') },
})
const { given } = decisions(recordDecider(plan))
const blank = {
  ...{ planId: 1, name: 'Um', state: 'on', price: null, begins: null, parts: [], closed: [] },
  open: [on('friday', '08:00', '12:00')],
}
const create = (values: object) =>
  ({ kind: 'create', id: 1, caller: ADMIN, values: { name: 'Um', ...values }, limit: null }) as const
const change = (values: Values) => ({ kind: 'change', id: 1, caller: ADMIN, values }) as const
const created = (more: object) => ({ type: 'plan.created.v1', data: { ...blank, ...more } })
const changed = (more: object) => ({ type: 'plan.changed.v1', data: { ...blank, ...more } })

describe('a record with choices, money, days, rows and hours', () => {
  it('has the default of what nobody has said', () => {
    given()
      .when(create({}))
      .then([created({})])
    given()
      .when(create({ state: null, price: '', begins: '', parts: null, open: null }))
      .then([created({})])
  })

  it('keeps what was said, and what a change does not mention', () => {
    const values = { state: 'off', price: 1990, begins: '2026-03-01' }
    given()
      .when(create(values))
      .then([created(values)])
    given([created(values)])
      .when(change({ price: '' }))
      .then([changed({ ...values, price: null })])
    given([created(values)])
      .when(change(values))
      .thenNothingHappened()
  })

  it('keeps rows in their order, trimmed and whole', () => {
    const parts = [
      { label: ' b ', price: 5 },
      { label: 'a', price: '' },
    ]
    const kept = [
      { label: 'b', price: 5 },
      { label: 'a', price: null },
    ]
    given()
      .when(create({ parts }))
      .then([created({ parts: kept })])
    given([created({ parts: kept })])
      .when(change({ parts: [...kept].reverse() }))
      .then([changed({ parts: [...kept].reverse() })])
    given([created({ parts: kept })])
      .when(change({ parts: [] }))
      .then([changed({})])
  })

  it('sorts hours by day and time, and takes those that go over midnight; the last minute is the end of the day', () => {
    const open = [
      said('tuesday', '22:00', '02:00'),
      said('monday', '13:00', '23:59'),
      said('monday', '08:00', '12:00'),
      said('sunday', '00:00', '00:00'),
    ]
    const kept = [
      on('monday', '08:00', '12:00'),
      on('monday', '13:00', '24:00'),
      on('tuesday', '22:00', '02:00'),
    ]
    given()
      .when(create({ open }))
      .then([created({ open: kept })])
    given()
      .when(create({ open: [said('sunday', '00:00', '00:00'), said('monday', '', '')] }))
      .then([created({ open: [] })])
    given()
      .when(create({ open: [said('sunday', '', ''), said('monday', '', '')] }))
      .then([created({})])
  })

  it.each([
    ['that end when they begin', [said('monday', '08:00', '08:00')], 'EMPTY'],
    ['of which one time is missing', [said('monday', '08:00', '')], 'EMPTY'],
    ['that overlap', [said('monday', '08:00', '12:00'), said('monday', '11:00', '13:00')], 'OVERLAP'],
    ['that are said twice', [said('monday', '08:00', '12:00'), said('monday', '08:00', '12:00')], 'OVERLAP'],
    [
      'that reach into the next day',
      [said('sunday', '20:00', '02:00'), said('monday', '01:00', '03:00')],
      'OVERLAP',
    ],
  ])('F16: refuses hours %s', (_, open, why) => {
    given()
      .when(create({ open }))
      .thenError(`ERR_HOURS_${why}` as ErrorCode, { field: 'open' })
  })

  it('refuses more hours on a day than are declared', () => {
    const open = ['08:00', '10:00', '12:00'].map((from) => said('monday', from, from.replace(':00', ':30')))
    given().when(create({ open })).thenError('ERR_VALIDATION', { field: 'open' })
  })

  it('sorts the parts of a single day, and refuses those that do not fit', () => {
    given()
      .when(create({ closed: [time('18:00', '00:00'), time('08:00', '12:00')] }))
      .then([
        created({
          closed: [
            { from: '08:00', until: '12:00' },
            { from: '18:00', until: '24:00' },
          ],
        }),
      ])
    given()
      .when(create({ closed: [time('08:00', '12:00'), time('11:00', '12:00')] }))
      .thenError('ERR_HOURS_OVERLAP', { field: 'closed' })
    given()
      .when(create({ closed: [time('', '')] }))
      .thenError('ERR_HOURS_EMPTY', { field: 'closed' })
  })
})
