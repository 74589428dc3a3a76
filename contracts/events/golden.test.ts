import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { check } from '../schema.js'
import { narrowings, type Schema } from './additive.js'
import { type EventType, eventSchemas } from './index.js'

/**
 * golden/<type>.json is a sample of the data of every event type that was ever written, golden/schemas.json what each
 * type looked like when it was last agreed. `npm run agree` writes both for a new type, and the schema after an
 * addition to a type. Anything else is a new type.
 */
const folder = new URL('golden/', import.meta.url)
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
const types = Object.keys(eventSchemas) as EventType[]
const agreed = read('schemas.json') as Record<string, Schema>
const samples = readdirSync(folder)
  .filter((name) => name !== 'schemas.json')
  .map((name) => name.replace(/\.json$/, ''))
const plain = (value: unknown): Schema => JSON.parse(JSON.stringify(value)) as Schema

describe('golden samples', () => {
  it('are there for every type, and no type ever goes', () => {
    expect(samples.sort()).toEqual([...types].sort())
    expect(Object.keys(agreed).sort()).toEqual([...types].sort())
  })

  it.each(types)('%s still reads what was written', (type) => {
    expect(check(eventSchemas[type], read(`${type}.json`))).toMatchObject({ ok: true })
  })
})

describe('contracts of events', () => {
  it.each(types)('%s changed by additions only', (type) => {
    expect(narrowings(agreed[type] ?? {}, plain(eventSchemas[type]))).toEqual([])
  })

  it.each(types)('%s is agreed as it stands', (type) => {
    expect(agreed[type]).toEqual(plain(eventSchemas[type]))
  })
})

describe('narrowings', () => {
  const text = { type: 'string' }
  const event = {
    type: 'object',
    properties: { code: text },
    required: ['code'],
    additionalProperties: false,
  }

  it.each([
    ['an optional field', event, { ...event, properties: { code: text, note: text } }],
    ['a new word', { type: 'string', enum: ['a'] }, { type: 'string', enum: ['a', 'b'] }],
    ['a wider limit', { type: 'string', maxLength: 5 }, { type: 'string', maxLength: 9 }],
  ])('takes %s', (_, before, after) => {
    expect(narrowings(before, after)).toEqual([])
  })

  it.each([
    [
      'a required field',
      event,
      { ...event, properties: { code: text, note: text }, required: ['code', 'note'] },
    ],
    ['a field gone', event, { ...event, properties: {}, required: [] }],
    ['a field that may be missing', event, { ...event, required: [] }],
    ['another type', event, { ...event, properties: { code: { type: 'integer' } } }],
    ['a word gone', { type: 'string', enum: ['a', 'b'] }, { type: 'string', enum: ['a'] }],
    ['a list of words', text, { type: 'string', enum: ['a'] }],
    ['a narrower limit', { type: 'string', maxLength: 9 }, { type: 'string', maxLength: 5 }],
    ['a new limit', text, { type: 'string', minLength: 1 }],
    ['null beside it', text, { anyOf: [text, { type: 'null' }] }],
    ['null gone', { anyOf: [text, { type: 'null' }] }, text],
    ['items of another kind', { type: 'array', items: text }, { type: 'array', items: { type: 'number' } }],
  ])('refuses %s', (_, before, after) => {
    expect(narrowings(before, after)).not.toEqual([])
  })
})
