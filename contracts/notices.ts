import { cut } from './cut.js'
import type { MessageKind } from './events/message.js'
import { type BeforeFrame, type Found, fill, notice, type Standing, type Viewer } from './notice.js'
import { unsent } from './schedule-notice.js'
import { excerptOf, writerName } from './views/excerpt.js'
import type { NoteRecord, TicketRecord } from './views/records.js'

const LONGEST_BODY = 200
/** How long a toast says that somebody else attends a ticket now. */
const TAKEN_MS = 8000
/** How long a toast says that a ticket is the user's own now. */
const GIVEN_MS = 12_000

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
  /** the ticket as the window listed it until then; undefined: in no list */
  readonly before: TicketRecord | undefined
  readonly now: TicketRecord
}

/** A ticket of a frame that is newer than what the window shows. */
const movedIn = (now: TicketRecord, { listed }: BeforeFrame): Found<Moved> | null => {
  const before = listed(now.id)
  if (before !== undefined && before.position > now.position) return null
  return { subject: { before, now }, ticket: now }
}
type Attended = Pick<TicketRecord, 'status' | 'userId'>
const attends = (ticket: Attended | undefined, { userId }: Pick<Viewer, 'userId'>): boolean =>
  ticket?.status === 'open' && ticket.userId === userId

/** Whether the last move came with this frame, or since the window showed the ticket. */
const movedSince = ({ before, now }: Moved): boolean => {
  const at = now.moved?.position
  return at !== undefined && (before === undefined ? at === now.position : at > before.position)
}

/** The name of the user who made the last move; '' where nobody did, or where the user was deleted. */
const byWhom = ({ moved }: TicketRecord): string => moved?.name ?? ''

interface Given {
  /** who attends it now, and did not before */
  readonly userId: number | null
  /** who moved it, as far as this is known, by id and by name */
  readonly by: number | null
  readonly byName: string
  /** the move that did it */
  readonly position: string
}
const sayGiven = (
  byName: string,
  words: Readonly<Record<'text' | 'byNobody', string>>,
  name: string,
): string => fill(byName === '' ? words.byNobody : words.text, { user: byName, name })

/** What a move tells of who attends the ticket from then on; null where that is nobody else than before. */
const givenIn = (found: Found<Moved> | null): Found<Given> | null => {
  if (found === null) return null
  const { before, now } = found.subject
  const { userId, moved } = now
  if (userId === null || now.status !== 'open' || attends(before, { userId })) return null
  if (!moved || !movedSince(found.subject)) return null
  return { ...found, subject: { userId, by: moved.id, byName: moved.name, position: moved.position } }
}

/** Somebody else gave the user a ticket to attend. */
const given = notice<Given, 'text' | 'byNobody' | 'title'>({
  words: {
    pt: {
      title: 'Um atendimento passou para você',
      text: '{{user}} passou {{name}} para você.',
      byNobody: '{{name}} passou para você.',
    },
    en: {
      title: 'A ticket was passed on to you',
      text: '{{user}} passed {{name}} on to you.',
      byNobody: '{{name}} was passed on to you.',
    },
    es: {
      title: 'Te pasaron una conversación',
      text: '{{user}} te pasó a {{name}}.',
      byNobody: 'Te pasaron a {{name}}.',
    },
  },
  frames: {
    ticket: (frame, before) => (frame.action === 'update' ? givenIn(movedIn(frame.ticket, before)) : null),
    appMessage: (frame, before) =>
      frame.action === 'delete' ? null : givenIn(movedIn(frame.ticket, before)),
  },
  isFor: ({ userId, by }, viewer) => userId === viewer.userId && by !== viewer.userId,
  unless: ['own-change'],
  toast: {
    stays: GIVEN_MS,
    says: ({ byName }, words, { contact }) => sayGiven(byName, words, contact),
  },
  bell: null,
  alert: {
    sound: true,
    system: true,
    key: ({ position }) => `given-${position}`,
    says: ({ byName }, words, { contact }) => ({
      title: words.title,
      body: sayGiven(byName, words, contact),
    }),
  },
  push: {
    events: {
      'ticket.transferred.v1': ({ ticketId, from, to: { userId } }) =>
        userId === null || userId === from.userId
          ? null
          : {
              subject: () => ({ userId, by: null, byName: '', position: '' }),
              ...{ ticketId, among: [userId] },
            },
    },
    says: (_, { title }) => ({ hidden: title, said: title }),
  },
})

/** A ticket that the user attended is attended by somebody else, waits again, or was closed by somebody. */
const taken = notice<
  Moved,
  'attended' | 'passed' | 'waits' | 'waitsIn' | 'returned' | 'returnedTo' | 'closed'
>({
  words: {
    pt: {
      attended: '{{to}} está atendendo {{name}} agora.',
      passed: '{{user}} passou {{name}} para {{to}}.',
      waits: '{{name}} aguarda de novo, sem fila.',
      waitsIn: '{{name}} aguarda de novo, na fila {{queue}}.',
      returned: '{{user}} devolveu {{name}}, que aguarda sem fila.',
      returnedTo: '{{user}} devolveu {{name}}, que aguarda na fila {{queue}}.',
      closed: '{{user}} resolveu o atendimento de {{name}}.',
    },
    en: {
      attended: '{{to}} is handling {{name}} now.',
      passed: '{{user}} passed {{name}} on to {{to}}.',
      waits: '{{name}} is waiting again, without a queue.',
      waitsIn: '{{name}} is waiting again, in the queue {{queue}}.',
      returned: '{{user}} returned {{name}}, who is waiting without a queue.',
      returnedTo: '{{user}} returned {{name}}, who is waiting in the queue {{queue}}.',
      closed: '{{user}} resolved {{name}}’s ticket.',
    },
    es: {
      attended: '{{to}} atiende a {{name}} ahora.',
      passed: '{{user}} pasó a {{name}} a {{to}}.',
      waits: '{{name}} espera de nuevo, sin cola.',
      waitsIn: '{{name}} espera de nuevo, en la cola {{queue}}.',
      returned: '{{user}} devolvió a {{name}}, que espera sin cola.',
      returnedTo: '{{user}} devolvió a {{name}}, que espera en la cola {{queue}}.',
      closed: '{{user}} resolvió la conversación de {{name}}.',
    },
  },
  frames: {
    ticket: (frame, before) => (frame.action === 'update' ? movedIn(frame.ticket, before) : null),
    appMessage: (frame, before) => (frame.action === 'delete' ? null : movedIn(frame.ticket, before)),
  },
  isFor: ({ before, now }, viewer) =>
    attends(before, viewer) &&
    !attends(now, viewer) &&
    now.moved?.id !== viewer.userId &&
    // what closes by itself, as after a long silence, is told by nobody
    (now.status === 'closed' ? byWhom(now) !== '' : now.status === 'pending' || now.user !== null),
  unless: ['own-change'],
  toast: {
    stays: TAKEN_MS,
    says: ({ now }, words, { contact }) => {
      const user = byWhom(now)
      const to = now.user?.name ?? ''
      const queue = now.queue?.name ?? ''
      const said = (text: string) => fill(text, { user, to, queue, name: contact })
      if (now.status === 'closed') return said(words.closed)
      if (now.status === 'open')
        return said(user === '' || now.moved?.id === now.userId ? words.attended : words.passed)
      if (user === '') return said(queue === '' ? words.waits : words.waitsIn)
      return said(queue === '' ? words.returned : words.returnedTo)
    },
  },
  bell: null,
  alert: null,
  push: null,
})

interface Left {
  readonly before: TicketRecord
}

/** A ticket that the user attended is where the user does not see it. */
const left = notice<Left, 'text'>({
  words: {
    pt: { text: 'O atendimento de {{name}} saiu da sua lista.' },
    en: { text: '{{name}}’s ticket has left your list.' },
    es: { text: 'La conversación de {{name}} salió de tu lista.' },
  },
  frames: {
    ticket: (frame, { listed }) => {
      const before = frame.action === 'delete' ? listed(frame.ticketId) : undefined
      if (frame.action !== 'delete' || before === undefined || before.position > frame.position) return null
      return { subject: { before }, ticket: before }
    },
  },
  isFor: ({ before }, viewer) => attends(before, viewer),
  unless: ['own-change'],
  toast: { stays: TAKEN_MS, says: (_, { text }, { contact }) => fill(text, { name: contact }) },
  bell: null,
  alert: null,
  push: null,
})

/** Everything that agents are told without having asked for it. A new notice is one more entry. */
export const NOTICES = { message, mention, given, taken, left, unsent } as const
