import type { Change } from '@guiche/contracts/bus/changes.js'
import { type StoredEvent, userOf } from '@guiche/contracts/envelope.js'
import type { EventType } from '@guiche/contracts/events/index.js'
import type { CollectionName } from '@guiche/contracts/views/collections.js'
import type { DocOf } from '@guiche/contracts/views/documents.js'
import type { Doc } from '@guiche/infra/read-store/read-store.js'
import type { Docs, EventOf, Projection, Ref, Rule } from './projection.js'

/** Pure: takes a batch of events and the documents that they name; gives documents to write and changes to publish. */

interface Step {
  readonly event: StoredEvent
  readonly rule: Rule<EventType>
  readonly refs: readonly Ref[]
}

/** An event on which a fold failed: always a fault of the fold. */
export interface Failure {
  readonly position: string
  readonly type: string
  readonly error: unknown
}

/**
 * A view's steps for a batch of events, before documents are loaded. With a failure, the steps end before the failed
 * event.
 */
export interface Plan {
  readonly projection: Projection
  readonly steps: readonly Step[]
  readonly failure: Failure | null
}

const failureOf = (event: StoredEvent, error: unknown): Failure => ({
  position: event.position,
  type: event.type,
  error,
})

/** Finds the rules of the events after `after` (null: from the start), and the documents that the rules name. */
export const planFolds = (
  projection: Projection,
  events: readonly StoredEvent[],
  after: string | null,
): Plan => {
  const steps: Step[] = []
  for (const event of events) {
    if (after !== null && event.position <= after) continue
    const rule = projection.rules.get(event.type)
    if (rule === undefined) continue
    try {
      steps.push({ event, rule, refs: rule.touch(event as EventOf<EventType>) })
    } catch (error) {
      return { projection, steps, failure: failureOf(event, error) }
    }
  }
  return { projection, steps, failure: null }
}

/** A document in the course of a batch. */
interface Slot {
  readonly collection: CollectionName
  readonly id: string
  readonly before: Doc | null
  doc: Doc | null
  types: string[]
  position: string
  companyId: number
  /** the user whose event was folded last; null for one that no user made */
  by: number | null
}

export interface FoldedDocs {
  readonly put: readonly { readonly collection: CollectionName; readonly doc: Doc }[]
  readonly remove: readonly Ref[]
  readonly changes: readonly Change[]
  /** rules that were skipped because they would mix two companies in one document */
  readonly refused: readonly { readonly position: string; readonly type: string; readonly ref: Ref }[]
  readonly failure: Failure | null
}

/**
 * Folds a plan over documents. `load` gives a document as before the batch, only for ids in the plan. A document of
 * another company than the event's is neither shown to a fold nor written.
 */
export const foldPlan = (
  { projection, steps, failure }: Plan,
  load: (collection: CollectionName, id: string) => Doc | null,
): FoldedDocs => {
  const slots = new Map<string, Slot>()
  const refused: { position: string; type: string; ref: Ref }[] = []
  const slotOf = ({ collection, id }: Ref, known: boolean): Slot => {
    const key = `${collection}/${id}`
    const found = slots.get(key)
    if (found !== undefined) return found
    const before = known ? load(collection, id) : null
    const slot = {
      collection,
      id,
      before,
      doc: before,
      types: [],
      position: '',
      companyId: before?.companyId ?? 0,
      by: null,
    }
    slots.set(key, slot)
    return slot
  }
  const docs: Docs = {
    get: <C extends CollectionName>(collection: C, id: string | number) =>
      (slots.get(`${collection}/${id}`)?.doc ?? null) as DocOf<C> | null,
  }

  let stopped = failure
  for (const { event, rule, refs } of steps) {
    const foreign = refs.find((ref) => {
      const { doc } = slotOf(ref, true)
      return doc !== null && doc.companyId !== event.companyId
    })
    if (foreign !== undefined) {
      refused.push({ position: event.position, type: event.type, ref: foreign })
      continue
    }
    try {
      const writes = rule.apply(docs, event as EventOf<EventType>)
      const mixed = writes.find(({ doc }) => doc !== null && doc.companyId !== event.companyId)
      if (mixed !== undefined) {
        refused.push({ position: event.position, type: event.type, ref: mixed })
        continue
      }
      for (const write of writes) {
        const slot = slotOf(write, false)
        if (write.doc === slot.doc) continue
        slot.doc = write.doc
        slot.types.push(event.type)
        slot.position = event.position
        slot.companyId = event.companyId
        slot.by = userOf(event.actor)
      }
    } catch (error) {
      stopped = failureOf(event, error)
      break
    }
  }

  const put: { collection: CollectionName; doc: Doc }[] = []
  const gone: Ref[] = []
  const changes: Change[] = []
  for (const slot of slots.values()) {
    const { collection, id, before, doc } = slot
    if (before === doc) continue
    if (doc === null) gone.push({ collection, id })
    else put.push({ collection, doc })
    const see = projection.visibilityOf(collection)
    if (see === null) continue
    changes.push({
      view: projection.name,
      collection,
      id,
      companyId: slot.companyId,
      position: slot.position,
      types: slot.types,
      ...(doc === null && slot.by !== null && { by: slot.by }),
      before: before === null ? null : see(before),
      after: doc === null ? null : see(doc),
    })
  }
  return { put, remove: gone, changes, refused, failure: stopped }
}
