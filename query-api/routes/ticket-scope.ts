import { TICKET_STATUSES } from '@guiche/contracts/events/ticket.js'
import { fulfilsMatch, type TicketMatch } from '@guiche/contracts/ticket-lists/match.js'
import type { CounterDoc } from '@guiche/contracts/views/ticket.js'
import type { Where } from '@guiche/infra/read-store/read-store.js'

/** The match as a condition of the read store. */
export const whereOf = (companyId: number, match: TicketMatch): Where => ({
  companyId,
  // indexes of users' and queues' tickets begin with the status: without a status, all are queried
  ...(match.userId === undefined && match.queueId === undefined ? {} : { status: { in: TICKET_STATUSES } }),
  ...match,
})

/** Sum of the counters that match one of these; each counter once. */
export const totalOf = (matches: readonly TicketMatch[], counters: readonly CounterDoc[]): number =>
  counters
    .filter((counter) => matches.some((match) => fulfilsMatch(counter, match)))
    .reduce((sum, counter) => sum + counter.tickets, 0)
