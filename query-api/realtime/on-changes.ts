import type { Change } from '@guiche/contracts/bus/changes.js'
import type { Field } from '@guiche/contracts/records/fields.js'
import { RECORDS, type RecordName, type Records } from '@guiche/contracts/records/index.js'
import { kindOf } from '@guiche/contracts/records/kinds/index.js'
import type { CollectionName, ViewName } from '@guiche/contracts/views/collections.js'
import { viewsOf } from '@guiche/contracts/views/joined-views.js'
import { JOIN_KINDS, type JOINED_SUBJECTS, type JoinedName } from '@guiche/contracts/views/joins.js'
import type { Delivery } from '@guiche/infra/event-bus/event-bus.js'
import { cacheReads, type DocumentsById } from '@guiche/infra/records/documents.js'
import { audienceOf } from './audience.js'
import type { Realtime } from './deps.js'
import {
  tellCompanies,
  tellConnections,
  tellContacts,
  tellPlans,
  tellRecords,
  tellUsers,
} from './directory-frames.js'
import type { RefuseBlocked } from './refuse-blocked.js'
import { createSessionFrames } from './session-frames.js'
import { tellMessages, tellTickets } from './ticket-frames.js'

/** Views whose documents a frame contains. None of them may lag behind the published change. */
const SHOWN_VIEWS: readonly ViewName[] = [
  ...new Set([...viewsOf(...JOIN_KINDS), ...Object.values(RECORDS).map(({ plural }) => plural)]),
]
/** The collections that show a change of a record: its own, and those with a count of the record, by id. */
const collectionsOf = (name: RecordName): readonly string[] => {
  const fields: Readonly<Record<string, Field>> = RECORDS[name].fields
  const counts = Object.values(fields).flatMap((field) => {
    const { by, beside } = kindOf(field)
    return by === 'view' ? (beside?.(field)?.of ?? []) : []
  })
  return [RECORDS[name].plural, ...counts]
}
/** The collections that tickets and messages are shown from. */
const READ_COLLECTIONS: readonly CollectionName[] = ['tickets', 'messages']
const WAIT_MS = 1000
/** Time in which frames do not wait for a view that was late. One halted view must not slow all frames. */
const GIVE_UP_MS = 10_000

/** Merges several changes of one document: the state before the first, and the state after the last. */
export const mergeChanges = (changes: readonly Change[]): Change[] => {
  const byDoc = new Map<string, Change>()
  for (const change of changes) {
    const key = `${change.collection}/${change.id}`
    const first = byDoc.get(key)
    byDoc.set(
      key,
      first === undefined
        ? change
        : { ...change, before: first.before, types: [...first.types, ...change.types] },
    )
  }
  return [...byDoc.values()]
}

/** Tells of changes of one collection, from documents that are read once a batch. */
type Handler = (realtime: Realtime, changes: readonly Change[], documents: DocumentsById) => Promise<void>

const OF_RECORDS = Object.fromEntries(
  (Object.keys(RECORDS) as RecordName[]).flatMap((name) => {
    const tell: Handler = (realtime, changes) => tellRecords(realtime, name, changes)
    return collectionsOf(name).map((collection) => [collection, tell] as const)
  }),
) as unknown as { readonly [N in RecordName as Records[N]['plural']]: Handler }
// a joined collection without frames does not compile
const HANDLERS: { readonly [S in JoinedName as (typeof JOINED_SUBJECTS)[S]['in']]: Handler } = {
  companies: tellCompanies,
  users: tellUsers,
  ...{ ...OF_RECORDS, plans: tellPlans },
  connections: tellConnections,
  // a connection shows how its import stands
  'history-imports': tellConnections,
  contacts: tellContacts,
  tickets: tellTickets,
  messages: tellMessages,
}

export type OnChanges = (batch: readonly Delivery<Change>[]) => Promise<void>

/** Loads all documents of the changes together, before the handlers read their own documents one after another. */
const preloadDocuments = (changes: readonly Change[], once: DocumentsById): void => {
  const wanted = new Map<CollectionName, (string | number)[]>(READ_COLLECTIONS.map((name) => [name, []]))
  for (const { collection, id, after } of changes) {
    wanted.get(collection as CollectionName)?.push(id)
    if (collection === 'messages' && after?.ticketId) wanted.get('tickets')?.push(after.ticketId)
  }
  // the caller that needs the batch gets the failure
  for (const [collection, ids] of wanted) once.getMany(collection, ids).catch(() => {})
}

/** A frame shows a ticket with its contact, a message with its ticket. All their views have to be that far. */
const waitForViews = async (
  { records, partitionOf, logger, clock }: Realtime,
  patience: { gaveUpAt: number },
  changes: readonly Change[],
): Promise<void> => {
  if (clock.now().getTime() - patience.gaveUpAt < GIVE_UP_MS) return
  const last = new Map<number, Change>()
  for (const change of changes) {
    const partition = partitionOf(change.companyId)
    if ((last.get(partition)?.position ?? '') < change.position) last.set(partition, change)
  }
  const places = [...last].map(([partition, { position, beside }]) => ({
    place: `${partition}:${position}`,
    beside,
  }))
  const reached = await Promise.all(
    places.map(({ place, beside }) => records.waitFor(SHOWN_VIEWS, place, WAIT_MS, beside)),
  )
  if (reached.includes(false)) {
    patience.gaveUpAt = clock.now().getTime()
    logger.warn({ places: places.map(({ place }) => place) }, 'frames do not wait for a view that is late')
  }
}

/**
 * Turns changes of the views into frames. Receivers are users who may see the documents now, and users who
 * may no longer see them.
 */
export const createOnChanges = (realtime: Realtime, blocked: RefuseBlocked): OnChanges => {
  const { clients, documents, logger, lastChanges } = realtime
  const sessionFrames = createSessionFrames(realtime)
  const tellSessions: Handler = (_, changes) => sessionFrames(changes)
  const refuseBlocked: Handler = (_, changes) => blocked.changed(changes)
  const patience = { gaveUpAt: Number.NEGATIVE_INFINITY }

  return async (batch) => {
    for (const { value } of batch) lastChanges.changed(value.companyId)
    const heard = batch
      .map((delivery) => delivery.value)
      .filter((change) => audienceOf(clients, change.companyId).size > 0)
    if (heard.length === 0) return
    const changes = mergeChanges(heard)
    const once = cacheReads(documents)
    const told = async (name: string, handle: Handler): Promise<void> => {
      const own = changes.filter((change) => change.collection === name)
      if (own.length === 0) return
      try {
        await handle(realtime, own, once)
      } catch (failure) {
        // frames are best effort: the clients fetch anew, and one bad document stops no other frame
        logger.error({ err: failure, collection: name }, 'frames could not be made')
      }
    }
    // an ended session and a block wait for no other view
    await told('sessions', tellSessions)
    await told('companies', refuseBlocked)
    await waitForViews(realtime, patience, changes)
    preloadDocuments(changes, once)
    for (const [name, handle] of Object.entries<Handler>(HANDLERS)) await told(name, handle)
  }
}
