import { COLLECTIONS } from '@guiche/contracts/collections.js'
import type { CompanyDoc } from '@guiche/contracts/views/directory.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import type { MessageDoc } from '@guiche/contracts/views/ticket.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import type { ViewNames } from '@guiche/infra/read-store/views.js'

/** What the gateway reads of the views. */
export interface Records {
  /** Work of a connection after a position, oldest first. */
  work(connectionId: number, kinds: readonly DueWorkDoc['kind'][], after: string): Promise<DueWorkDoc[]>
  /** What some connections have to do, by connection; not all of it when it is as much as `limit`. */
  waiting(connectionIds: readonly number[], limit: number): Promise<DueWorkDoc[]>
  /** Work asked for before a point in time, of all connections, read page by page. */
  overdue(kinds: readonly DueWorkDoc['kind'][], before: string): AsyncIterable<DueWorkDoc>
  messages(ids: readonly string[]): Promise<Map<string, MessageDoc>>
  /** Whether anything was ever exchanged with a contact, apart from what still waits. */
  knowsContact(companyId: number, contactId: number): Promise<boolean>
  company(companyId: number): Promise<CompanyDoc | null>
}

const BATCH = 100

export const createRecords = (
  readStore: Pick<ReadStore, 'find' | 'getMany' | 'count'>,
  views: ViewNames,
): Records => ({
  work: async (connectionId, kinds, after) =>
    readStore.find<DueWorkDoc>({
      collection: await views.collection(COLLECTIONS.dueWork),
      where: { connectionId, kind: { in: kinds }, since: { gt: after } },
      sort: [
        ['since', 1],
        ['id', 1],
      ],
      limit: BATCH,
    }),
  waiting: async (connectionIds, limit) =>
    readStore.find<DueWorkDoc>({
      collection: await views.collection(COLLECTIONS.dueWork),
      where: { connectionId: { in: connectionIds } },
      // as the index has them, so that no more than these are read
      sort: [
        ['connectionId', 1],
        ['kind', 1],
        ['since', 1],
        ['id', 1],
      ],
      limit,
    }),
  overdue: async function* (kinds, before) {
    const collection = await views.collection(COLLECTIONS.dueWork)
    for (const kind of kinds) {
      for (let after = ''; ; ) {
        const page: DueWorkDoc[] = await readStore.find<DueWorkDoc>({
          collection,
          where: { kind, since: { gt: after } },
          sort: [
            ['since', 1],
            ['id', 1],
          ],
          limit: BATCH,
        })
        const due = page.filter((work) => work.requestedAt < before)
        yield* due
        if (due.length < BATCH) break
        after = due.at(-1)?.since ?? after
      }
    }
  },
  messages: async (ids) => readStore.getMany<MessageDoc>(await views.collection(COLLECTIONS.messages), ids),
  knowsContact: async (companyId, contactId) =>
    (await readStore.count({
      collection: await views.collection(COLLECTIONS.messages),
      where: [
        { companyId, contactId, fromMe: false },
        { companyId, contactId, ack: { gte: 1 } },
      ],
      cap: 1,
    })) > 0,
  company: async (companyId) => {
    const id = String(companyId)
    const collection = await views.collection(COLLECTIONS.companies)
    return (await readStore.getMany<CompanyDoc>(collection, [id])).get(id) ?? null
  },
})
