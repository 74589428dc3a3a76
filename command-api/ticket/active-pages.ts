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
 * A page of the active tickets of a company that the views show with a link: attended ones first, then those that wait,
 * then those whose first message is still on its way. Closed tickets keep what they were, and are not read. `after`: the
 * `next` of the page before; null for the first one. `next` is null where no more follow.
 */
export const pageOfActiveTickets = async (
  documents: Pick<Documents, 'find'>,
  companyId: number,
  link: Link,
  after: string | null,
): Promise<{ readonly tickets: readonly TicketDoc[]; readonly next: string | null }> => {
  const queries = [
    ['tickets', { companyId, ...link, status: 'open' }],
    ['tickets', { companyId, ...link, status: 'pending' }],
    ['opening', { companyId, ...link }],
  ] as const
  const [begin, last] = (after ?? '0').split(' ')
  const tickets: TicketDoc[] = []
  for (const [index, [collection, where]] of queries.entries()) {
    if (index < Number(begin)) continue
    const page = await documents.find(collection, {
      where,
      limit: PAGE - tickets.length,
      ...(index === Number(begin) && last !== undefined ? { after: [last] } : {}),
    })
    tickets.push(...page)
    if (tickets.length === PAGE) return { tickets, next: `${index} ${page.at(-1)?.id ?? ''}` }
  }
  return { tickets, next: null }
}
