import type { MarksEvent } from '@guiche/contracts/events/ticket.js'
import { ok } from '@guiche/contracts/result.js'
import type { Decider } from '../kernel/kernel.js'

type MarksDataOf<T extends MarksEvent['type']> = Extract<MarksEvent, { type: T }>['data']

/** State of a ticket's read marks after its last mark. */
interface MarksState {
  /** 0 before the first mark */
  readonly companyId: number
  /** revision up to which receipts were given; -1 before the first */
  readonly given: number
}
type MarksCommand =
  | ({ readonly kind: 'read' } & MarksDataOf<'ticket.read.v1'>)
  | ({ readonly kind: 'given'; readonly companyId: number } & MarksDataOf<'ticket.receipts-given.v1'>)

/**
 * Stream `marks-{ticketId}`: read marks of a ticket. The stream grows with each mark, so only its last events
 * are folded.
 */
export const readMarksDecider: Decider<MarksState, MarksCommand, MarksEvent> = {
  initial: { companyId: 0, given: -1 },
  evolve: (state, event) => ({
    companyId: (event as { companyId?: number }).companyId ?? state.companyId,
    given: event.type === 'ticket.receipts-given.v1' ? event.data.upTo : state.given,
  }),
  decide: (state, command) => {
    if (command.kind === 'read') {
      const { kind: _, ...data } = command
      return ok(data.messageIds.length === 0 ? [] : [{ type: 'ticket.read.v1', data }])
    }
    const { kind: _, companyId, ...data } = command
    if (state.companyId !== companyId || data.upTo <= state.given) return ok([])
    return ok([{ type: 'ticket.receipts-given.v1', data }])
  },
  fromEnd: () => true,
}
