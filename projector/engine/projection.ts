import type { Visibility } from '@guiche/contracts/bus/changes.js'
import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventNamed, EventType } from '@guiche/contracts/events/index.js'
import type { RecordName, Records } from '@guiche/contracts/records/index.js'
import type { CollectionName, ViewName } from '@guiche/contracts/views/collections.js'
import type { DocOf } from '@guiche/contracts/views/documents.js'
import type { CollectionSpec, Doc } from '@guiche/infra/read-store/read-store.js'

export type EventOf<T extends EventType> = StoredEvent<EventNamed<T>>

/** Names one document of a view. */
export interface Ref {
  readonly collection: CollectionName
  readonly id: string
}

/** A document's new content; `doc` null removes the document. */
export type DocumentWrite = {
  [C in CollectionName]: { readonly collection: C; readonly id: string; readonly doc: DocOf<C> | null }
}[CollectionName]

/** The documents that a rule named, as before its event. */
export interface Docs {
  get<C extends CollectionName>(collection: C, id: string | number): DocOf<C> | null
}

/**
 * The effect of an event on a view. `touch` names the documents to load. `apply` is pure and total and gives the
 * changed documents. An unnamed document may be written only under the event's own id, so that it is surely new.
 */
export interface Rule<T extends EventType> {
  touch(event: EventOf<T>): readonly Ref[]
  apply(docs: Docs, event: EventOf<T>): readonly DocumentWrite[]
}

/** A rule for each of these types: one that is missing does not compile. */
export type Rules<T extends EventType> = { readonly [K in T]: Rule<K> }

export interface ProjectionSpec {
  readonly name: ViewName
  /** grows whenever the folds would make other documents from the same events: the view is then rebuilt */
  readonly version: number
  readonly collections: readonly (CollectionSpec & { readonly name: CollectionName })[]
  /** the visibility of a document; collections not listed here publish no changes */
  readonly visibility?: { readonly [C in CollectionName]?: (doc: DocOf<C>) => Visibility }
  readonly on: Partial<Rules<EventType>>
}

/** A view as the engine runs it, without the types of its events and documents. */
export interface Projection extends Pick<ProjectionSpec, 'name' | 'version' | 'collections'> {
  readonly rules: ReadonlyMap<string, Rule<EventType>>
  visibilityOf(collection: CollectionName): ((doc: Doc) => Visibility) | null
}

/**
 * For an event that changes nothing in a view, where a table needs a rule for each event. The view is as one without
 * that rule: without a fingerprint of the event.
 */
export const nothingRule = { touch: (): readonly Ref[] => [], apply: (): readonly DocumentWrite[] => [] }

/** Declares a view: its collections and, event by event, its folds. */
export const declareView = (spec: ProjectionSpec): Projection => {
  const visible = new Map(Object.entries(spec.visibility ?? {})) as unknown as ReadonlyMap<
    string,
    (doc: Doc) => Visibility
  >
  const rules = Object.entries(spec.on) as unknown as readonly (readonly [string, Rule<EventType>])[]
  return {
    name: spec.name,
    version: spec.version,
    collections: spec.collections,
    rules: new Map(rules.filter(([, rule]) => rule !== nothingRule)),
    visibilityOf: (collection) => visible.get(collection) ?? null,
  }
}

type IdOf<T extends EventType> = (event: EventOf<T>) => string | number

/** Folds an event into one document: from the document before (null: absent) to the document after (null: removed). */
export const foldRule = <C extends CollectionName, T extends EventType>(
  collection: C,
  idOf: IdOf<T>,
  apply: (doc: DocOf<C> | null, event: EventOf<T>) => DocOf<C> | null,
): Rule<T> => ({
  touch: (event) => [{ collection, id: String(idOf(event)) }],
  apply: (docs, event) => {
    const id = String(idOf(event))
    return [{ collection, id, doc: apply(docs.get(collection, id), event) } as DocumentWrite]
  },
})

/** Creates a document; an existing one stays unchanged. */
export const createRule = <C extends CollectionName, T extends EventType>(
  collection: C,
  idOf: IdOf<T>,
  make: (event: EventOf<T>) => DocOf<C>,
): Rule<T> => foldRule(collection, idOf, (doc, event: EventOf<T>) => doc ?? make(event))

/** Changes an existing document; does nothing without one. */
export const updateRule = <C extends CollectionName, T extends EventType>(
  collection: C,
  idOf: IdOf<T>,
  change: (doc: DocOf<C>, event: EventOf<T>) => DocOf<C> | null,
): Rule<T> =>
  foldRule(collection, idOf, (doc, event: EventOf<T>) => (doc === null ? null : change(doc, event)))

type StampedCollection = Records[RecordName]['plural'] | 'contacts' | 'users' | 'connections' | 'messages'
type Stamps = 'id' | 'companyId' | 'createdAt' | 'updatedAt' | 'position'

/** Creates the missing document of an event. The document gets its id and company, and the event's time and position. */
export const make = <C extends StampedCollection, T extends EventType>(
  collection: C,
  idOf: IdOf<T>,
  of: (event: EventOf<T>) => Omit<DocOf<C>, Stamps> & { readonly createdAt?: string },
): Rule<T> =>
  createRule(collection, idOf, (event: EventOf<T>) => {
    const { companyId, time, position } = event
    const stamps = { companyId, createdAt: time, updatedAt: time, position }
    return { id: String(idOf(event)), ...stamps, ...of(event) } as unknown as DocOf<C>
  })

/** Changes an existing document, and stamps it with time and position of the event. Null: no change. */
export const change = <C extends StampedCollection, T extends EventType>(
  collection: C,
  idOf: IdOf<T>,
  of: (event: EventOf<T>, doc: DocOf<C>) => Partial<DocOf<C>> | null,
): Rule<T> =>
  updateRule(collection, idOf, (doc, event: EventOf<T>) => {
    const changed = of(event, doc)
    return changed === null ? doc : { ...doc, ...changed, updatedAt: event.time, position: event.position }
  })

/** Takes a document away. */
export const removeRule = <C extends CollectionName, T extends EventType>(
  collection: C,
  idOf: IdOf<T>,
): Rule<T> => foldRule(collection, idOf, () => null)

/** Moves a document to the collection of deleted documents, where its name can still be read. */
export const retireRule = <C extends CollectionName, T extends EventType>(
  collection: C,
  into: CollectionName,
  idOf: IdOf<T>,
  last: (doc: DocOf<C>) => DocOf<C> = (doc) => doc,
): Rule<T> => ({
  touch: (event) => [{ collection, id: String(idOf(event)) }],
  apply: (docs, event) => {
    const id = String(idOf(event))
    const doc = docs.get(collection, id)
    if (doc === null) return []
    return [
      { collection, id, doc: null } as DocumentWrite,
      { collection: into, id, doc: last(doc) } as DocumentWrite,
    ]
  },
})

/** Several rules for one event. Each sees the writes of the rules before it. */
export const allRules = <T extends EventType>(...rules: readonly Rule<T>[]): Rule<T> => ({
  touch: (event) => rules.flatMap((rule) => rule.touch(event)),
  apply: (docs, event) => {
    const written = new Map<string, DocumentWrite>()
    const sofar: Docs = {
      get: <C extends CollectionName>(collection: C, id: string | number) => {
        const write = written.get(`${collection}/${id}`)
        return write === undefined ? docs.get(collection, id) : (write.doc as DocOf<C> | null)
      },
    }
    for (const rule of rules) {
      for (const write of rule.apply(sofar, event)) written.set(`${write.collection}/${write.id}`, write)
    }
    return [...written.values()]
  },
})
