import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { Weekday } from '@guiche/contracts/opening-hours/week.js'
import type { UploadedFile } from '@guiche/contracts/records/fields.js'
import { BLANK_SAMPLE, sample } from '@guiche/contracts/testing/sample-records.js'
import { describe, it } from '@jest/globals'
import { decisions } from '../testing/decide.js'
import { ADMIN } from '../testing/world.js'
import { recordDecider } from './decide.js'
import type { Values } from './state.js'

const { given } = decisions(recordDecider(sample))
const intervalOn = (day: Weekday, from: string, until: string) => ({ day, from, until })
/** An opening time in the form of the API. */
const wireInterval = (weekdayEn: Weekday, startTime: string, endTime: string) => ({
  weekdayEn,
  startTime,
  endTime,
})
const wireTime = (startTime: string, endTime: string) => ({ startTime, endTime })
const createCommand = (values: object) =>
  ({
    kind: 'create',
    id: 1,
    caller: ADMIN,
    values: { name: 'Um', period: 'month', ...values },
    limit: null,
  }) as const
const changeCommand = (values: Values) => ({ kind: 'change', id: 1, caller: ADMIN, values }) as const
const createdEvent = (more: object) => ({ type: 'sample.created.v1', data: { ...BLANK_SAMPLE, ...more } })
const changedEvent = (more: object) => ({ type: 'sample.changed.v1', data: { ...BLANK_SAMPLE, ...more } })

describe('a record with choices, money, days, rows and hours', () => {
  it('has the default without a value', () => {
    given()
      .when(createCommand({}))
      .then([createdEvent({})])
    given()
      .when(createCommand({ state: null, price: '', begins: '', parts: null, open: null }))
      .then([createdEvent({})])
  })

  it('keeps its value if a change does not name it', () => {
    const values = { state: 'off', price: 1990, begins: '2026-03-01' }
    given()
      .when(createCommand(values))
      .then([createdEvent(values)])
    given([createdEvent(values)])
      .when(changeCommand({ price: '' }))
      .then([changedEvent({ ...values, price: null })])
    given([createdEvent(values)])
      .when(changeCommand(values))
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
      .when(createCommand({ parts }))
      .then([createdEvent({ parts: kept })])
    given([createdEvent({ parts: kept })])
      .when(changeCommand({ parts: [...kept].reverse() }))
      .then([changedEvent({ parts: [...kept].reverse() })])
    given([createdEvent({ parts: kept })])
      .when(changeCommand({ parts: [] }))
      .then([changedEvent({})])
  })

  it('sorts hours by day and time, and accepts hours over midnight; the last minute is the end of the day', () => {
    const open = [
      wireInterval('tuesday', '22:00', '02:00'),
      wireInterval('monday', '13:00', '23:59'),
      wireInterval('monday', '08:00', '12:00'),
      wireInterval('sunday', '00:00', '00:00'),
    ]
    const kept = [
      intervalOn('monday', '08:00', '12:00'),
      intervalOn('monday', '13:00', '24:00'),
      intervalOn('tuesday', '22:00', '02:00'),
    ]
    given()
      .when(createCommand({ open }))
      .then([createdEvent({ open: kept })])
    given()
      .when(
        createCommand({ open: [wireInterval('sunday', '00:00', '00:00'), wireInterval('monday', '', '')] }),
      )
      .then([createdEvent({ open: [] })])
    given()
      .when(createCommand({ open: [wireInterval('sunday', '', ''), wireInterval('monday', '', '')] }))
      .then([createdEvent({})])
  })

  it.each([
    ['that end when they begin', [wireInterval('monday', '08:00', '08:00')], 'EMPTY'],
    ['of which one time is missing', [wireInterval('monday', '08:00', '')], 'EMPTY'],
    [
      'that overlap',
      [wireInterval('monday', '08:00', '12:00'), wireInterval('monday', '11:00', '13:00')],
      'OVERLAP',
    ],
    [
      'that are said twice',
      [wireInterval('monday', '08:00', '12:00'), wireInterval('monday', '08:00', '12:00')],
      'OVERLAP',
    ],
    [
      'that reach into the next day',
      [wireInterval('sunday', '20:00', '02:00'), wireInterval('monday', '01:00', '03:00')],
      'OVERLAP',
    ],
  ])('F16: refuses hours %s', (_, open, why) => {
    given()
      .when(createCommand({ open }))
      .thenError(`ERR_HOURS_${why}` as ErrorCode, { field: 'open' })
  })

  it('refuses more hours on a day than are declared', () => {
    const open = ['08:00', '10:00', '12:00'].map((from) =>
      wireInterval('monday', from, from.replace(':00', ':30')),
    )
    given().when(createCommand({ open })).thenError('ERR_VALIDATION', { field: 'open' })
  })

  it('keeps several ids in their order, so that the same ones said again change nothing', () => {
    given()
      .when(createCommand({ placeIds: [5, 2] }))
      .then([createdEvent({ placeIds: [2, 5] })])
    given([createdEvent({ placeIds: [2, 5] })])
      .when(changeCommand({ placeIds: [5, 2] }))
      .thenNothingHappened()
    given([createdEvent({ placeIds: [2, 5] })])
      .when(changeCommand({ placeIds: null }))
      .then([changedEvent({})])
  })

  it('keeps named values in the order of their declaration', () => {
    given()
      .when(createCommand({ moods: ['busy', 'calm'] }))
      .then([createdEvent({ moods: ['calm', 'busy'] })])
    given([createdEvent({ moods: ['calm', 'busy'] })])
      .when(changeCommand({ moods: ['busy', 'calm'] }))
      .thenNothingHappened()
  })

  it('keeps the id of a deleted thing if declared so', () => {
    const letGo = { kind: 'let-go', id: 1, companyId: 1, to: 'queue', gone: 5 } as const
    given([{ ...createdEvent({ formerIds: [5] }), companyId: 1 }])
      .when(letGo)
      .thenNothingHappened()
  })

  it('loses the id of a deleted thing from its list, and no other id', () => {
    const letGo = { kind: 'let-go', id: 1, companyId: 1, to: 'queue', gone: 5 } as const
    given([{ ...createdEvent({ placeIds: [2, 5] }), companyId: 1 }])
      .when(letGo)
      .then([changedEvent({ placeIds: [2] })])
    given([{ ...createdEvent({ placeIds: [2, 5] }), companyId: 2 }])
      .when(letGo)
      .thenNothingHappened()
    given([{ ...createdEvent({ placeIds: [2], ownerId: 5 }), companyId: 1 }])
      .when(letGo)
      .thenNothingHappened()
  })

  it('sorts the parts of a single day, and refuses overlapping parts', () => {
    given()
      .when(createCommand({ closed: [wireTime('18:00', '00:00'), wireTime('08:00', '12:00')] }))
      .then([
        createdEvent({
          closed: [
            { from: '08:00', until: '12:00' },
            { from: '18:00', until: '24:00' },
          ],
        }),
      ])
    given()
      .when(createCommand({ closed: [wireTime('08:00', '12:00'), wireTime('11:00', '12:00')] }))
      .thenError('ERR_HOURS_OVERLAP', { field: 'closed' })
    given()
      .when(createCommand({ closed: [wireTime('', '')] }))
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

  it('adds each uploaded file behind the others, up to the maximum', () => {
    given([createdEvent({})])
      .when(bringing({ media: file('a'), caption: ' um ' }))
      .then([changedEvent(kept(1, [1, 'a', 'um']))])
    given([createdEvent(kept(4, [4, 'a']))])
      .when(bringing({ media: file('b') }, { media: file('c') }))
      .then([changedEvent(kept(6, [4, 'a'], [5, 'b'], [6, 'c']))])
    given([createdEvent(kept(2, [1, 'a'], [2, 'b']))])
      .when(bringing({ media: file('c') }, { media: file('d') }))
      .thenError(...refused)
  })

  it('gets an uploaded file for a place, and frees the place’s former file', () => {
    const before = createdEvent(kept(2, [1, null, 'um'], [2, 'b', 'dois']))
    given([before])
      .when(bringing({ media: file('a'), place: 1 }, { media: file('c'), place: 2, caption: 'três' }))
      .then([changedEvent(kept(2, [1, 'a', 'um'], [2, 'c', 'três']))])
    given([before])
      .when(bringing({ media: file('a'), place: 1 }, { media: file('c'), place: 3 }))
      .thenError(...refused)
  })

  it('keeps the files that a body names, in its order, with their captions; an entry without an id is a place', () => {
    const before = createdEvent(kept(3, [1, 'a', 'um'], [2, 'b', 'dois'], [3, 'c']))
    given([before])
      .when(changeCommand({ papers: [{ id: 3, name: 'três' }, { id: 1 }] }))
      .then([changedEvent(kept(3, [3, 'c', 'três'], [1, 'a', 'um']))])
    given([before])
      .when(changeCommand({ papers: [{ id: 1, name: null }, { name: 'novo' }] }))
      .then([changedEvent(kept(4, [1, 'a'], [4, null, 'novo']))])
    given([before])
      .when(changeCommand({ price: null }))
      .thenNothingHappened()
    // Earlier ids are never used again.
    given([before])
      .when(changeCommand({ papers: null }))
      .then([changedEvent(kept(3))])
  })

  it.each([
    ['that it does not have', [{ id: 9 }]],
    ['that are named twice', [{ id: 1 }, { id: 1 }]],
  ])('refuses files %s', (_, papers) => {
    given([createdEvent(kept(1, [1, 'a']))])
      .when(changeCommand({ papers }))
      .thenError(...refused)
    given()
      .when(createCommand({ papers }))
      .thenError(...refused)
  })
})
