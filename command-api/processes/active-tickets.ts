import { COLLECTIONS } from '@guiche/contracts/collections.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { Documents } from '@guiche/infra/records/documents.js'

const PAGE = 200

/** A link that tickets have. */
export interface Link {
  readonly userId?: number
  readonly queueId?: number
  readonly connectionId?: number
}

/**
 * The active tickets of a company that the views show with a link, page by page: attended ones first, then those that
 * wait, then those whose first message is still on its way. What is closed keeps what it was, and is not read.
 */
export async function* activeTickets(
  documents: Pick<Documents, 'find'>,
  companyId: number,
  link: Link,
): AsyncGenerator<TicketDoc> {
  const wheres = [
    { collection: COLLECTIONS.tickets, where: { companyId, ...link, status: 'open' } },
    { collection: COLLECTIONS.tickets, where: { companyId, ...link, status: 'pending' } },
    { collection: COLLECTIONS.opening, where: { companyId, ...link } },
  ]
  for (const query of wheres) {
    for (let after: string | null = null; ; ) {
      const page: TicketDoc[] = await documents.find<TicketDoc>({
        ...query,
        sort: [['id', 1]],
        limit: PAGE,
        ...(after === null ? {} : { after: [after] }),
      })
      yield* page
      after = page.at(-1)?.id ?? null
      if (page.length < PAGE) break
    }
  }
}
