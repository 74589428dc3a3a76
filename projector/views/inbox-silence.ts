import type { TicketMove } from '@guiche/contracts/events/ticket.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { EventOf } from '../engine/projection.js'

type Silence = Pick<TicketDoc, 'silentSince' | 'silence'>
type NewMessage = EventOf<'message.received.v1'> | EventOf<'message.requested.v1'>

const startSilence = (began: string): NonNullable<TicketDoc['silence']> => ({
  began,
  reminded: 0,
  remindedAt: null,
})

/** Restarts the contact's silence at a time. Null if the contact wrote the last message. */
export const silentFrom = ({ silentSince = null }: TicketDoc, time: string): string | null =>
  silentSince === null ? null : time

/** A message of the contact ends its silence, our message starts it. A reminder only increases the count. */
export const silenceAfter = (
  { silentSince = null, silence = null }: TicketDoc,
  { data, time, position }: NewMessage,
  { kind }: Pick<NonNullable<TicketDoc['lastAuthor']>, 'kind'>,
): Silence => {
  if (kind === 'contact') return { silentSince: null, silence: null }
  if ('source' in data && data.source === 'reminder') {
    const reminded = silence && { ...silence, reminded: silence.reminded + 1, remindedAt: time }
    return { silentSince, silence: reminded }
  }
  return { silentSince: time, silence: silence ?? startSilence(position) }
}

/** A moved ticket's silent time starts again. A reopened ticket gets a new silence, and so new reminders. */
export const silenceMoved = (
  doc: TicketDoc,
  { type, time, position }: EventOf<TicketMove['type']>,
): Silence => {
  const silentSince = silentFrom(doc, time)
  const anew = type === 'ticket.reopened.v1' && silentSince !== null
  return { silentSince, silence: anew ? startSilence(position) : (doc.silence ?? null) }
}
