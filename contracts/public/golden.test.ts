import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { narrowings, type Schema } from '../events/additive.js'
import { check } from '../schema.js'
import { PUBLIC_TOPICS } from '../topics.js'
import { type PublicEventType, publicEventSchemas, publicEventsByTopic } from './index.js'

/**
 * golden/<type>.json is a sample of the data of every public event type, golden/schemas.json what each looked like when
 * it was last agreed. For a new type write its sample; for it and for additions to a type run
 * `node --import tsx --conditions=source infra/scripts/agree-events.ts`. Anything else is a new type beside the old.
 */
const folder = new URL('golden/', import.meta.url)
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
const types = Object.keys(publicEventSchemas) as PublicEventType[]
const agreed = read('schemas.json') as Record<string, Schema>
const samples = readdirSync(folder)
  .filter((name) => name !== 'schemas.json')
  .map((name) => name.replace(/\.json$/, ''))
const plain = (value: unknown): Schema => JSON.parse(JSON.stringify(value)) as Schema

describe('public events', () => {
  it('have a golden sample each, and no type ever goes', () => {
    expect(samples.sort()).toEqual([...types].sort())
    expect(Object.keys(agreed).sort()).toEqual([...types].sort())
  })

  it('are in one topic each', () => {
    expect(Object.values(publicEventsByTopic).flatMap(Object.keys)).toEqual(types)
    expect(Object.keys(publicEventsByTopic)).toEqual(Object.values(PUBLIC_TOPICS))
  })

  it.each(types)('%s still fits what was published', (type) => {
    expect(check(publicEventSchemas[type], read(`${type}.json`))).toMatchObject({ ok: true })
  })

  it.each(types)('%s changed by additions only, and is agreed as it stands', (type) => {
    const now = plain(publicEventSchemas[type])
    expect(narrowings(agreed[type] ?? {}, now)).toEqual([])
    expect(agreed[type]).toEqual(now)
  })
})
