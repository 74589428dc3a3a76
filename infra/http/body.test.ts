import { Strict } from '@guiche/contracts/envelope.js'
import { routes } from '@guiche/contracts/routes/route.js'
import { describe, expect, it } from '@jest/globals'
import { Type } from '@sinclair/typebox'
import { bodyReader } from './body.js'

const given = {
  allow: 'admin',
  body: Strict({ name: Type.String() }),
  answer: Strict({ id: Type.Integer(), name: Type.String(), createdAt: Type.String() }),
  later: ['schedules'],
  invalid: { name: 'ERR_QUEUE_INVALID_NAME' },
  summary: 'a queue',
} as const
const specs = routes({ 'POST /queue': given, 'PUT /queue/:id': given })
const readerOf = (key: keyof typeof specs) => bodyReader({ key, spec: specs[key] })
const refusedField = (code: string, field: string) => ({ ok: false, error: { code, details: { field } } })

describe('the body of a route', () => {
  it('may repeat fields of the answer when a record is changed', () => {
    const body = { id: 1, name: 'Sales', createdAt: '2026-01-01' }
    expect(readerOf('PUT /queue/:id')(body)).toEqual({ ok: true, value: { name: 'Sales' } })
    expect(readerOf('POST /queue')(body)).toMatchObject(refusedField('ERR_VALIDATION', 'id'))
  })

  it.each([[null], [''], [[]], [false], [0]])(
    'may have an empty value (%j) for a feature that does not exist yet',
    (schedules) => {
      expect(readerOf('POST /queue')({ name: 'Sales', schedules })).toEqual({
        ok: true,
        value: { name: 'Sales' },
      })
    },
  )

  it.each([
    ['the code that its field has', { name: 1 }, 'ERR_QUEUE_INVALID_NAME', 'name'],
    ['the same where the field is missing', {}, 'ERR_QUEUE_INVALID_NAME', 'name'],
    ['the code that all have', { name: 'Sales', color: 1 }, 'ERR_VALIDATION', 'color'],
    [
      'no code of ours by a name of every object',
      { name: 'Sales', constructor: 1 },
      'ERR_VALIDATION',
      'constructor',
    ],
  ] as const)('is refused with %s', (_, body, code, field) => {
    expect(readerOf('POST /queue')(body)).toMatchObject(refusedField(code, field))
  })

  it('is refused, naming the field, if it requests a feature that does not exist yet', () => {
    const body = { name: 'Sales', schedules: [{ weekday: 'monday' }] }
    expect(readerOf('POST /queue')(body)).toEqual(refusedField('ERR_FIELD_NOT_SUPPORTED', 'schedules'))
  })

  it.each([
    [{ name: 'Sales', super: true }, 'super'],
    [[], ''],
    [null, ''],
    ['x', ''],
  ])('%j is an error', (body, field) => {
    expect(readerOf('PUT /queue/:id')(body)).toMatchObject(refusedField('ERR_VALIDATION', field))
  })
})
