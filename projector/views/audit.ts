import type { EventType } from '@guiche/contracts/events/index.js'
import type { AuditDoc } from '@guiche/contracts/views/ticket.js'
import { type EventOf, projection, type Rule } from '../engine/projection.js'

type Data<T extends EventType> = EventOf<T>['data']
type Facts = AuditDoc['facts']

/** One entry an event, with the ids, statuses and codes that `facts` picks: never a text of a person. */
const entry = <T extends EventType>(facts: (data: Data<T>) => Facts): Rule<T> => ({
  touch: () => [],
  apply: (_, event) => {
    const data = event.data as { readonly ticketId?: number; readonly contactId?: number }
    const doc: AuditDoc = {
      id: event.id,
      companyId: event.companyId,
      type: event.type,
      area: event.type.slice(0, event.type.indexOf('.')),
      time: event.time,
      actorKind: event.actor.kind,
      actorId: event.actor.id,
      ticketId: data.ticketId ?? null,
      contactId: data.contactId ?? null,
      correlationId: event.correlationId,
      facts: facts(event.data),
      position: event.position,
    }
    return [{ collection: 'audit', id: doc.id, doc }]
  },
})

/** One entry an event, with these of its fields as they are. */
const picked = <T extends EventType>(...keys: readonly (keyof Data<T> & string)[]): Rule<T> =>
  entry((data: Data<T>) => Object.fromEntries(keys.map((key) => [key, (data as Facts)[key] ?? null])))

type Place = {
  readonly status: string
  readonly userId: number | null
  readonly queueId: number | null
  readonly connectionId: number
}
const to = (place: Place): Facts => ({
  toStatus: place.status,
  toUserId: place.userId,
  toQueueId: place.queueId,
  toConnectionId: place.connectionId,
})
const from = (place: Place): Facts => ({
  fromStatus: place.status,
  fromUserId: place.userId,
  fromQueueId: place.queueId,
  fromConnectionId: place.connectionId,
})
const move = (data: { readonly from: Place; readonly to: Place }): Facts => ({
  ...from(data.from),
  ...to(data.to),
})

/**
 * Who did what. Left out: what only repeats something else (deliveries, read marks, seats, claims), and what contacts
 * wrote, which the conversation shows.
 */
export const audit = projection({
  name: 'audit',
  version: 3,
  collections: [
    {
      name: 'audit',
      indexes: [
        ['companyId', 'position'],
        ['companyId', 'actorId', 'position'],
        ['companyId', 'area', 'position'],
        ['companyId', 'type', 'position'],
        ['companyId', 'ticketId', 'position'],
      ],
    },
  ],
  on: {
    'company.registered.v1': picked('status', 'dueDate'),
    'setting.changed.v1': picked('key', 'value'),

    'user.created.v1': picked('userId', 'profile', 'allTicket'),
    'user.changed.v1': picked('userId', 'profile', 'allTicket'),
    'user.password-changed.v1': picked('userId'),
    'user.session-started.v1': picked('userId'),
    'user.session-ended.v1': picked('userId', 'reason'),
    'user.deleted.v1': picked('userId'),

    'queue.created.v1': picked('queueId'),
    'queue.changed.v1': picked('queueId'),
    'queue.deleted.v1': picked('queueId'),

    'connection.created.v1': picked('connectionId', 'channel', 'isDefault'),
    'connection.changed.v1': picked('connectionId'),
    'connection.default-changed.v1': picked('connectionId', 'previousId'),
    'connection.deleted.v1': picked('connectionId'),
    'connection.session-requested.v1': picked('connectionId', 'request'),
    'connection.status-changed.v1': picked('connectionId', 'status', 'previous', 'reason', 'retries'),

    'contact.created.v1': picked('isGroup', 'connectionId'),
    'contact.changed.v1': picked('active'),
    'contact.merged.v1': picked('into'),
    'contact.erasing.v1': picked(),
    'contact.erased.v1': picked(),

    'ticket.opened.v1': entry((data) => to(data.to)),
    'ticket.accepted.v1': entry(move),
    'ticket.returned.v1': entry(move),
    'ticket.transferred.v1': entry(move),
    'ticket.closed.v1': entry((data) => ({ ...move(data), reason: data.reason })),
    'ticket.reopened.v1': entry(move),
    'ticket.resumed.v1': entry(move),
    'ticket.unlinked.v1': entry((data) => ({ ...move(data), because: data.because })),
    'ticket.contact-changed.v1': picked('previous'),
    'ticket.deleted.v1': entry((data) => from(data.from)),

    'message.requested.v1': picked('messageId', 'connectionId', 'kind', 'source', 'forwarded'),
    'message.failed.v1': picked('messageId', 'connectionId', 'code'),
    'message.retried.v1': picked('messageId', 'connectionId'),
    'message.edit-requested.v1': picked('messageId', 'connectionId'),
    'message.edited.v1': picked('messageId', 'connectionId', 'by'),
    'message.edit-failed.v1': picked('messageId', 'connectionId', 'code'),
    'message.revoke-requested.v1': picked('messageId', 'connectionId'),
    'message.revoked.v1': picked('messageId', 'connectionId', 'by'),
    'message.revoke-failed.v1': picked('messageId', 'connectionId', 'code'),
    'message.media-failed.v1': picked('messageId', 'connectionId', 'code'),
    'message.conflict-parked.v1': picked('messageId', 'connectionId'),
  },
})
