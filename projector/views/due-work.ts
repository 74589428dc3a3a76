import type { EventType } from '@guiche/contracts/events/index.js'
import type { TicketMove } from '@guiche/contracts/events/ticket.js'
import { streams } from '@guiche/contracts/streams.js'
import {
  type DueKindWith,
  type DueSubject,
  dueKindsAbout,
  dueWorkId,
} from '@guiche/contracts/views/due-work.js'
import {
  all,
  type EventOf,
  fold,
  projection,
  type Rule,
  type Rules,
  remove,
  update,
} from '../engine/projection.js'
import { after, type Ref, work } from './due-doc.js'
import { awaited, planned } from './due-planned.js'

type AboutMessage = Extract<EventType, `message.${string}`>
type OfMessage = DueKindWith<{ subject: 'message' }>
type OfTicket = DueKindWith<{ subject: 'ticket' }>

/** Asks for work on the event's message; asked again, the newer request stands. */
const asked = <T extends AboutMessage>(
  kind: OfMessage,
  body: (event: EventOf<T>) => string | null,
): Rule<T> =>
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
    (doc, event) =>
      event.data.mediaPending
        ? {
            ...work('media', event.data.messageId, event),
            later: 'imported' in event.data && event.data.imported,
          }
        : doc,
  )

/** The work on the event's message is over. */
const done = <T extends AboutMessage>(...kinds: readonly OfMessage[]): Rule<T> =>
  all(
    ...kinds.map((kind) =>
      remove<'due-work', T>('due-work', (event) => dueWorkId(kind, event.data.messageId)),
    ),
  )

/** The work is over if it was this very content; another one asked for meanwhile stays. */
const doneAs = <T extends 'message.edited.v1' | 'message.reacted.v1'>(
  kind: OfMessage,
  body: (event: EventOf<T>) => string,
): Rule<T> =>
  update(
    'due-work',
    (event: EventOf<T>) => dueWorkId(kind, event.data.messageId),
    (doc, event) => (event.data.by === 'us' && doc.body === body(event) ? null : doc),
  )

/** The work on the event's ticket is over. */
const overFor = <
  T extends 'ticket.woken.v1' | 'ticket.close-settled.v1' | 'ticket.bills-answered.v1' | TicketMove['type'],
>(
  ...kinds: readonly OfTicket[]
): Rule<T> =>
  all(
    ...kinds.map((kind) =>
      remove<'due-work', T>('due-work', (event) => dueWorkId(kind, event.data.ticketId)),
    ),
  )

/** What the contact writes brings a snoozed ticket back. */
const answered: Rule<'message.received.v1'> = {
  touch: ({ data }) =>
    data.fromMe || data.imported ? [] : [{ collection: 'due-work', id: dueWorkId('snooze', data.ticketId) }],
  apply: (docs, { data }) => {
    const id = dueWorkId('snooze', data.ticketId)
    const isOver = !data.fromMe && !data.imported && docs.get('due-work', id) !== null
    return isOver ? [{ collection: 'due-work', id, doc: null }] : []
  },
}

/** The events by which something that work is about is gone. */
type Ending<S extends DueSubject = DueSubject> = Extract<
  EventType,
  `${S}.${'deleted' | 'erased' | 'revoked'}.v1`
>

/** The subject is gone, so no work about it is left. */
const ended = <S extends DueSubject, T extends Ending<S>>(subject: S): Rule<T> =>
  all(
    ...dueKindsAbout(subject).map((kind) =>
      remove<'due-work', T>('due-work', ({ data }) =>
        dueWorkId(kind, (data as unknown as Readonly<Record<string, Ref>>)[`${subject}Id`] ?? ''),
      ),
    ),
  )

/** A subject whose deletion ends nothing does not compile. */
const endings: Rules<Ending> = {
  'message.revoked.v1': all(ended('message'), awaited(true)),
  'message.erased.v1': ended('message'),
  'ticket.deleted.v1': ended('ticket'),
  'contact.erased.v1': ended('contact'),
  'schedule.deleted.v1': ended('schedule'),
  'schedule.erased.v1': ended('schedule'),
}

/**
 * Whatever moves a ticket brings it back, and a close that was undone or answered tells the contact nothing. While a close
 * can be undone the work of a snooze stays; an undo asks for it anew, so that it is done also if its time has passed.
 */
const moves: Rules<TicketMove['type']> = {
  'ticket.accepted.v1': overFor('snooze'),
  'ticket.returned.v1': overFor('snooze'),
  'ticket.transferred.v1': overFor('snooze'),
  'ticket.unlinked.v1': overFor('snooze'),
  'ticket.reopened.v1': overFor('completion', 'snooze'),
  'ticket.resumed.v1': overFor('completion', 'snooze'),
  'ticket.close-undone.v1': all(
    overFor('completion'),
    update(
      'due-work',
      (event) => dueWorkId('snooze', event.data.ticketId),
      ({ dueAt }, event) => ({ ...work('snooze', event.data.ticketId, event), dueAt }),
    ),
  ),
  'ticket.closed.v1': all(
    update(
      'due-work',
      (event) => dueWorkId('snooze', event.data.ticketId),
      (doc, event) => (event.data.undoSeconds === undefined ? null : doc),
    ),
    fold(
      'due-work',
      (event) => dueWorkId('completion', event.data.ticketId),
      (doc, event) =>
        event.data.undoSeconds === undefined
          ? doc
          : {
              ...work('completion', event.data.ticketId, event),
              dueAt: after(event.time, event.data.undoSeconds * 1000),
            },
    ),
  ),
}

const ERASE_AFTER_MS = 30_000

/** So many of a ticket's last messages stay named while their receipts are not given: a gateway may be away for long. */
const RECEIPTS = 50

const newest = (before: readonly string[], read: readonly string[]): readonly string[] =>
  [...new Set([...before, ...read])].slice(-Math.max(RECEIPTS, read.length))

/** What is still to be done outside: requested − finished. See contracts/views/due-work.ts. */
export const dueWork = projection({
  name: 'due-work',
  version: 9,
  collections: [
    {
      name: 'due-work',
      indexes: [
        ['connectionId', 'kind', 'later', 'since', 'id'],
        ['connectionId', 'asker', 'kind'],
        ['kind', 'dueAt', 'id'],
        ['kind', 'later', 'companyId', 'dueAt', 'id'],
      ],
    },
  ],
  visibility: { 'due-work': (doc) => ({ ticketId: doc.ticketId }) },
  on: {
    'message.requested.v1': all(asked('send', nothing), awaited(false)),
    'message.retried.v1': asked('send', nothing),
    'message.sent.v1': all(done('send'), awaited(true)),
    // it may be known that it has arrived before it is known that it has left
    'message.acknowledged.v1': all(done('send'), awaited(true)),
    'message.failed.v1': all(done('send'), awaited(true)),
    'message.received.v1': all(askedForFile(), answered),
    'message.recovered.v1': askedForFile(),
    'message.media-retried.v1': asked('media', nothing),
    'message.media-stored.v1': done('media'),
    'message.media-failed.v1': done('media'),
    'message.edit-requested.v1': asked('edit', (event) => event.data.body),
    'message.edited.v1': doneAs('edit', (event) => event.data.body),
    'message.edit-failed.v1': done('edit'),
    'message.revoke-requested.v1': asked('revoke', nothing),
    'message.revoke-failed.v1': done('revoke'),
    'message.reaction-requested.v1': asked('reaction', (event) => event.data.emoji),
    'message.reacted.v1': doneAs('reaction', (event) => event.data.emoji),
    'message.reaction-failed.v1': done('reaction'),
    'contact.erasing.v1': fold(
      'due-work',
      (event) => dueWorkId('erase', event.data.contactId),
      // whoever asked for it does it at once: this is for what that leaves undone
      (_, event) => ({
        ...work('erase', event.data.contactId, event),
        dueAt: after(event.time, ERASE_AFTER_MS),
      }),
    ),
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
    ...moves,
    ...endings,
    'ticket.snoozed.v1': fold(
      'due-work',
      (event) => dueWorkId('snooze', event.data.ticketId),
      (_, event) => ({ ...work('snooze', event.data.ticketId, event), dueAt: event.data.until }),
    ),
    'ticket.woken.v1': overFor('snooze'),
    'ticket.bot-stepped.v1': fold(
      'due-work',
      (event) => dueWorkId('bills', event.data.ticketId),
      (doc, event) => (event.data.asks === undefined ? doc : work('bills', event.data.ticketId, event)),
    ),
    'ticket.bills-answered.v1': overFor('bills'),
    'ticket.close-settled.v1': overFor('completion', 'snooze'),
    'schedule.created.v1': planned(),
    'schedule.changed.v1': planned(),
  },
})
