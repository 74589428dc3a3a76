import { cut } from './cut.js'
import type { MessageKind } from './events/message.js'
import { type BeforeFrame, type Found, fill, notice, type Standing, type Viewer } from './notice.js'
import { unsent } from './schedule-notice.js'
import { excerptOf, writerName } from './views/excerpt.js'
import type { NoteRecord, TicketRecord } from './views/records.js'

const LONGEST_BODY = 200
/** How long a toast says that somebody else attends a ticket now. */
const TAKEN_MS = 8000

/**
 * Whether a user is notified of a new message: it is unread and from a contact, and its ticket is the user's own, or
 * nobody's and in one of the user's queues or in none. Only users who may see all tickets are notified of waiting ones.
 * Of a ticket that waits without a queue, admins are notified as well: nobody else sees it.
 */
export const wantsMessage = (ticket: Standing, viewer: Viewer): boolean => {
  if (!ticket.isUnread || ticket.status === 'closed') return false
  const seesWaiting = viewer.allTicket || (viewer.profile === 'admin' && ticket.queueId === null)
  if (ticket.status === 'pending' && !seesWaiting) return false
  if (ticket.userId === viewer.userId) return true
  if (ticket.userId !== null) return false
  return ticket.queueId === null || viewer.queueIds.includes(ticket.queueId)
}

interface Message {
  readonly ticket: Standing
  readonly id: string
  /** name or number of who wrote it inside a group, '' for a member without both; null: the contact */
  readonly writer: string | null
  readonly kind: MessageKind
  readonly body: string
}

/** A contact wrote. */
const message = notice<Message, 'hidden' | 'wordless'>({
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
  toast: null,
  bell: 'tickets',
  alert: {
    sound: true,
    system: true,
    key: ({ id }) => id,
    says: ({ writer, kind, body }, _, { contact, kindName, member }) => {
      const said = cut(excerptOf({ kind, body }), LONGEST_BODY)
      const isCard = kind === 'locationMessage' || kind === 'contactMessage'
      const by = writer === null ? '' : `${writer || member}: `
      return {
        title: contact,
        body: by + (said === '' ? kindName(kind) : isCard ? `${kindName(kind)}: ${said}` : said),
      }
    },
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

/** The users whom a note mentions, without its author. */
const mentioned = (userId: number | null, ids: readonly number[]): readonly number[] =>
  ids.filter((id) => id !== userId)

/** Whether a note mentions this user, who is not its author. */
export const mentions = (note: Pick<NoteRecord, 'userId' | 'mentions'>, userId: number): boolean =>
  mentioned(
    note.userId,
    note.mentions.map(({ id }) => id),
  ).includes(userId)

interface Mention {
  readonly among: readonly number[]
  /** of an alert alone; undefined: the author was deleted */
  readonly author?: string | undefined
  readonly id: number
  readonly note: string
}

/** A colleague mentioned the user in a note. `title` stands in the bell, too. */
export const mention = notice<Mention, 'title' | 'hidden'>({
  words: {
    pt: { title: '{{name}} mencionou você', hidden: 'Mencionaram você em uma observação' },
    en: { title: '{{name}} mentioned you', hidden: 'You were mentioned in a note' },
    es: { title: '{{name}} te mencionó', hidden: 'Te mencionaron en una nota' },
  },
  frames: {
    note: (frame) => {
      if (frame.action === 'delete' || frame.note.ticket === null) return null
      const { id, note, ticket, user, userId, mentions } = frame.note
      const among = mentioned(
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
    sound: true,
    system: true,
    key: ({ id }) => `note-${id}`,
    says: ({ author, note }, { title }, { somebody }) => ({
      title: fill(title, { name: author ?? somebody }),
      body: cut(note, LONGEST_BODY),
    }),
  },
  push: {
    events: {
      'note.created.v1': ({ noteId, note, ticketId, userId, mentions = [] }) => {
        const among = mentioned(userId, mentions)
        return ticketId === null || among.length === 0
          ? null
          : { subject: () => ({ id: noteId, note, among }), ...{ ticketId, among } }
      },
    },
    says: ({ note }, { hidden }) => ({ hidden, said: `${hidden}: ${note}` }),
  },
})

interface Moved {
  /** the ticket as the window listed it */
  readonly before: TicketRecord
  /** name of who attends it now */
  readonly user: string
}

/** Whether this user attended a ticket that somebody has taken or moved. */
const attendedIt = ({ before }: Moved, { userId }: Viewer): boolean =>
  before.status === 'open' && before.userId === userId

/** What a ticket of a frame tells of a colleague who attends it now. */
const attendedNow = (ticket: TicketRecord, { listed }: BeforeFrame): Found<Moved> | null => {
  const { user } = ticket
  if (user === null || ticket.status !== 'open') return null
  const before = listed(ticket.id)
  if (before === undefined || user.id === before.userId || before.position > ticket.position) return null
  return { subject: { before, user: user.name }, ticket }
}

/** A colleague attends a ticket that the user attended until now. */
const taken = notice<Moved, 'text'>({
  words: {
    pt: { text: '{{user}} está atendendo {{name}} agora.' },
    en: { text: '{{user}} is handling {{name}} now.' },
    es: { text: '{{user}} atiende a {{name}} ahora.' },
  },
  frames: {
    ticket: (frame, before) => (frame.action === 'update' ? attendedNow(frame.ticket, before) : null),
    appMessage: (frame, before) => (frame.action === 'delete' ? null : attendedNow(frame.ticket, before)),
  },
  isFor: attendedIt,
  unless: ['own-change'],
  toast: {
    stays: TAKEN_MS,
    says: ({ user }, { text }, { contact }) => fill(text, { user, name: contact }),
  },
  bell: null,
  alert: null,
  push: null,
})

/** A ticket that the user attended is where the user does not see it. */
const left = notice<Moved, 'text'>({
  words: {
    pt: { text: 'O atendimento de {{name}} saiu da sua lista.' },
    en: { text: '{{name}}’s ticket has left your list.' },
    es: { text: 'La conversación de {{name}} salió de tu lista.' },
  },
  frames: {
    ticket: (frame, { listed }) => {
      const before = frame.action === 'delete' ? listed(frame.ticketId) : undefined
      if (frame.action !== 'delete' || before === undefined || before.position > frame.position) return null
      return { subject: { before, user: '' }, ticket: before }
    },
  },
  isFor: attendedIt,
  unless: ['own-change'],
  toast: { stays: TAKEN_MS, says: (_, { text }, { contact }) => fill(text, { name: contact }) },
  bell: null,
  alert: null,
  push: null,
})

/** Everything that agents are told without having asked for it. A new notice is one more entry. */
export const NOTICES = { message, mention, taken, left, unsent } as const
