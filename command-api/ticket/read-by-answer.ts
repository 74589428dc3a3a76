import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import type { AreaDeps } from '../deps.js'
import { consequence, type Work } from '../kernel/consequence.js'
import { markRead } from './reading.js'

type Needs = Pick<AreaDeps, 'kernel' | 'records'>
type RatingReply = 'ticket.rated.v1' | 'ticket.rating-unclear.v1' | 'ticket.rating-commented.v1'
type Answer = 'ticket.accepted.v1' | RatingReply | 'message.requested.v1' | 'message.received.v1'

const readTicket = async (
  { companyId, position, data: { ticketId } }: StoredEvent<EventNamed<Answer>>,
  work: Work,
  needs: Needs,
): Promise<void> => {
  await work.shown('conversation')
  work.settle(await markRead(needs, { companyId, ticketId, upTo: position, meta: work.meta }))
}

/**
 * Marks a contact's messages as read when a user accepts the ticket or answers, here or on our own phone. The
 * contact's replies to a rating question are marked, too. Waits until the view shows the event. Imported and
 * automatic texts mark nothing. Neither does a message forwarded into the conversation, because its sender
 * has seen another conversation.
 */
export const readByAnswer = consequence<Needs, Answer>({
  name: 'read-by-answer',
  group: 'courtesies',
  harmless: ['ERR_NO_TICKET_FOUND'],
  when: ({ data }) => {
    if ('source' in data && data.source !== 'user') return false
    if ('forwarding' in data && data.forwarding) return false
    return !('fromMe' in data) || (data.fromMe && !data.imported)
  },
  on: {
    'ticket.accepted.v1': readTicket,
    'ticket.rated.v1': readTicket,
    'ticket.rating-unclear.v1': readTicket,
    'ticket.rating-commented.v1': readTicket,
    'message.requested.v1': readTicket,
    'message.received.v1': readTicket,
  },
})
