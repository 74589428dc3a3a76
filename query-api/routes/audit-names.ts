import { COLLECTIONS } from '@guiche/contracts/collections.js'
import type { ConnectionDoc, ContactDoc, QueueDoc, UserDoc } from '@guiche/contracts/views/directory.js'
import type { AuditRecord } from '@guiche/contracts/views/records.js'
import type { AuditDoc, TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { CollectionName, Documents } from '@guiche/infra/records/documents.js'

/** What an id in the facts names, by the end of its field: `fromQueueId`, `to.userId`, `connectionId` … */
const KINDS = [
  { ending: /user(id)?$/i, collection: COLLECTIONS.users },
  { ending: /queue(id)?$/i, collection: COLLECTIONS.queues, deleted: COLLECTIONS.deletedQueues },
  {
    ending: /(connection|whatsapp)(id)?$/i,
    collection: COLLECTIONS.connections,
    deleted: COLLECTIONS.deletedConnections,
  },
  { ending: /contact(id)?$/i, collection: COLLECTIONS.contacts },
] as const satisfies readonly { ending: RegExp; collection: CollectionName; deleted?: CollectionName }[]

type Named = UserDoc | QueueDoc | ConnectionDoc | ContactDoc

const isPerson = (doc: AuditDoc): boolean => doc.actorKind === 'user' || doc.actorKind === 'super'
const idsIn = (doc: AuditDoc) =>
  Object.entries(doc.facts).flatMap(([key, id]) => {
    const kind = KINDS.find(({ ending }) => ending.test(key))
    return kind === undefined || typeof id !== 'number' ? [] : [{ key, id, collection: kind.collection }]
  })

/** Makes records of audit documents, with the present names of what their ids mean, also of deleted queues and connections. */
export const createAuditNames =
  (documents: Documents) =>
  async (docs: readonly AuditDoc[]): Promise<AuditRecord[]> => {
    const wanted = new Map<CollectionName, Set<number>>(
      KINDS.map(({ collection }) => [collection, new Set()]),
    )
    for (const doc of docs) {
      if (isPerson(doc)) wanted.get(COLLECTIONS.users)?.add(doc.actorId)
      if (doc.actorKind === 'contact') wanted.get(COLLECTIONS.contacts)?.add(doc.actorId)
      if (doc.contactId !== null) wanted.get(COLLECTIONS.contacts)?.add(doc.contactId)
      for (const { collection, id } of idsIn(doc)) wanted.get(collection)?.add(id)
    }
    const [tickets, ...found] = await Promise.all([
      documents.getMany<TicketDoc>(
        COLLECTIONS.tickets,
        docs.flatMap((doc) => doc.ticketId ?? []),
      ),
      ...KINDS.map(async ({ collection, ...kind }) => {
        const ids = [...(wanted.get(collection) ?? [])]
        const gone = 'deleted' in kind ? await documents.getMany<Named>(kind.deleted, ids) : []
        return { collection, docs: new Map([...gone, ...(await documents.getMany<Named>(collection, ids))]) }
      }),
    ])
    const nameOf = (companyId: number, collection: CollectionName, id: number): string => {
      const named = found.find((one) => one.collection === collection)?.docs.get(String(id))
      return named !== undefined && named.companyId === companyId ? named.name : ''
    }

    return docs.map((doc) => {
      const { companyId } = doc
      const ticket = doc.ticketId === null ? undefined : tickets.get(String(doc.ticketId))
      const names = idsIn(doc).map(
        ({ key, id, collection }) => [key, nameOf(companyId, collection, id)] as const,
      )
      const actorKind = isPerson(doc) ? COLLECTIONS.users : COLLECTIONS.contacts
      return {
        id: doc.id,
        type: doc.type,
        area: doc.area,
        time: doc.time,
        actor: {
          kind: doc.actorKind,
          id: doc.actorId,
          name: isPerson(doc) || doc.actorKind === 'contact' ? nameOf(companyId, actorKind, doc.actorId) : '',
        },
        ticketId: doc.ticketId,
        ticketUuid: ticket?.companyId === companyId ? ticket.uuid : null,
        contact:
          doc.contactId === null
            ? null
            : { id: doc.contactId, name: nameOf(companyId, COLLECTIONS.contacts, doc.contactId) },
        facts: doc.facts,
        names: Object.fromEntries(names.filter(([, name]) => name !== '')),
        correlationId: doc.correlationId,
        position: doc.position,
      }
    })
  }
