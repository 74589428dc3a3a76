import { withoutSeat } from '@guiche/contracts/company/seats.js'
import { toPosition } from '@guiche/contracts/envelope.js'
import { PLATFORM_COMPANY } from '@guiche/contracts/records/record.js'
import type { ContactDoc } from '@guiche/contracts/views/directory.js'
import { presentContact } from '@guiche/contracts/views/present.js'
import type { ReadStore } from '../read-store/read-store.js'
import type { ViewNames } from '../read-store/views.js'
import { allRecords } from './all-records.js'
import { createDocuments } from './documents.js'
import { createJoins } from './joins.js'
import type { Presence, Records } from './records.js'

/** Greater than the number of queues or connections of any company, so that no list is cut silently. */
const DIRECTORY_LIMIT = 5000
const UNREAD_LIMIT = 500
const WAIT_MS = 5000

/**
 * Records over the read store. Nothing is cached: an answer shows the present views. So a handler that has
 * waited for a position never answers with older data.
 */
export const createRecords = (deps: {
  readStore: ReadStore
  views: ViewNames
  presence: Presence
  /** partition of a company's events in the log; 0 for all unless given */
  partitionOf?: (companyId: number) => number
}): Records => {
  const { readStore, views, presence, partitionOf = () => 0 } = deps
  const documents = createDocuments(readStore, views)
  const joins = createJoins(documents, presence)

  const companyWithPlan: Records['companyWithPlan'] = async (companyId) => {
    const company = await documents.one('companies', companyId, companyId)
    if (company === null) return null
    const { planId = null } = company
    return { company, plan: planId === null ? null : await documents.one('plans', PLATFORM_COMPANY, planId) }
  }

  return {
    companyWithPlan,
    withoutSeat: async (companyId, seats) => {
      const where = { companyId, deleted: false }
      if ((await documents.count('users', where, seats + 1)) <= seats) return new Set()
      const users = await documents.find('users', { where, limit: DIRECTORY_LIMIT })
      return new Set(withoutSeat(users, seats).map(({ userId }) => userId))
    },
    company: (companyId) => documents.one('companies', companyId, companyId),
    session: async (sessionId) => (await documents.getMany('sessions', [sessionId])).get(sessionId) ?? null,
    user: async (companyId, userId) => {
      const user = await documents.one('users', companyId, userId)
      return user === null || user.deleted ? null : user
    },
    queue: (companyId, queueId) => documents.one('queues', companyId, queueId),
    queues: (companyId) => allRecords(documents, 'queue', companyId),
    connection: (companyId, connectionId) => documents.one('connections', companyId, connectionId),
    connections: async (companyId) => {
      const found = await documents.find('connections', { where: { companyId }, limit: DIRECTORY_LIMIT })
      return found.sort((a, b) => a.connectionId - b.connectionId)
    },
    contact: async (companyId, contactId) => {
      const contact = await joins.contact(contactId)
      return contact?.companyId === companyId ? contact : null
    },
    ticket: (companyId, ticketId) => documents.one('tickets', companyId, ticketId),
    ticketByUuid: (companyId, uuid) => documents.first('tickets', { where: { companyId, uuid } }),
    message: (companyId, messageId) => documents.one('messages', companyId, messageId),
    unreadMessages: (companyId, ticketId) =>
      documents.find('messages', {
        where: { companyId, ticketId, fromMe: false, read: false },
        sort: [['order', 1]],
        limit: UNREAD_LIMIT,
      }),

    presentUsers: joins.users,
    presentConnections: joins.connections,
    presentContacts: (docs: readonly ContactDoc[]) => docs.map(presentContact),
    presentTickets: joins.tickets,
    presentMessages: joins.messages,

    logPosition: (companyId, position) => `${partitionOf(companyId)}:${position}`,
    waitFor: async (names, logPosition, timeoutMs = WAIT_MS, known = []) => {
      const [partition = '0', position = '0'] = logPosition.split(':')
      const read = await Promise.all(names.map((name) => views.view(name)))
      const versions = read.filter((version) => !known.includes(version))
      if (versions.length === 0) return true
      return readStore.awaitCheckpoint(versions, Number(partition), toPosition(BigInt(position)), timeoutMs)
    },
  }
}
