import type { EventType } from '@guiche/contracts/events/index.js'
import { streams } from '@guiche/contracts/streams.js'
import { type DueWorkDoc, dueWorkId } from '@guiche/contracts/views/due-work.js'
import { all, type EventOf, fold, projection, type Rule, remove, update } from '../engine/projection.js'

type Kind = DueWorkDoc['kind']
type Ref = string | number

/** What any event brings to the work that it asks for. */
interface Asking {
  readonly companyId: number
  readonly time: string
  readonly position: string
  readonly correlationId: string
  readonly data: {
    readonly connectionId?: number
    readonly ticketId?: number
    readonly contactId?: number
    readonly body?: string
    readonly emoji?: string
  }
}

const work = (kind: Kind, ref: Ref, event: Asking): DueWorkDoc => ({
  id: dueWorkId(kind, ref),
  companyId: event.companyId,
  kind,
  ref: String(ref),
  connectionId: event.data.connectionId ?? 0,
  ticketId: event.data.ticketId ?? null,
  contactId: event.data.contactId ?? null,
  since: event.position,
  requestedAt: event.time,
  correlationId: event.correlationId,
  body: null,
  messageIds: null,
  mark: null,
})

type AboutMessage = Extract<EventType, `message.${string}`>

/** Asks for work on the event's message; asked again, the newer request stands. */
const asked = <T extends AboutMessage>(kind: Kind, body: (event: EventOf<T>) => string | null): Rule<T> =>
  fold(
    'due-work',
    (event) => dueWorkId(kind, event.data.messageId),
    (_, event) => ({ ...work(kind, event.data.messageId, event), body: body(event) }),
  )
const nothing = (): null => null

/** What came in may have a file that is still to be fetched. */
const askedForFile = <T extends 'message.received.v1' | 'message.recovered.v1'>(): Rule<T> =>
  fold(
    'due-work',
    (event) => dueWorkId('media', event.data.messageId),
    (doc, event) => (event.data.mediaPending ? work('media', event.data.messageId, event) : doc),
  )

/** The work on the event's message is over. */
const done = <T extends AboutMessage>(...kinds: readonly Kind[]): Rule<T> =>
  all(
    ...kinds.map((kind) =>
      remove<'due-work', T>('due-work', (event) => dueWorkId(kind, event.data.messageId)),
    ),
  )

/** The work is over if it was this very content; another one asked for meanwhile stays. */
const doneAs = <T extends 'message.edited.v1' | 'message.reacted.v1'>(
  kind: Kind,
  body: (event: EventOf<T>) => string,
): Rule<T> =>
  update(
    'due-work',
    (event: EventOf<T>) => dueWorkId(kind, event.data.messageId),
    (doc, event) => (event.data.by === 'us' && doc.body === body(event) ? null : doc),
  )

/** So many of a ticket's last messages stay named while their receipts are not given: a gateway may be away for long. */
const RECEIPTS = 50

const newest = (before: readonly string[], read: readonly string[]): readonly string[] =>
  [...new Set([...before, ...read])].slice(-Math.max(RECEIPTS, read.length))

/** What is still to be done outside: requested − finished. See contracts/views/due-work.ts. */
export const dueWork = projection({
  name: 'due-work',
  version: 3,
  collections: [
    {
      name: 'due-work',
      indexes: [
        ['connectionId', 'kind', 'since', 'id'],
        ['kind', 'since', 'id'],
      ],
    },
  ],
  visibility: { 'due-work': (doc) => ({ ticketId: doc.ticketId }) },
  on: {
    'message.requested.v1': asked('send', nothing),
    'message.retried.v1': asked('send', nothing),
    'message.sent.v1': done('send'),
    // it may be known that it has arrived before it is known that it has left
    'message.acknowledged.v1': done('send'),
    'message.failed.v1': done('send'),
    'message.received.v1': askedForFile(),
    'message.recovered.v1': askedForFile(),
    'message.media-retried.v1': asked('media', nothing),
    'message.media-stored.v1': done('media'),
    'message.media-failed.v1': done('media'),
    'message.edit-requested.v1': asked('edit', (event) => event.data.body),
    'message.edited.v1': doneAs('edit', (event) => event.data.body),
    'message.edit-failed.v1': done('edit'),
    'message.revoke-requested.v1': asked('revoke', nothing),
    'message.revoked.v1': done('send', 'edit', 'revoke', 'reaction', 'media'),
    'message.revoke-failed.v1': done('revoke'),
    'message.reaction-requested.v1': asked('reaction', (event) => event.data.emoji),
    'message.reacted.v1': doneAs('reaction', (event) => event.data.emoji),
    'message.reaction-failed.v1': done('reaction'),
    'message.erased.v1': done('send', 'edit', 'revoke', 'reaction', 'media'),
    'contact.erasing.v1': fold(
      'due-work',
      (event) => dueWorkId('erase', event.data.contactId),
      (_, event) => work('erase', event.data.contactId, event),
    ),
    'contact.erased.v1': remove('due-work', (event) => dueWorkId('erase', event.data.contactId)),
    'ticket.read.v1': fold(
      'due-work',
      (event) => dueWorkId('read', event.data.ticketId),
      (doc, event) =>
        // what an earlier version wrote into the ticket's own stream never says that its receipts were given
        event.stream === streams.marks(event.data.ticketId)
          ? {
              ...work('read', event.data.ticketId, event),
              messageIds: newest(doc?.messageIds ?? [], event.data.messageIds),
              mark: event.revision,
            }
          : doc,
    ),
    'ticket.receipts-given.v1': update(
      'due-work',
      (event) => dueWorkId('read', event.data.ticketId),
      (doc, event) => ((doc.mark ?? 0) <= event.data.upTo ? null : doc),
    ),
    'ticket.deleted.v1': remove('due-work', (event) => dueWorkId('read', event.data.ticketId)),
  },
})
