import type { TicketsEvent } from '@guiche/contracts/events/ticket.js'
import { ok } from '@guiche/contracts/result.js'
import type { Decider } from '../kernel/kernel.js'

/** `data`: the data of the event. */
export interface AskCloseAll {
  readonly kind: 'ask-close-all'
  readonly data: TicketsEvent['data']
}

/**
 * Requests about many tickets of a company (stream `tickets-{companyId}`). An earlier request never forbids a
 * new one.
 */
export const manyTicketsDecider: Decider<null, AskCloseAll, TicketsEvent> = {
  initial: null,
  evolve: (state) => state,
  decide: (_state, { data }) => ok([{ type: 'ticket.close-all-asked.v1', data }]),
  fromEnd: (last) => last.length > 0,
}
