import type { TicketDoc } from '@guiche/contracts/views/ticket.js'

type Waits = Pick<TicketDoc, 'waitingSince' | 'snoozedUntil' | 'beforeClose'>
/** How long somebody has waited once a ticket stands elsewhere, and whether it is snoozed there. */
type WaitsAfter = (doc: TicketDoc, to: TicketDoc['status'], time: string) => Waits

/** Since when somebody waits, once a ticket has moved: our last word that a person wrote was an answer. */
const waitingAfter = (doc: TicketDoc, to: TicketDoc['status'], time: string): string | null => {
  if (to === 'closed') return null
  if (to === 'pending') return doc.waitingSince ?? time
  const isAnswered = doc.lastAuthor === null || ['user', 'phone'].includes(doc.lastAuthor.kind)
  return isAnswered ? null : doc.waitingSince
}

const afterMove: WaitsAfter = (doc, to, time) => ({
  waitingSince: waitingAfter(doc, to, time),
  snoozedUntil: null,
  beforeClose: null,
})

export const waits = {
  afterMove,
  afterClose: ({ waitingSince, snoozedUntil }: TicketDoc): Waits => ({
    waitingSince: null,
    snoozedUntil: null,
    beforeClose: { waitingSince, snoozedUntil },
  }),
  /** The contact has written: an undo still gives back how it waited. */
  afterReturn: (...moved: Parameters<WaitsAfter>): Waits => ({
    ...afterMove(...moved),
    beforeClose: moved[0].beforeClose,
  }),
  /** As before the close; where the contact has written since, it is not snoozed any more. */
  afterUndo: (doc: TicketDoc, to: TicketDoc['status'], time: string): Waits => {
    const waitingSince = doc.beforeClose?.waitingSince ?? doc.waitingSince
    return {
      ...afterMove({ ...doc, waitingSince }, to, time),
      snoozedUntil: doc.status === 'closed' ? (doc.beforeClose?.snoozedUntil ?? null) : null,
    }
  },
} as const satisfies Record<string, WaitsAfter>
