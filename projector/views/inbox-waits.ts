import type { TicketDoc } from '@guiche/contracts/views/ticket.js'

type WaitFields = Pick<TicketDoc, 'waitingSince' | 'askedAt' | 'snoozedUntil' | 'beforeClose'>
/** The waiting times and the snooze of a ticket after a move. */
type WaitsAfter = (doc: TicketDoc, to: TicketDoc['status'], time: string) => WaitFields

/** Start of a wait after a move of the ticket: for an agent, or, in an attended ticket, for an answer. */
const waitingAfter = (doc: TicketDoc, to: TicketDoc['status'], time: string): string | null => {
  if (to === 'closed') return null
  return to === 'pending' ? (doc.waitingSince ?? time) : doc.askedAt
}

const afterMove: WaitsAfter = (doc, to, time) => ({
  waitingSince: waitingAfter(doc, to, time),
  askedAt: doc.askedAt,
  snoozedUntil: null,
  beforeClose: null,
})

export const waitFields = {
  afterMove,
  afterClose: ({ waitingSince, askedAt, snoozedUntil }: TicketDoc): WaitFields => ({
    waitingSince: null,
    askedAt: null,
    snoozedUntil: null,
    beforeClose: { waitingSince, askedAt, snoozedUntil },
  }),
  /** The contact has written. `beforeClose` stays, so that an undo can restore the waits. */
  afterReturn: (doc: TicketDoc, to: TicketDoc['status'], time: string): WaitFields => ({
    ...afterMove(doc, to, time),
    askedAt: time,
    beforeClose: doc.beforeClose,
  }),
  /** As before the close. A ticket whose contact has written since the close is no longer snoozed. */
  afterUndo: (doc: TicketDoc, to: TicketDoc['status'], time: string): WaitFields => {
    const waitingSince = doc.beforeClose?.waitingSince ?? doc.waitingSince
    const askedAt = doc.beforeClose?.askedAt ?? doc.askedAt
    return {
      ...afterMove({ ...doc, waitingSince, askedAt }, to, time),
      snoozedUntil: doc.status === 'closed' ? (doc.beforeClose?.snoozedUntil ?? null) : null,
    }
  },
} as const satisfies Record<string, WaitsAfter>
