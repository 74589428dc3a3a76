import { COLLECTIONS } from '@guiche/contracts/collections.js'
import { toPosition } from '@guiche/contracts/envelope.js'
import type {
  CompanyDoc,
  ConnectionDoc,
  ContactDoc,
  QueueDoc,
  SessionDoc,
  UserDoc,
} from '@guiche/contracts/views/directory.js'
import { presentContact, presentQueue } from '@guiche/contracts/views/present.js'
import type { MessageDoc, TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { ReadStore } from '../read-store/read-store.js'
import type { ViewNames } from '../read-store/views.js'
import { createDocuments } from './documents.js'
import { createJoins } from './joins.js'
import type { Presence, Records } from './records.js'

/** More queues or connections than any company has; a list is never cut silently below it. */
const DIRECTORY_LIMIT = 5000
const UNREAD_LIMIT = 500
const WAIT_MS = 5000

/** Queues as people order them: by their number, those without one last, then by name. */
const byOrder = (a: QueueDoc, b: QueueDoc): number =>
  (a.orderQueue ?? Number.MAX_SAFE_INTEGER) - (b.orderQueue ?? Number.MAX_SAFE_INTEGER) ||
  a.name.localeCompare(b.name) ||
  a.queueId - b.queueId

/**
 * Records over the read store. Nothing is cached: an answer shows what the views hold at this moment, so that a
 * handler which waited for a position never answers from before it.
 */
export const createRecords = (deps: {
  readStore: ReadStore
  views: ViewNames
  presence: Presence
  /** partition of the log in which a company's events stand; 0 for all unless given */
  partitionOf?: (companyId: number) => number
}): Records => {
  const { readStore, views, presence, partitionOf = () => 0 } = deps
  const documents = createDocuments(readStore, views)
  const joins = createJoins(documents, presence)

  return {
    company: (companyId) => documents.one<CompanyDoc>(COLLECTIONS.companies, companyId, companyId),
    session: async (sessionId) => {
      const found = await documents.getMany<SessionDoc>(COLLECTIONS.sessions, [sessionId])
      return found.get(sessionId) ?? null
    },
    user: async (companyId, userId) => {
      const user = await documents.one<UserDoc>(COLLECTIONS.users, companyId, userId)
      return user === null || user.deleted ? null : user
    },
    queue: (companyId, queueId) => documents.one<QueueDoc>(COLLECTIONS.queues, companyId, queueId),
    queues: async (companyId) => {
      const found = await documents.find<QueueDoc>({
        collection: COLLECTIONS.queues,
        where: { companyId },
        sort: [['id', 1]],
        limit: DIRECTORY_LIMIT,
      })
      return found.sort(byOrder)
    },
    connection: (companyId, connectionId) =>
      documents.one<ConnectionDoc>(COLLECTIONS.connections, companyId, connectionId),
    connections: async (companyId) => {
      const found = await documents.find<ConnectionDoc>({
        collection: COLLECTIONS.connections,
        where: { companyId },
        sort: [['id', 1]],
        limit: DIRECTORY_LIMIT,
      })
      return found.sort((a, b) => a.connectionId - b.connectionId)
    },
    contact: async (companyId, contactId) => {
      const contact = (await joins.contacts([contactId])).get(contactId)
      return contact === undefined || contact.companyId !== companyId ? null : contact
    },
    ticket: (companyId, ticketId) => documents.one<TicketDoc>(COLLECTIONS.tickets, companyId, ticketId),
    ticketByUuid: async (companyId, uuid) => {
      const [ticket] = await documents.find<TicketDoc>({
        collection: COLLECTIONS.tickets,
        where: { companyId, uuid },
        sort: [['id', 1]],
        limit: 1,
      })
      return ticket ?? null
    },
    message: (companyId, messageId) => documents.one<MessageDoc>(COLLECTIONS.messages, companyId, messageId),
    unreadMessages: (companyId, ticketId) =>
      documents.find<MessageDoc>({
        collection: COLLECTIONS.messages,
        where: { companyId, ticketId, fromMe: false, read: false },
        sort: [['order', 1]],
        limit: UNREAD_LIMIT,
      }),

    presentUsers: joins.users,
    presentQueues: (docs) => docs.map(presentQueue),
    presentConnections: joins.connections,
    presentContacts: (docs: readonly ContactDoc[]) => docs.map(presentContact),
    presentTickets: joins.tickets,
    presentMessages: joins.messages,

    place: (companyId, position) => `${partitionOf(companyId)}:${position}`,
    waitFor: async (names, place, timeoutMs = WAIT_MS, known = []) => {
      const [partition = '0', position = '0'] = place.split(':')
      const read = await Promise.all(names.map((name) => views.view(name)))
      const versions = read.filter((version) => !known.includes(version))
      if (versions.length === 0) return true
      return readStore.awaitCheckpoint(versions, Number(partition), toPosition(BigInt(position)), timeoutMs)
    },
  }
}
