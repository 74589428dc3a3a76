import type { Caller } from './permissions.js'
import type { MessageRecord, NoteRecord, TicketRecord } from './views/records.js'

/**
 * Whether a user is notified of a new message: it is unread and from a contact, and its ticket is the user's own, or
 * nobody's and in one of the user's queues or in none. Only users who may see all tickets are notified of waiting ones.
 * Of a ticket that waits without a queue, admins are notified as well: nobody else sees it.
 */
export const wantsNotice = (
  message: Pick<MessageRecord, 'fromMe' | 'read'>,
  ticket: Pick<TicketRecord, 'status' | 'userId' | 'queueId'>,
  viewer: Pick<Caller, 'userId' | 'profile' | 'allTicket' | 'queueIds'>,
): boolean => {
  if (message.fromMe || message.read || ticket.status === 'closed') return false
  const seesWaiting = viewer.allTicket || (viewer.profile === 'admin' && ticket.queueId === null)
  if (ticket.status === 'pending' && !seesWaiting) return false
  if (ticket.userId === viewer.userId) return true
  if (ticket.userId !== null) return false
  return ticket.queueId === null || viewer.queueIds.includes(ticket.queueId)
}

/** Whether a note mentions this user, who is not its author. */
export const mentions = (note: Pick<NoteRecord, 'userId' | 'mentions'>, userId: number): boolean =>
  note.userId !== userId && note.mentions.some(({ id }) => id === userId)

/** The content of a push, as JSON: a desktop notification, and the path that a click on it opens. */
export interface PushedNotice {
  readonly title: string
  readonly body: string
  /** notices of one tag replace each other, e.g. `ticket-7` */
  readonly tag: string
  readonly path: string
}

/** Texts of pushes: `hidden` where the content is not shown, `wordless` for a message without text, `mention` for a note. */
export const NOTICE_TEXTS = {
  pt: {
    hidden: 'Nova mensagem em um atendimento',
    wordless: 'Nova mensagem',
    mention: 'Mencionaram você em uma observação',
  },
  en: { hidden: 'New message in a ticket', wordless: 'New message', mention: 'You were mentioned in a note' },
  es: {
    hidden: 'Nuevo mensaje en una conversación',
    wordless: 'Nuevo mensaje',
    mention: 'Te mencionaron en una nota',
  },
} as const
