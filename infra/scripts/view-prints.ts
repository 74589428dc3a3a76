import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type StoredEvent, SYSTEM, toPosition } from '@guiche/contracts/envelope.js'
import { type EventType, eventStreams } from '@guiche/contracts/events/index.js'
import { recordViews } from '@guiche/contracts/records/index.js'
import { type FoldedDocs, foldPlan, planFolds } from '@guiche/projector/engine/batch.js'
import type { Projection } from '@guiche/projector/engine/projection.js'
import type { Doc } from '../read-store/read-store.js'
import { FURTHER_SAMPLES, type FurtherSamples } from './further-samples.js'
import type { Data, Golden } from './golden.js'

/**
 * Fingerprints of a version of a view: hashes of its collections, and of the documents of each folded event.
 * A further sample has its own hash, under `<type> (<name of the sample>)`.
 */
export interface ViewPrint {
  readonly version: number
  readonly collections: string
  readonly events: Readonly<Record<string, string>>
}
export type ViewPrints = Readonly<Record<string, ViewPrint>>

/** The file with the agreed fingerprints of the views. */
export const VIEW_PRINTS = new URL('../../projector/views/fingerprints.json', import.meta.url)
export const agreedPrints = (): ViewPrints => JSON.parse(readFileSync(VIEW_PRINTS, 'utf8')) as ViewPrints

type Docs = ReadonlyMap<string, Doc>

const hashOf = (value: unknown): string => {
  const sorted = (_: string, field: unknown): unknown =>
    typeof field === 'object' && field !== null && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1)))
      : field
  return createHash('sha256').update(JSON.stringify(value, sorted)).digest('hex').slice(0, 16)
}

/** An event as stored. `place`: 1 for creating events, 2 for the event under test. */
const storedEvent = (type: string, data: Data, place: 1 | 2): StoredEvent => {
  const { stream = '' } = eventStreams.find(({ events }) => type in events) ?? {}
  return {
    id: type,
    type,
    data,
    companyId: 1,
    time: `2026-01-05T12:0${place}:00.000Z`,
    actor: SYSTEM,
    correlationId: 'correlation',
    causationId: 'command',
    stream: stream.replace(/\{(\w+)\}/g, (_, field: string) => String(data[field] ?? 1)),
    revision: place,
    position: toPosition(place),
  }
}

const foldEvent = (view: Projection, docs: Docs, event: StoredEvent): FoldedDocs =>
  foldPlan(planFolds(view, [event], null), (collection, id) => docs.get(`${collection}/${id}`) ?? null)

/**
 * Whether an event only creates: it changes and removes no existing document, or makes the first one of a
 * collection.
 */
const createsDocument = (docs: Docs, { put, remove }: FoldedDocs): boolean => {
  const isNew = put.filter(({ collection, doc }) => !docs.has(`${collection}/${doc.id}`))
  const isFirst = isNew.some(
    ({ collection }) => ![...docs.keys()].some((key) => key.startsWith(`${collection}/`)),
  )
  return remove.length === 0 && isNew.length > 0 && (isNew.length === put.length || isFirst)
}

/** The documents after the creating events, in the order of the contracts. */
const createdDocs = (view: Projection, events: readonly StoredEvent[]): Docs => {
  const docs = new Map<string, Doc>()
  for (const event of events) {
    const change = foldEvent(view, docs, event)
    if (!createsDocument(docs, change)) continue
    for (const { collection, doc } of change.put) docs.set(`${collection}/${doc.id}`, doc)
  }
  return docs
}

const furtherKey = (type: string, name: string): string => `${type} (${name})`
/** Whether a key of the fingerprints is of a further sample. */
const isFurther = (key: string): boolean => key.endsWith(')')

/**
 * The fingerprint of a view. Each event is folded alone, and after the creating events, with its golden
 * sample and with other data. `only`: the events to fold.
 */
export const printOf = (
  view: Projection,
  { samples, other }: Pick<Golden, 'samples' | 'other'>,
  only = Object.keys(samples),
  further: FurtherSamples = FURTHER_SAMPLES,
): ViewPrint => {
  const types = Object.keys(samples).filter((type) => view.rules.has(type))
  const sampleOf = (type: string) => samples[type] ?? {}
  const furtherOf = (type: string) => Object.entries<Data>(further[type as EventType] ?? {})
  const printsOfEvent = (type: string): [string, string][] => {
    const others = types.filter((one) => one !== type)
    const worlds = [
      new Map<string, Doc>(),
      ...[sampleOf, other].map((dataOf) =>
        createdDocs(
          view,
          others.map((one) => storedEvent(one, dataOf(one), 1)),
        ),
      ),
    ]
    const hashOfFolded = (...variants: readonly Data[]): string => {
      const events = variants.map((data) => storedEvent(type, data, 2))
      const changes = worlds.flatMap((docs) => events.map((event) => foldEvent(view, docs, event)))
      return hashOf(changes.map(({ put, remove }) => ({ put, remove })))
    }
    return [
      [type, hashOfFolded(sampleOf(type), other(type), other(type, false))],
      ...furtherOf(type).map(([name, data]): [string, string] => [
        furtherKey(type, name),
        hashOfFolded(data),
      ]),
    ]
  }
  return {
    version: view.version,
    collections: hashOf(view.collections),
    events: Object.fromEntries(types.filter((type) => only.includes(type)).flatMap(printsOfEvent)),
  }
}

/**
 * Reasons against agreeing the views: a view makes other documents or has other indexes under a version that
 * installations have built. `added`: events that no installation can have stored yet. An added or removed
 * further sample is no change of the fold.
 */
export const staleVersions = (agreed: ViewPrints, now: ViewPrints, added: ReadonlySet<string>): string[] =>
  Object.entries(now).flatMap(([name, print]) => {
    const before = agreed[name]
    if (before === undefined || print.version > before.version) return []
    const types = new Set([...Object.keys(before.events), ...Object.keys(print.events)])
    const onlyOnce = (type: string) => !(type in before.events && type in print.events)
    const changed = [...types].filter(
      (type) =>
        before.events[type] !== print.events[type] &&
        !added.has(type) &&
        !(isFurther(type) && onlyOnce(type)),
    )
    if (print.collections !== before.collections) changed.unshift('its indexes or search fields')
    return changed.length === 0
      ? []
      : [
          `The view ${name} differs from its version ${before.version} in what it makes of ${changed.join(', ')}. ` +
            `Raise its version in ${name in recordViews ? 'contracts/records' : 'projector/views'}, so that installations build it anew, then run npm run agree.`,
        ]
  })
