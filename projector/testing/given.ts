import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { CollectionName } from '@guiche/contracts/views/collections.js'
import type { DocOf } from '@guiche/contracts/views/documents.js'
import type { Doc } from '@guiche/infra/read-store/read-store.js'
import { type FoldedDocs, foldPlan, planFolds } from '../engine/batch.js'
import type { Projection } from '../engine/projection.js'

/** A view in memory, folded by the functions of the real engine. */
export interface Folding {
  /** Folds a batch. Drops events at or before the last position, like the engine. */
  fold(events: readonly StoredEvent[]): FoldedDocs
  doc<C extends CollectionName>(collection: C, id: string | number): DocOf<C> | null
  docs<C extends CollectionName>(collection: C): DocOf<C>[]
  /** all documents by `collection/id`, in a fixed order */
  all(): Record<string, Doc>
}

export const foldInto = (projection: Projection): Folding => {
  const documents = new Map<string, Doc>()
  let position: string | null = null
  return {
    fold: (events) => {
      const folded = foldPlan(
        planFolds(projection, events, position),
        (collection, id) => documents.get(`${collection}/${id}`) ?? null,
      )
      if (folded.failure !== null) throw folded.failure.error
      for (const { collection, doc } of folded.put) documents.set(`${collection}/${doc.id}`, doc)
      for (const { collection, id } of folded.remove) documents.delete(`${collection}/${id}`)
      const last = events.at(-1)?.position ?? null
      if (last !== null && (position === null || last > position)) position = last
      return folded
    },
    doc: <C extends CollectionName>(collection: C, id: string | number) =>
      (documents.get(`${collection}/${id}`) ?? null) as DocOf<C> | null,
    docs: <C extends CollectionName>(collection: C) =>
      [...documents]
        .filter(([key]) => key.startsWith(`${collection}/`))
        .map(([, doc]) => doc as unknown as DocOf<C>),
    all: () => Object.fromEntries([...documents].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** given(events).into(view): the view's documents after these events. */
export const given = (...events: readonly StoredEvent[]) => ({
  into: (projection: Projection): Folding => {
    const folding = foldInto(projection)
    folding.fold(events)
    return folding
  },
})
