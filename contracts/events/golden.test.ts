import { readdirSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { checkSchema } from '../schema.js'
import { sampleOf } from '../testing/samples.js'
import { breakingChanges } from './additive.js'
import { type EventType, eventSchemas } from './index.js'

/**
 * golden/<type>.json: sample data of every event type ever written. golden/schemas.json: the agreed schema of each type.
 * `npm run agree` writes both for a new type, and the schema after an added field.
 * Any other change needs a new type: infra/scripts/generated-files.test.ts compares the schemas.
 */
const folder = new URL('golden/', import.meta.url)
const types = Object.keys(eventSchemas) as EventType[]
const samples = readdirSync(folder)
  .filter((name) => name !== 'schemas.json')
  .map((name) => name.replace(/\.json$/, ''))

describe('golden samples', () => {
  it('exist for each event type, so no type can be removed', () => {
    const known: readonly string[] = types
    expect(samples.filter((type) => !known.includes(type))).toEqual([])
  })

  it.each(types)('%s still fits its schema', (type) => {
    expect(checkSchema(eventSchemas[type], sampleOf(type))).toMatchObject({ ok: true })
  })
})

describe('a check for breaking changes', () => {
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
  ])('accepts %s', (_, before, after) => {
    expect(breakingChanges(before, after)).toEqual([])
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
    expect(breakingChanges(before, after)).not.toEqual([])
  })
})
