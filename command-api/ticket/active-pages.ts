import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { Documents } from '@guiche/infra/records/documents.js'

const PAGE = 200

/** A link of tickets to a user, queue or connection. */
export interface TicketLink {
  readonly userId?: number
  readonly queueId?: number
  readonly connectionId?: number
}

/**
 * A page of a company's active tickets that have a link, in three groups: attended tickets, waiting tickets,
 * and tickets whose first message has not arrived in the views. Closed tickets keep their links, and are not read.
 * `after`: `next` of the previous page; null for the first page. `next` is null on the last page.
 */
export const pageOfActiveTickets = async (
  documents: Pick<Documents, 'find'>,
  companyId: number,
  link: TicketLink,
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
