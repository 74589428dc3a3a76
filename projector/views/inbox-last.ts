import type { TicketMove } from '@guiche/contracts/events/ticket.js'
import { pick } from '@guiche/contracts/pick.js'
import { truncateText } from '@guiche/contracts/truncate.js'
import { excerptOf, writerName } from '@guiche/contracts/views/excerpt.js'
import type { TicketDoc, WordlessKind } from '@guiche/contracts/views/ticket.js'
import type { EventOf } from '../engine/projection.js'
import { silenceAfter } from './inbox-silence.js'

type Content = Pick<EventOf<'message.requested.v1'>['data'], 'body' | 'kind' | 'media'>
type NewMessage = EventOf<'message.received.v1'> | EventOf<'message.requested.v1'>

type Preview = Pick<TicketDoc, 'lastMessage' | 'lastMessageKind' | 'lastMessageFile'>

/** Characters of the last message: more than a list shows. All who look at a list receive them. */
const MAX_PREVIEW_LENGTH = 300

/** The part of a text that a list shows, and of the file that goes with the text. */
export const textPreview = (words: string, lastMessageFile: WordlessKind | null = null): Preview => ({
  lastMessage: truncateText(words, MAX_PREVIEW_LENGTH),
  lastMessageKind: null,
  lastMessageFile,
})

/** The line of a message in a list: the text or the name of the file. A message of text alone has no kind there. */
export const previewOf = ({ body, kind, media }: Content): Preview => {
  const shown = media?.voice ? 'voice' : kind
  const isCard = kind === 'locationMessage' || kind === 'contactMessage'
  if (body !== '' && !isCard) return textPreview(body, media === null ? null : shown)
  const words = isCard ? excerptOf({ kind, body }) : (media?.fileName ?? '')
  return {
    lastMessage: truncateText(words, MAX_PREVIEW_LENGTH),
    lastMessageKind: shown,
    lastMessageFile: null,
  }
}

export type Author = NonNullable<TicketDoc['lastAuthor']>

/** Somebody of the contact's side; in a group with the writer's name, or number. */
export const contactAuthor = ({ author }: EventOf<'message.received.v1'>['data']): Author => {
  const name = writerName(author)
  return { kind: 'contact', userId: null, ...(name !== '' && { name }) }
}

/**
 * A message of the contact waits for an answer and wakes a snoozed ticket. An automatic message of ours is no answer.
 */
const afterMessage = (doc: TicketDoc, { kind }: Author, time: string): Partial<TicketDoc> => {
  const { status, waitingSince, askedAt, beforeClose } = doc
  if (kind === 'automatic') return {}
  if (kind !== 'contact') {
    return {
      waitingSince: status === 'pending' ? time : null,
      askedAt: null,
      beforeClose: beforeClose && { ...beforeClose, askedAt: null },
    }
  }
  if (status === 'closed') return {}
  return { waitingSince: waitingSince ?? time, askedAt: askedAt ?? time, snoozedUntil: null }
}

/** Whether our message is only an automatic confirmation, so the contact still waits for an answer. */
const isGreeting = ({ lastAuthor, waitingSince }: TicketDoc, { kind }: Author): boolean =>
  kind === 'automatic' && lastAuthor?.kind === 'contact' && waitingSince !== null

/**
 * The ticket with its newest message. A greeting does not replace the contact's message. Imported history is shown only if
 * there is nothing else.
 */
export const withLastMessage = (
  doc: TicketDoc,
  event: NewMessage,
  author: Author,
  imported: boolean,
): TicketDoc => {
  if (imported && doc.lastMessageId !== null) return doc
  if (!imported && isGreeting(doc, author)) return { ...doc, updatedAt: event.time, position: event.position }
  return {
    ...doc,
    ...previewOf(event.data),
    ...(imported ? {} : afterMessage(doc, author, event.time)),
    ...(imported ? {} : silenceAfter(doc, event, author)),
    lastMessageId: event.data.messageId,
    fromMe: author.kind !== 'contact',
    lastAuthor: author,
    updatedAt: imported ? doc.updatedAt : event.time,
    position: event.position,
  }
}

/**
 * Time and reason of the close of a ticket that has moved. A closed ticket keeps them, an active ticket has neither.
 */
export const closedAfter = (
  doc: TicketDoc,
  { data, time }: EventOf<TicketMove['type']>,
): Pick<TicketDoc, 'closedAt' | 'closeReason'> => {
  if ('reason' in data) return { closedAt: time, closeReason: data.reason }
  return data.to.status === 'closed'
    ? pick(doc, 'closedAt', 'closeReason')
    : { closedAt: null, closeReason: null }
}
