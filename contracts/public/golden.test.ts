import { readdirSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { PUBLIC_TOPICS } from '../bus/topics.js'
import { check } from '../schema.js'
import { publicSampleOf } from '../testing/samples.js'
import { type PublicEventType, publicEventSchemas, publicEventsByTopic } from './index.js'

/**
 * golden/<type>.json: a data sample of every public event type; `npm run agree` writes it.
 * infra/scripts/asyncapi.test.ts compares docs/asyncapi.yaml for fields that a schema lost.
 */
const folder = new URL('golden/', import.meta.url)
const types = Object.keys(publicEventSchemas) as PublicEventType[]
const samples = readdirSync(folder).map((name) => name.replace(/\.json$/, ''))

describe('public events', () => {
  it('never go: each golden sample has its type', () => {
    const known: readonly string[] = types
    expect(samples.filter((type) => !known.includes(type))).toEqual([])
  })

  it('are in one topic each', () => {
    expect(Object.values(publicEventsByTopic).flatMap(Object.keys)).toEqual(types)
    expect(Object.keys(publicEventsByTopic)).toEqual(Object.values(PUBLIC_TOPICS))
  })

  it.each(types)('%s still fits what was published', (type) => {
    expect(check(publicEventSchemas[type], publicSampleOf(type))).toMatchObject({ ok: true })
  })
})
