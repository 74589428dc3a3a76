import type { HistoryImport } from '@guiche/contracts/message/history-import.js'
import type { CompanyDoc, ConnectionDoc, ContactDoc } from '@guiche/contracts/views/directory.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import type { MessageDoc } from '@guiche/contracts/views/ticket.js'
import { BY_TIME } from '@guiche/infra/due-work/due-work.js'
import type { Where } from '@guiche/infra/read-store/read-store.js'
import type { ViewNames } from '@guiche/infra/read-store/views.js'
import { createDocuments, OLDEST_FIRST, pagesOf } from '@guiche/infra/records/documents.js'

/** The gateway's queries of the views. */
export interface Records {
  /** Due work of a connection after a position, oldest first. `later`: only the work that yields to other work. */
  work(
    connectionId: number,
    kinds: readonly DueWorkDoc['kind'][],
    after: string,
    later?: boolean,
  ): Promise<DueWorkDoc[]>
  /** Whether the work still exists, and was not requested again since the read. */
  isDue(work: DueWorkDoc): Promise<boolean>
  /** The due work of some connections, by connection. Incomplete when there are `limit` pieces. */
  waiting(connectionIds: readonly number[], limit: number): Promise<DueWorkDoc[]>
  /** Work that was due before a point in time, of all connections, read page by page. */
  overdue(kinds: readonly DueWorkDoc['kind'][], before: string): AsyncIterable<DueWorkDoc>
  messages(ids: readonly string[]): Promise<Map<string, MessageDoc>>
  /** Whether a connection has ever exchanged a message with a contact, pending ones excluded. */
  knowsContact(companyId: number, connectionId: number, contactId: number): Promise<boolean>
  company(companyId: number): Promise<CompanyDoc | null>
  /** Connections that are not deleted, by their ids as text. */
  connections(connectionIds: readonly number[]): Promise<Map<string, ConnectionDoc>>
  /** The last import of old messages of a connection. */
  historyImport(connectionId: number): Promise<HistoryImport | undefined>
  connectionsOf(companyId: number): Promise<ConnectionDoc[]>
  /** Whether a connection has a ticket, open or closed. */
  hasTickets(companyId: number, connectionId: number): Promise<boolean>
  /** Contacts with one of these linked ids or numbers, in any order, maybe with duplicates. */
  contactsBy(companyId: number, field: 'lid' | 'number', values: readonly string[]): Promise<ContactDoc[]>
  /** Contacts blocked on a connection. */
  blockedContacts(companyId: number, connectionId: number): Promise<ContactDoc[]>
}

const BATCH = 100

export const createRecords = (
  readStore: Parameters<typeof createDocuments>[0],
  views: ViewNames,
): Records => {
  const documents = createDocuments(readStore, views)
  return {
    work: (connectionId, kinds, after, later = false) =>
      documents.find('due-work', {
        where: { connectionId, kind: { in: kinds }, later, since: { gt: after } },
        sort: OLDEST_FIRST,
        limit: BATCH,
      }),
    isDue: async ({ id, since }) => (await documents.getMany('due-work', [id])).get(id)?.since === since,
    waiting: (connectionIds, limit) =>
      documents.find('due-work', {
        where: { connectionId: { in: connectionIds } },
        // in index order, so that only these are read
        sort: [['connectionId', 1], ['kind', 1], ['later', 1], ...OLDEST_FIRST],
        limit,
      }),
    overdue: async function* (kinds, before) {
      for (const kind of kinds) {
        const where = { kind, dueAt: { lt: before } }
        for (let after: readonly string[] = []; ; ) {
          const page = await documents.find('due-work', {
            ...{ where, sort: BY_TIME, limit: BATCH },
            ...(after.length > 0 && { after }),
          })
          yield* page
          const last = page.at(-1)
          if (last === undefined || page.length < BATCH) break
          after = [last.dueAt, last.id]
        }
      }
    },
    messages: (ids) => documents.getMany('messages', ids),
    connections: (ids) => documents.getMany('connections', ids.map(String)),
    historyImport: async (connectionId) =>
      (await documents.getMany('history-imports', [connectionId])).get(String(connectionId))?.last,
    connectionsOf: async (companyId) => {
      const found: ConnectionDoc[] = []
      for await (const page of pagesOf(documents, 'connections', { companyId })) found.push(...page)
      return found
    },
    hasTickets: async (companyId, connectionId) =>
      (await documents.count('tickets', { companyId, connectionId }, 1)) > 0,
    knowsContact: async (companyId, connectionId, contactId) => {
      const both = { companyId, contactId, connectionId }
      const exchanged: Where[] = [
        { ...both, fromMe: false },
        { ...both, ack: { gte: 1 } },
      ]
      return (await documents.count('messages', exchanged, 1)) > 0
    },
    company: (companyId) => documents.one('companies', companyId, companyId),
    contactsBy: async (companyId, field, values) => {
      const found: ContactDoc[] = []
      for (let at = 0; at < values.length; at += BATCH) {
        const where = { companyId, [field]: { in: values.slice(at, at + BATCH) } }
        for await (const page of pagesOf(documents, 'contacts', where)) found.push(...page)
      }
      return found
    },
    blockedContacts: async (companyId, connectionId) => {
      const found: ContactDoc[] = []
      for await (const page of pagesOf(documents, 'contacts', { companyId, isBlocked: true })) {
        found.push(...page.filter(({ blockedOn }) => blockedOn.includes(connectionId)))
      }
      return found
    },
  }
}
