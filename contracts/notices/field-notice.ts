import type { FieldSetType, TicketFieldName, TicketValues } from '../events/ticket-fields.js'
import type { TicketRecord } from '../views/records.js'
import type { AtLeastOne, BeforeFrame, Events, FrameSubject, Frames, NoticeTicket } from './notice.js'

/** A field that was set on a ticket, and the ticket's agent. */
export interface FieldSet<K extends TicketFieldName> {
  readonly userId: NoticeTicket['userId']
  readonly value: NonNullable<TicketValues[K]>
}

/** The value that is new to a window; null without one. */
const newValueIn = <K extends TicketFieldName>(
  field: K,
  now: TicketRecord,
  { listed }: BeforeFrame,
): FrameSubject<FieldSet<K>> | null => {
  const before = listed(now.id)
  const value: TicketValues[K] = now[field]
  // without the ticket's former state a window cannot know whether the value is news
  if (before === undefined || before.position > now.position) return null
  if (value === null || value === before[field]) return null
  return { subject: { userId: now.userId, value }, ticket: now }
}

/**
 * The frames and the event that trigger a notice about a field set on a ticket. Frames of messages also contain the ticket, and
 * may come first. A window shows a value once, and never null.
 */
export const whenSet = <K extends TicketFieldName>(
  field: K,
): { readonly frames: AtLeastOne<Frames<FieldSet<K>>>; readonly events: AtLeastOne<Events<FieldSet<K>>> } => {
  type SetData = { readonly ticketId: number } & Pick<TicketValues, K>
  const type: FieldSetType<K> = `ticket.${field}-set.v1`
  const events = {
    [type]: ({ ticketId, [field]: value }: SetData) =>
      value === null
        ? null
        : { ticketId, among: null, subject: ({ userId }: NoticeTicket) => ({ userId, value }) },
  }
  return {
    frames: {
      ticket: (frame, before) => (frame.action === 'update' ? newValueIn(field, frame.ticket, before) : null),
      appMessage: (frame, before) =>
        frame.action === 'delete' ? null : newValueIn(field, frame.ticket, before),
    },
    events: events as unknown as AtLeastOne<Events<FieldSet<K>>>,
  }
}
