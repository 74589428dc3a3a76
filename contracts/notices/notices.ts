import type { MessageKind } from '../events/message.js'
import { pick } from '../pick.js'
import { truncateText } from '../truncate.js'
import { excerptOf, writerName } from '../views/excerpt.js'
import type { NoteRecord } from '../views/records.js'
import { givenNotice, leftNotice, takenNotice, waitsNotice } from './move-notices.js'
import { createNotice, fillText, type NoticeTicket, type Viewer, type WindowWords } from './notice.js'
import { unsentNotice } from './schedule-notice.js'

const LONGEST_BODY = 200
const LONGEST_TOAST = 120
/** Duration of a toast with a contact's message, in ms. */
const MESSAGE_MS = 6000
/** Duration of a toast about a failed message, in ms. */
const FAILED_MS = 8000

/**
 * Whether a user gets a notice of a new message. The message is unread and from a contact. Its ticket is the user's
 * own, or a waiting one in one of the user's queues or in none. Waiting tickets are announced only to users who may see
 * all tickets. A waiting ticket without queue is announced to admins, too, because nobody else sees it.
 */
export const wantsMessage = (ticket: NoticeTicket, viewer: Viewer): boolean => {
  if (!ticket.isUnread || ticket.status === 'closed') return false
  const seesWaiting = viewer.allTicket || (viewer.profile === 'admin' && ticket.queueId === null)
  if (ticket.status === 'pending' && !seesWaiting) return false
  if (ticket.userId === viewer.userId) return true
  if (ticket.userId !== null) return false
  return ticket.queueId === null || viewer.queueIds.includes(ticket.queueId)
}

interface Message {
  readonly ticket: NoticeTicket
  readonly id: string
  /** name or number of the writer in a group, '' for a member without both; null: the contact */
  readonly writer: string | null
  readonly kind: MessageKind
  readonly body: string
}

/** The text of a message, cut to a length, with its writer in a group. */
const wordsOf = (
  { writer, kind, body }: Message,
  { kindName, member }: Pick<WindowWords, 'kindName' | 'member'>,
  most: number,
): string => {
  const said = truncateText(excerptOf({ kind, body }), most)
  const isCard = kind === 'locationMessage' || kind === 'contactMessage'
  const by = writer === null ? '' : `${writer || member}: `
  return by + (said === '' ? kindName(kind) : isCard ? `${kindName(kind)}: ${said}` : said)
}

/** A contact wrote. */
const message = createNotice<Message, 'hidden' | 'wordless'>({
  words: {
    pt: { hidden: 'Nova mensagem em um atendimento', wordless: 'Nova mensagem' },
    en: { hidden: 'New message in a ticket', wordless: 'New message' },
    es: { hidden: 'Nuevo mensaje en una conversación', wordless: 'Nuevo mensaje' },
  },
  frames: {
    appMessage: (frame) => {
      if (frame.action !== 'create' || frame.message.fromMe) return null
      const { id, author, mediaType, body, read } = frame.message
      const writer = author && writerName({ name: author.name, pn: author.number })
      const ticket = { ...frame.ticket, isUnread: !read }
      return { subject: { ticket, id, writer, kind: mediaType, body }, ticket: frame.ticket }
    },
  },
  isFor: ({ ticket }, viewer) => wantsMessage(ticket, viewer),
  unless: ['muted', 'looked-at'],
  toast: {
    stays: MESSAGE_MS,
    ...{ where: 'other-pages', opens: true },
    only: ({ ticket }, { userId }) => ticket.userId === userId,
    says: (subject, _, known) => `${known.contact}: ${wordsOf(subject, known, LONGEST_TOAST)}`,
  },
  bell: 'tickets',
  alert: {
    sound: ({ ticket }) => (ticket.status === 'pending' ? 'waiting' : 'message'),
    system: true,
    key: ({ id }) => id,
    says: (subject, _, known) => ({ title: known.contact, body: wordsOf(subject, known, LONGEST_BODY) }),
  },
  push: {
    events: {
      'message.received.v1': ({ messageId, ticketId, fromMe, imported, author, kind, body }) =>
        fromMe || imported
          ? null
          : {
              subject: (ticket) => ({ ticket, id: messageId, writer: writerName(author), kind, body }),
              ...{ ticketId, among: null },
            },
    },
    says: ({ writer, kind, body }, { hidden, wordless }) => ({
      hidden,
      said: (writer && `${writer}: `) + (excerptOf({ kind, body }) || wordless),
    }),
  },
})

interface FailedMessage {
  readonly id: string
  readonly userId: number | null
}

/** A message that the user wrote was not sent. */
const failed = createNotice<FailedMessage, 'text' | 'title'>({
  words: {
    pt: { title: 'Mensagem não enviada', text: 'A mensagem para {{name}} não foi enviada.' },
    en: { title: 'Message not sent', text: 'The message to {{name}} was not sent.' },
    es: { title: 'Mensaje no enviado', text: 'El mensaje para {{name}} no se envió.' },
  },
  frames: {
    appMessage: (frame) => {
      if (frame.action !== 'update' || !frame.message.fromMe || frame.message.error === null) return null
      return { subject: pick(frame.message, 'id', 'userId'), ticket: frame.ticket }
    },
  },
  isFor: ({ userId }, viewer) => userId === viewer.userId,
  unless: ['looked-at'],
  toast: {
    ...{ stays: FAILED_MS, where: 'every-page', opens: true },
    says: (_, { text }, { contact }) => fillText(text, { name: contact }),
  },
  bell: null,
  alert: {
    sound: () => 'error',
    system: true,
    key: ({ id }) => `failed-${id}`,
    says: (_, { title, text }, { contact }) => ({ title, body: fillText(text, { name: contact }) }),
  },
  push: null,
})

/** The users that a note mentions, without its author. */
const mentionedUsers = (userId: number | null, ids: readonly number[]): readonly number[] =>
  ids.filter((id) => id !== userId)

/** Whether a note mentions this user, except its author. */
export const mentions = (note: Pick<NoteRecord, 'userId' | 'mentions'>, userId: number): boolean =>
  mentionedUsers(
    note.userId,
    note.mentions.map(({ id }) => id),
  ).includes(userId)

interface Mention {
  readonly among: readonly number[]
  /** author of the note, for alerts only; undefined: deleted */
  readonly author?: string | undefined
  readonly id: number
  readonly note: string
}

/** A colleague mentioned the user in a note. `title` is in the bell, too. */
export const mentionNotice = createNotice<Mention, 'title' | 'hidden'>({
  words: {
    pt: { title: '{{name}} mencionou você', hidden: 'Mencionaram você em uma observação' },
    en: { title: '{{name}} mentioned you', hidden: 'You were mentioned in a note' },
    es: { title: '{{name}} te mencionó', hidden: 'Te mencionaron en una nota' },
  },
  frames: {
    note: (frame) => {
      if (frame.action === 'delete' || frame.note.ticket === null) return null
      const { id, note, ticket, user, userId, mentions } = frame.note
      const among = mentionedUsers(
        userId,
        mentions.map(({ id }) => id),
      )
      return { subject: { id, note, among, author: user?.name }, ticket }
    },
  },
  isFor: ({ among }, { userId }) => among.includes(userId),
  unless: ['muted', 'looked-at'],
  toast: null,
  bell: 'mentions',
  alert: {
    sound: () => 'told',
    system: true,
    key: ({ id }) => `note-${id}`,
    says: ({ author, note }, { title }, { somebody }) => ({
      title: fillText(title, { name: author ?? somebody }),
      body: truncateText(note, LONGEST_BODY),
    }),
  },
  push: {
    events: {
      'note.created.v1': ({ noteId, note, ticketId, userId, mentions = [] }) => {
        const among = mentionedUsers(userId, mentions)
        return ticketId === null || among.length === 0
          ? null
          : { subject: () => ({ id: noteId, note, among }), ...{ ticketId, among } }
      },
    },
    says: ({ note }, { hidden }) => ({ hidden, said: `${hidden}: ${note}` }),
  },
})

/** All kinds of notices for agents. */
export const NOTICES = {
  ...{ message, failed, mention: mentionNotice },
  ...{ given: givenNotice, taken: takenNotice, left: leftNotice, waits: waitsNotice, unsent: unsentNotice },
} as const
