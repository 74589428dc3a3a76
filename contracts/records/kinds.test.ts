import { describe, expect, it } from '@jest/globals'
import { check } from '../schema.js'
import { eventsOfRecord, routesOfRecord, shownOfRecord } from './derive.js'
import { choice, date, hours, money, parts, rows, text } from './fields.js'
import { kindOf } from './kinds/index.js'
import { missing, type RecordSpec, record } from './record.js'
import type { BodyOfRecord, ShownRecord, StoredRecord } from './shapes.js'

const none = ['', '', ''] as const
const plan = record({
  words: { name: none, noun: none },
  name: 'plan',
  plural: 'plans',
  path: '/plans',
  version: 1,
  fields: {
    name: text({ min: 2, max: 50 }),
    period: choice({ of: { month: ['mês', 'month', 'mes'], year: ['ano', 'year', 'año'] } }),
    state: choice({
      of: { on: ['ativo', 'on', 'activo'], off: ['inativo', 'off', 'inactivo'] },
      default: 'on',
    }),
    price: money({ min: 0, max: 10_000_000 }),
    begins: date(),
    parts: rows({
      most: 2,
      words: { label: none, price: none, unit: none },
      of: {
        label: text({ min: 1, max: 20 }),
        price: money({ min: 0, max: 100 }),
        unit: choice({ of: { hour: ['hora', 'hour', 'hora'] }, default: 'hour' }),
      },
    }),
    ends: date({ required: true }),
    open: hours({ most: 2 }),
    closed: parts({ most: 2, none: ['fechado', 'closed', 'cerrado'] }),
  },
  kept: 'together',
  unique: [],
  order: ['name'],
  list: { all: '/list' },
  allow: { read: 'user', create: 'user', change: 'admin', delete: 'user' },
  errors: { ERR_NO_PLAN_FOUND: missing('', '', '') },
})

// what does not compile here is typed wrong
const body: BodyOfRecord<typeof plan> = {
  ...{ name: 'Um', period: 'month', price: '', begins: null },
  parts: [{ label: 'a' }, { label: 'b', price: 3, unit: null }],
  open: [{ weekdayEn: 'monday', startTime: '08:00', endTime: '12:00' }],
  closed: [{ startTime: '08:00', endTime: '12:00' }],
  ends: '2026-03-01',
}
const stored: StoredRecord<typeof plan> = {
  ...{ planId: 1, name: 'A', period: 'year', state: 'off', price: 1990, begins: '2026-03-01' },
  parts: [{ label: 'a', price: null, unit: 'hour' }],
  ...{ ends: '2026-03-01', open: [{ day: 'monday', from: '08:00', until: '24:00' }], closed: [] },
}
const shown: ShownRecord<typeof plan> = {
  ...{
    id: 1,
    name: 'A',
    period: 'year',
    state: 'off',
    price: 1990,
    begins: null,
    ends: '2026-03-01',
    closed: [],
  },
  open: [{ weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '12:00' }],
  parts: [{ label: 'a', price: null, unit: 'hour' }],
  ...{ companyId: 1, createdAt: '2026-03-02T12:00:00.000Z', updatedAt: '2026-03-02T12:00:00.000Z' },
}
// @ts-expect-error: a period that is not declared
const wrong: StoredRecord<typeof plan>['period'] = 'week'

describe('choices, money, days, rows and hours', () => {
  it('stand in events and answers as their types say', () => {
    const { planId: _, ...values } = stored
    expect(check(eventsOfRecord(plan)['plan.created.v1'], stored)).toMatchObject({ ok: true })
    expect(check(eventsOfRecord(plan)['plan.created.v1'], { ...stored, period: wrong }).ok).toBe(false)
    expect(check(shownOfRecord(plan), shown)).toMatchObject({ ok: true })
    expect(check(shownOfRecord(plan), { ...shown, ...values, price: 1.5 }).ok).toBe(false)
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
    [{ parts: [{ label: 'a', more: 1 }] }, false],
    [{ parts: [{ label: 'a', unit: 'day' }] }, false],
    [{ parts: [{ label: 'a' }, { label: 'b' }, { label: 'c' }] }, false],
    [{ parts: { label: 'a' } }, false],
    [{ ends: undefined }, false],
    [{ ends: '' }, false],
    [{ open: [{ ...day, weekday: 'Segunda-feira', startTime: '', endTime: '24:00' }] }, true],
    [{ open: [{ ...day, weekdayEn: 'someday' }] }, false],
    [{ open: [{ ...day, startTime: '24:00' }] }, false],
    [{ open: [{ ...day, startTime: '8:00' }] }, false],
    [{ open: [{ ...day, weekday: 'x'.repeat(41) }] }, false],
    [{ open: Array.from({ length: 15 }, () => day) }, false],
    [{ closed: [{ startTime: '8:00', endTime: '12:00' }] }, false],
    [{ closed: Array.from({ length: 3 }, () => ({ startTime: '08:00', endTime: '12:00' })) }, false],
  ])('take or refuse %j in a body: %s', (more, expected) => {
    const said = JSON.parse(JSON.stringify({ ...body, ...more }))
    expect(check(routesOfRecord(plan)['POST /plans'].body, said).ok).toBe(expected)
  })

  it('are read by people in their language', () => {
    const read = (name: keyof typeof plan.fields, value: unknown, language: 'pt' | 'en' | 'es' = 'pt') => {
      const field = (plan as RecordSpec).fields[name]
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
  })
})
