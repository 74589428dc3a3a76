import { describe, expect, it } from '@jest/globals'
import { checkSchema } from '../schema.js'
import { item, sample } from '../testing/sample-records.js'
import { eventsOfRecord, routesOfRecord, shownOfRecord } from './derive.js'
import { date, MASK } from './fields.js'
import { kindOf } from './kinds/index.js'
import { type RecordSpec, record } from './record.js'
import type { BodyOfRecord, ShownRecord, StoredRecord } from './shapes.js'

const media = { blobId: 'b1', fileName: 'a.pdf', mimetype: 'application/pdf', size: 3 }
const papers = { last: 2, list: [{ id: 2, caption: 'Tabela', media }] }
const shownPaper = {
  ...{ id: 2, fileId: 1, name: 'Tabela', path: '/api/public/b1' },
  ...{ mediaType: 'application/pdf', fileName: 'a.pdf', size: 3 },
}
// Typed bodies: the compiler checks this file.
const body: BodyOfRecord<typeof sample> = {
  ...{ name: 'Um', period: 'month', price: '', begins: null },
  parts: [{ label: 'a' }, { label: 'b', price: 3, unit: null }],
  open: [{ weekdayEn: 'monday', startTime: '08:00', endTime: '12:00' }],
  closed: [{ startTime: '08:00', endTime: '12:00' }],
}
const stored: StoredRecord<typeof sample> = {
  ...{ sampleId: 1, name: 'A', period: 'year', state: 'off', price: 1990, begins: '2026-03-01' },
  parts: [{ label: 'a', price: null, unit: 'hour' }],
  ...{ open: [{ day: 'monday', from: '08:00', until: '24:00' }], closed: [] },
  ...{ key: null, papers, queueId: null, ownerId: 3, placeIds: [2, 5] },
  ...{ formerIds: [5], moods: ['busy'] },
}
const shown: ShownRecord<typeof sample> = {
  ...{ id: 1, name: 'A', period: 'year', state: 'off', price: 1990, begins: null, closed: [] },
  open: [{ weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '12:00' }],
  parts: [{ label: 'a', price: null, unit: 'hour' }],
  ...{ key: MASK, papers: [shownPaper], queueId: 2, queue: { id: 2, name: 'Vendas' } },
  ...{ ownerId: 3, owner: { id: 3, name: 'Ana', email: 'a@b.c' } },
  ...{ placeIds: [2], places: [{ id: 2, name: 'Vendas' }] },
  // The record that `formerIds` names was deleted.
  ...{ formerIds: [5], formers: [], moods: ['busy'] },
  ...{ companyId: 1, createdAt: '2026-03-02T12:00:00.000Z', updatedAt: '2026-03-02T12:00:00.000Z' },
}
// @ts-expect-error: a period that is not declared
const wrong: StoredRecord<typeof sample>['period'] = 'week'

describe('fields for choices, money, days, rows and hours', () => {
  it('have their types in events and answers', () => {
    const { sampleId: _, key: _key, ...values } = stored
    expect(checkSchema(eventsOfRecord(sample)['sample.created.v1'], stored)).toMatchObject({ ok: true })
    expect(checkSchema(eventsOfRecord(sample)['sample.created.v1'], { ...stored, period: wrong }).ok).toBe(
      false,
    )
    expect(checkSchema(shownOfRecord(sample), shown)).toMatchObject({ ok: true })
    expect(checkSchema(shownOfRecord(sample), { ...shown, ...values, price: 1.5 }).ok).toBe(false)
  })

  const day = { weekdayEn: 'monday', startTime: '08:00', endTime: '12:00' }
  it.each([
    [{}, true],
    [{ period: 'week' }, false],
    [{ period: null }, false],
    [{ period: undefined }, false],
    [{ period: { $ne: 1 } }, false],
    [{ period: 'constructor' }, false],
    [{ state: null }, true],
    [{ state: '' }, false],
    [{ price: 19.9 }, false],
    [{ price: '1990' }, false],
    [{ price: -1 }, false],
    [{ price: 10_000_001 }, false],
    [{ begins: '' }, true],
    [{ begins: '2028-02-29' }, true],
    [{ begins: '2026-02-29' }, false],
    [{ begins: '2026-03-01T00:00:00Z' }, false],
    [{ parts: null }, true],
    [{ parts: [{}] }, false],
    [{ parts: [{ label: ' ' }] }, false],
    [{ parts: [{ label: '\u200b' }] }, false],
    [{ name: '\u2800\u200b\u2800' }, false],
    [{ parts: [{ label: 'a', more: 1 }] }, false],
    [{ parts: [{ label: 'a', unit: 'day' }] }, false],
    [{ parts: [{ label: 'a' }, { label: 'b' }, { label: 'c' }, { label: 'd' }] }, false],
    [{ parts: { label: 'a' } }, false],
    [{ papers: [{ id: 1 }, { id: 2, name: null }, { id: null, name: 'a' }] }, true],
    [{ papers: [{}, { id: 1, path: '/a', mediaType: 'image/png' }] }, true],
    [{ papers: null }, true],
    [{ papers: [1] }, false],
    [{ papers: [{ id: 'b1' }] }, false],
    [{ papers: [{ id: 1, blobId: 'b1' }] }, false],
    [{ papers: [{ id: { $ne: 1 } }] }, false],
    [{ papers: [{ id: 1, name: 'a'.repeat(41) }] }, false],
    [{ papers: [1, 2, 3, 4].map((id) => ({ id })) }, false],
    [{ queueId: null, ownerId: 3 }, true],
    [{ queueId: 0 }, false],
    [{ queueId: '2' }, false],
    [{ queueId: { $gt: 0 } }, false],
    [{ ownerId: [3] }, false],
    [{ placeIds: [5, 2] }, true],
    [{ placeIds: null }, true],
    [{ placeIds: 5 }, false],
    [{ placeIds: [2, 2] }, false],
    [{ placeIds: [0] }, false],
    [{ placeIds: ['2'] }, false],
    [{ placeIds: [{ $gt: 0 }] }, false],
    [{ placeIds: [1, 2, 3, 4] }, false],
    [{ moods: ['busy', 'calm'] }, true],
    [{ moods: null }, true],
    [{ moods: 'busy' }, false],
    [{ moods: ['busy', 'busy'] }, false],
    [{ moods: ['constructor'] }, false],
    [{ moods: [{ $ne: 1 }] }, false],
    [{ open: [{ ...day, weekday: 'Segunda-feira', startTime: '', endTime: '24:00' }] }, true],
    [{ open: [{ ...day, weekdayEn: 'someday' }] }, false],
    [{ open: [{ ...day, startTime: '24:00' }] }, false],
    [{ open: [{ ...day, startTime: '8:00' }] }, false],
    [{ open: [{ ...day, weekday: 'x'.repeat(41) }] }, false],
    [{ open: Array.from({ length: 15 }, () => day) }, false],
    [{ closed: [{ startTime: '8:00', endTime: '12:00' }] }, false],
    [{ closed: Array.from({ length: 4 }, () => ({ startTime: '08:00', endTime: '12:00' })) }, false],
  ])('accept or refuse %j in a body: %s', (more, expected) => {
    const said = JSON.parse(JSON.stringify({ ...body, ...more }))
    expect(checkSchema(routesOfRecord(sample)['POST /samples'].body, said).ok).toBe(expected)
  })

  it.each([
    [{ ends: '2026-03-01' }, true],
    [{ ends: '' }, false],
    [{}, false],
  ])('are refused without a value if required: %j: %s', (said, expected) => {
    const due = record({ ...sample, unique: [], order: ['ends'], fields: { ends: date({ required: true }) } })
    expect(checkSchema(routesOfRecord(due)['POST /samples'].body, said).ok).toBe(expected)
  })

  it('are shown in the reader’s language', () => {
    const read = (name: keyof typeof sample.fields, value: unknown, language: 'pt' | 'en' | 'es' = 'pt') => {
      const field = (sample as RecordSpec).fields[name]
      return field && kindOf(field).read?.(field, value, language)?.replaceAll('\u00a0', ' ')
    }
    expect(read('period', 'year', 'es')).toBe('año')
    expect(read('period', 'week')).toBeUndefined()
    expect(read('price', 123_456)).toBe('R$ 1.234,56')
    expect(read('price', 5, 'en')).toBe('R$0.05')
    expect(read('begins', '2026-03-01')).toBe('01/03/2026')
    expect(read('parts', stored.parts)).toBe('a')
    expect(read('open', stored.open, 'en')).toBe('Mon 08:00–24:00')
    expect([read('closed', []), read('closed', [{ from: '08:00', until: '12:00' }])]).toEqual([
      'fechado',
      '08:00–12:00',
    ])
    expect(read('papers', papers)).toBe('a.pdf')
    expect(read('papers', [shownPaper])).toBe('a.pdf')
    const { watchers } = item.fields
    const shown = [
      { id: 1, name: 'Ana' },
      { id: 2, name: 'Bia' },
    ]
    expect(kindOf(watchers).read?.(watchers, shown, 'pt')).toBe('Ana, Bia')
    expect(kindOf(watchers).read?.(watchers, [1, 2], 'pt')).toBeUndefined()
    expect([read('moods', [], 'en'), read('moods', ['calm', 'busy'])]).toEqual(['any', 'calmo, cheio'])
    expect(read('queueId', { id: 2, name: 'Vendas' })).toBe('Vendas')
    expect([read('placeIds', [], 'es'), read('placeIds', [2]), read('placeIds', shown)]).toEqual([
      'en todas',
      undefined,
      'Ana, Bia',
    ])
  })
})
