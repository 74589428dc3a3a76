import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { Weekday } from '@guiche/contracts/opening-hours/week.js'
import type { UploadedFile } from '@guiche/contracts/records/fields.js'
import { BLANK, sample } from '@guiche/contracts/testing/sample-records.js'
import { describe, it } from '@jest/globals'
import { decisions } from '../testing/decide.js'
import { ADMIN } from '../testing/world.js'
import { recordDecider } from './decide.js'
import type { Values } from './state.js'

const { given } = decisions(recordDecider(sample))
const on = (day: Weekday, from: string, until: string) => ({ day, from, until })
/** An opening time in the form of the API. */
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

  it('keeps named values in the order of their declaration', () => {
    given()
      .when(create({ moods: ['busy', 'calm'] }))
      .then([created({ moods: ['calm', 'busy'] })])
    given([created({ moods: ['calm', 'busy'] })])
      .when(change({ moods: ['busy', 'calm'] }))
      .thenNothingHappened()
  })

  it('keeps the id of what is gone where it says so', () => {
    const letGo = { kind: 'let-go', id: 1, companyId: 1, to: 'queue', gone: 5 } as const
    given([{ ...created({ formerIds: [5] }), companyId: 1 }])
      .when(letGo)
      .thenNothingHappened()
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
  const bringing = (...brings: readonly UploadedFile[]) =>
    ({ kind: 'attach', id: 1, caller: ADMIN, field: 'papers', brings }) as const
  type Entry = readonly [id: number, media: string | null, caption?: string]
  const kept = (last: number, ...list: readonly Entry[]) => ({
    papers: {
      last,
      list: list.map(([id, media, caption = '']) => ({
        id,
        caption,
        media: media === null ? null : file(media),
      })),
    },
  })
  const refused = ['ERR_VALIDATION', { field: 'papers' }] as const

  it('has each one that is brought behind the others, as many as it may', () => {
    given([created({})])
      .when(bringing({ media: file('a'), caption: ' um ' }))
      .then([changed(kept(1, [1, 'a', 'um']))])
    given([created(kept(4, [4, 'a']))])
      .when(bringing({ media: file('b') }, { media: file('c') }))
      .then([changed(kept(6, [4, 'a'], [5, 'b'], [6, 'c']))])
    given([created(kept(2, [1, 'a'], [2, 'b']))])
      .when(bringing({ media: file('c') }, { media: file('d') }))
      .thenError(...refused)
  })

  it('has one that is brought for a place there, and frees the file that it had', () => {
    const before = created(kept(2, [1, null, 'um'], [2, 'b', 'dois']))
    given([before])
      .when(bringing({ media: file('a'), place: 1 }, { media: file('c'), place: 2, caption: 'três' }))
      .then([changed(kept(2, [1, 'a', 'um'], [2, 'c', 'três']))])
    given([before])
      .when(bringing({ media: file('a'), place: 1 }, { media: file('c'), place: 3 }))
      .thenError(...refused)
  })

  it('keeps those that a body names, in its order, with their captions; an entry without an id is a place', () => {
    const before = created(kept(3, [1, 'a', 'um'], [2, 'b', 'dois'], [3, 'c']))
    given([before])
      .when(change({ papers: [{ id: 3, name: 'três' }, { id: 1 }] }))
      .then([changed(kept(3, [3, 'c', 'três'], [1, 'a', 'um']))])
    given([before])
      .when(change({ papers: [{ id: 1, name: null }, { name: 'novo' }] }))
      .then([changed(kept(4, [1, 'a'], [4, null, 'novo']))])
    given([before])
      .when(change({ price: null }))
      .thenNothingHappened()
    // Earlier ids are never used again.
    given([before])
      .when(change({ papers: null }))
      .then([changed(kept(3))])
  })

  it.each([
    ['that it does not have', [{ id: 9 }]],
    ['that are named twice', [{ id: 1 }, { id: 1 }]],
  ])('refuses files %s', (_, papers) => {
    given([created(kept(1, [1, 'a']))])
      .when(change({ papers }))
      .thenError(...refused)
    given()
      .when(create({ papers }))
      .thenError(...refused)
  })
})
