import {
  collectionOf,
  DUE_KINDS,
  type DueCollection,
  type DueKind,
} from '@guiche/contracts/due-work/index.js'
import {
  DELETION_WORDS,
  type DueKindSpec,
  type DueSubject,
  type WorkRequest,
} from '@guiche/contracts/due-work/kind.js'
import type { StoredEvent } from '@guiche/contracts/envelope.js'
import { type EventType, eventSchemas } from '@guiche/contracts/events/index.js'
import type { MessageSource } from '@guiche/contracts/events/message.js'
import type { ViewName } from '@guiche/contracts/views/collections.js'
import { askerOf, type DueWorkDoc, dueWorkId } from '@guiche/contracts/views/due-work.js'
import { allRules, declareView, type Projection, type Rule } from '../engine/projection.js'

/** The fields of due work that any event may bring. */
interface BroughtFields {
  readonly connectionId?: number
  readonly ticketId?: number
  readonly contactId?: number
  readonly userId?: number | null
  readonly source?: MessageSource
}
type AnyEvent = StoredEvent<{ type: EventType; data: BroughtFields & Readonly<Record<string, unknown>> }>

/** A kind with the rules that fold it; the types of its events are no longer visible. */
interface AnyKind extends Pick<DueKindSpec, 'subject'> {
  readonly asks: Readonly<Record<string, (event: AnyEvent, work: DueWorkDoc | null) => WorkRequest | null>>
  readonly ends: Readonly<Record<string, true | ((event: AnyEvent, work: DueWorkDoc) => boolean)>>
  readonly changes?: Readonly<Record<string, (event: AnyEvent, work: DueWorkDoc) => Partial<DueWorkDoc>>>
}

const workOf = (kind: DueKind, ref: string, event: AnyEvent): DueWorkDoc => ({
  id: dueWorkId(kind, ref),
  companyId: event.companyId,
  kind,
  ref,
  connectionId: event.data.connectionId ?? 0,
  ticketId: event.data.ticketId ?? null,
  contactId: event.data.contactId ?? null,
  since: event.position,
  requestedAt: event.time,
  dueAt: event.time,
  later: false,
  asker: askerOf(event.data),
  correlationId: event.correlationId,
  body: null,
  messageIds: null,
  mark: null,
})

/** The events by which a subject is gone. */
export const endingsOf = (subject: DueSubject): readonly EventType[] =>
  DELETION_WORDS.map((end) => `${subject}.${end}.v1`).filter(
    (type): type is EventType => type in eventSchemas,
  )

/** The work of a kind after an event: null when it is over. */
const nextWork = (
  kind: DueKind,
  { subject, asks, ends, changes }: AnyKind,
  ref: string,
  event: AnyEvent,
  work: DueWorkDoc | null,
): DueWorkDoc | null => {
  const { type } = event
  const asked = asks[type]?.(event, work) ?? null
  if (asked !== null) return { ...workOf(kind, ref, event), ...asked }
  if (work === null || endingsOf(subject).includes(type)) return null
  const end = ends[type] ?? false
  if (typeof end === 'function' ? end(event, work) : end) return null
  const change = changes?.[type]?.(event, work)
  return change === undefined ? work : { ...work, ...change }
}

const ruleOf = (kind: DueKind, spec: AnyKind, collection: DueCollection): Rule<EventType> => {
  /** null: the event is not about a subject of this kind */
  const refOf = ({ companyId, data }: AnyEvent): string | null => {
    const ids: Readonly<Record<string, unknown>> = { companyId, ...data }
    const id = ids[`${spec.subject}Id`]
    return typeof id === 'string' || typeof id === 'number' ? String(id) : null
  }
  return {
    touch: (event) => {
      const ref = refOf(event as AnyEvent)
      return ref === null ? [] : [{ collection, id: dueWorkId(kind, ref) }]
    },
    apply: (docs, event) => {
      const ref = refOf(event as AnyEvent)
      if (ref === null) return []
      const id = dueWorkId(kind, ref)
      const before = docs.get(collection, id)
      const doc = nextWork(kind, spec, ref, event as AnyEvent, before)
      return doc === before ? [] : [{ collection, id, doc }]
    },
  }
}

/**
 * The view of due work of these kinds: requested − finished − cancelled. Each kind folds the events that it names, and the
 * events that delete its subject.
 */
export const dueView = (
  name: ViewName & DueCollection,
  version: number,
  kinds: Readonly<Partial<Record<DueKind, DueKindSpec>>>,
): Projection => {
  const rules = new Map<string, Rule<EventType>[]>()
  for (const [kind, spec] of Object.entries(kinds) as unknown as readonly [DueKind, AnyKind][]) {
    const { asks, ends, changes = {}, subject } = spec
    const rule = ruleOf(kind, spec, name)
    const types = [asks, ends, changes].flatMap((of) => Object.keys(of))
    for (const type of new Set([...types, ...endingsOf(subject)])) {
      rules.set(type, [...(rules.get(type) ?? []), rule])
    }
  }
  return declareView({
    name,
    version,
    collections: [
      {
        name,
        indexes: [
          ['connectionId', 'kind', 'later', 'since', 'id'],
          ['connectionId', 'asker', 'kind'],
          ['kind', 'dueAt', 'id'],
          ['kind', 'later', 'companyId', 'dueAt', 'id'],
        ],
      },
    ],
    visibility: { [name]: (doc: DueWorkDoc) => ({ ticketId: doc.ticketId }) },
    on: Object.fromEntries([...rules].map(([type, some]) => [type, allRules(...some)])),
  })
}

const specs = Object.entries(DUE_KINDS) as readonly (readonly [DueKind, DueKindSpec])[]

/** All views of due work: the shared view `due-work` of several kinds, and a view for each other kind. */
export const dueViews: { readonly [V in DueCollection]: Projection } = Object.fromEntries([
  [
    'due-work',
    dueView('due-work', 9, Object.fromEntries(specs.filter(([, { view }]) => view === 'due-work'))),
  ],
  ...specs.flatMap(([kind, spec]) =>
    spec.view === 'due-work'
      ? []
      : [[collectionOf(kind), dueView(collectionOf(kind), spec.view.version, { [kind]: spec })]],
  ),
]) as { readonly [V in DueCollection]: Projection }
