import { Type } from '@sinclair/typebox'
import { Id, Nullable, OneOf, Strict } from '../envelope.js'
import { Rating } from '../events/ticket.js'
import { PRIORITIES } from '../ticket/priority.js'
import { describeSchema } from './description.js'

const PublicAssignment = describeSchema(
  'Where a ticket stands; null = nobody, none.',
  Strict({
    status: OneOf(['pending', 'open', 'closed']),
    userId: Nullable(Id),
    queueId: Nullable(Id),
    connectionId: Id,
  }),
)
const ids = { ticketId: Id, contactId: Id }
const move = { ...ids, from: PublicAssignment, to: PublicAssignment }

/** Topic `guiche.tickets.v1`, subject `ticket/{ticketId}`: the life of a ticket, ids only. */
export const publicTicketEvents = {
  'guiche.ticket.opened.v1': describeSchema(
    'A conversation with a contact begins.',
    Strict({
      ...ids,
      uuid: Type.String({ format: 'uuid' }),
      isGroup: Type.Boolean(),
      imported: describeSchema('It came with the history of a newly linked phone.', Type.Boolean()),
      to: PublicAssignment,
      origin: Type.Optional(
        describeSchema(
          'The contact came by an advertisement: the message that follows has `ad`.',
          Type.Literal('ad'),
        ),
      ),
    }),
  ),
  'guiche.ticket.accepted.v1': describeSchema('A user took it.', Strict(move)),
  'guiche.ticket.returned.v1': describeSchema('Back to those that wait.', Strict(move)),
  'guiche.ticket.transferred.v1': describeSchema('To another user, queue or connection.', Strict(move)),
  'guiche.ticket.closed.v1': describeSchema(
    'The conversation has ended.',
    Strict({
      ...move,
      reason: OneOf(['resolved', 'close-all', 'merged', 'erased', 'expired', 'imported', 'served']),
    }),
  ),
  'guiche.ticket.rated.v1': describeSchema(
    'The contact says how it was: 1 unsatisfied, 2 satisfied, 3 very satisfied.',
    Strict({ ...ids, userId: Nullable(Id), queueId: Nullable(Id), rating: Rating }),
  ),
  'guiche.ticket.reopened.v1': describeSchema(
    'A closed ticket goes on.',
    Strict({
      ...move,
      by: describeSchema(
        'Somebody took it up again, or the contact wrote again.',
        OneOf(['user', 'contact']),
      ),
    }),
  ),
  'guiche.ticket.unlinked.v1': describeSchema(
    'Its user, queue or connection is gone.',
    Strict({ ...move, because: OneOf(['user', 'queue', 'connection']) }),
  ),
  'guiche.ticket.priority-set.v1': describeSchema(
    'How urgent it is from now on; `normal` until this is told.',
    Strict({ ...ids, priority: OneOf(PRIORITIES) }),
  ),
  'guiche.ticket.contact-changed.v1': describeSchema(
    'It belongs to another contact now.',
    Strict({ ...ids, previousContactId: Id }),
  ),
  'guiche.ticket.deleted.v1': describeSchema('It is gone.', Strict(ids)),
} as const
