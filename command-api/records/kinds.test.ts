import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { Weekday } from '@guiche/contracts/opening-hours/week.js'
import { BLANK, sample } from '@guiche/contracts/testing/sample-records.js'
import { describe, it } from '@jest/globals'
import { decisions } from '../testing/decide.js'
import { ADMIN } from '../testing/world.js'
import { recordDecider, type Values } from './decide.js'

const { given } = decisions(recordDecider(sample))
const on = (day: Weekday, from: string, until: string) => ({ day, from, until })
/** An entry as clients say it. */
const said = (weekdayEn: Weekday, startTime: string, endTime: string) => ({ weekdayEn, startTime, endTime })
const time = (startTime: string, endTime: string) => ({ startTime, endTime })
const create = (values: object) =>
  ({
    kind: 'create',
    id: 1,
    caller: ADMIN,
    values: { name: 'Um', period: 'month', ...values },
    limit: null,
  }) as const
const change = (values: Values) => ({ kind: 'change', id: 1, caller: ADMIN, values }) as const
const created = (more: object) => ({ type: 'sample.created.v1', data: { ...BLANK, ...more } })
const changed = (more: object) => ({ type: 'sample.changed.v1', data: { ...BLANK, ...more } })

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
      { label: 'b', price: 5, unit: 'hour' },
      { label: 'a', price: null, unit: 'hour' },
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

  it('keeps several ids in their order, so that the same ones said again change nothing', () => {
    given()
      .when(create({ placeIds: [5, 2] }))
      .then([created({ placeIds: [2, 5] })])
    given([created({ placeIds: [2, 5] })])
      .when(change({ placeIds: [5, 2] }))
      .thenNothingHappened()
    given([created({ placeIds: [2, 5] })])
      .when(change({ placeIds: null }))
      .then([changed({})])
  })

  it('loses one of several ids with what it names, and only there', () => {
    const letGo = { kind: 'let-go', id: 1, companyId: 1, to: 'queue', gone: 5 } as const
    given([{ ...created({ placeIds: [2, 5] }), companyId: 1 }])
      .when(letGo)
      .then([changed({ placeIds: [2] })])
    given([{ ...created({ placeIds: [2, 5] }), companyId: 2 }])
      .when(letGo)
      .thenNothingHappened()
    given([{ ...created({ placeIds: [2], ownerId: 5 }), companyId: 1 }])
      .when(letGo)
      .thenNothingHappened()
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

describe('a record with several files', () => {
  const file = (id: string) => ({ blobId: id, fileName: `${id}.pdf`, mimetype: 'application/pdf', size: 1 })
  const attach = (id: string, caption?: string) =>
    ({
      kind: 'attach',
      ...{ id: 1, caller: ADMIN, field: 'papers', media: file(id) },
      ...(caption !== undefined && { caption }),
    }) as const
  const kept = (...papers: readonly [id: string, caption: string][]) => ({
    papers: papers.map(([id, caption]) => ({ ...file(id), caption })),
  })

  it('has each one that is brought behind the others, as many as it may', () => {
    given([created({})])
      .when(attach('a', ' um '))
      .then([changed(kept(['a', 'um']))])
    given([created(kept(['a', '']))])
      .when(attach('b'))
      .then([changed(kept(['a', ''], ['b', '']))])
    given([created(kept(['a', ''], ['b', ''], ['c', '']))])
      .when(attach('d'))
      .thenError('ERR_VALIDATION', { field: 'papers' })
  })

  it('keeps those that a body names, in its order, with their captions', () => {
    const before = created(kept(['a', 'um'], ['b', 'dois'], ['c', '']))
    given([before])
      .when(change({ papers: [{ id: 'c', caption: 'três' }, { id: 'a' }] }))
      .then([changed(kept(['c', 'três'], ['a', 'um']))])
    given([before])
      .when(change({ papers: [{ id: 'a', caption: null }] }))
      .then([changed(kept(['a', '']))])
    given([before])
      .when(change({ price: null }))
      .thenNothingHappened()
    given([before])
      .when(change({ papers: null }))
      .then([changed({})])
  })

  it.each([
    ['that it does not have', [{ id: 'z' }]],
    ['that are named twice', [{ id: 'a' }, { id: 'a' }]],
  ])('refuses files %s', (_, papers) => {
    const wrong = ['ERR_VALIDATION', { field: 'papers' }] as const
    given([created(kept(['a', '']))])
      .when(change({ papers }))
      .thenError(...wrong)
    given()
      .when(create({ papers }))
      .thenError(...wrong)
  })
})
