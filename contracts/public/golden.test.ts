import { readdirSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { PUBLIC_TOPICS } from '../bus/topics.js'
import { checkSchema } from '../schema.js'
import { publicSampleOf } from '../testing/samples.js'
import { type PublicEventType, publicEventSchemas, publicEventsByTopic } from './index.js'

/**
 * golden/<type>.json: sample data of every public event type, written by `npm run agree`. infra/scripts/asyncapi.test.ts finds
 * fields that a schema in docs/asyncapi.yaml has lost.
 */
const folder = new URL('golden/', import.meta.url)
const types = Object.keys(publicEventSchemas) as PublicEventType[]
const samples = readdirSync(folder).map((name) => name.replace(/\.json$/, ''))

describe('public events', () => {
  it('are never removed: each golden sample has its type', () => {
    const known: readonly string[] = types
    expect(samples.filter((type) => !known.includes(type))).toEqual([])
  })

  it('have one topic each', () => {
    expect(Object.values(publicEventsByTopic).flatMap(Object.keys)).toEqual(types)
    expect(Object.keys(publicEventsByTopic)).toEqual(Object.values(PUBLIC_TOPICS))
  })

  it.each(types)('%s still fits its published schema', (type) => {
    expect(checkSchema(publicEventSchemas[type], publicSampleOf(type))).toMatchObject({ ok: true })
  })
})
