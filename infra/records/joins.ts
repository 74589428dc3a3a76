import type { ConnectionDoc, ContactDoc, UserDoc } from '@guiche/contracts/views/directory.js'
import { presentConnection, presentTicket, presentUser } from '@guiche/contracts/views/present.js'
import { presentMessage } from '@guiche/contracts/views/present-message.js'
import type {
  ConnectionRecord,
  MessageRecord,
  TicketRecord,
  UserRecord,
} from '@guiche/contracts/views/records.js'
import type { MessageDoc, TicketDoc } from '@guiche/contracts/views/ticket.js'
import { systemClock } from '../clock.js'
import { contactsById } from './contacts-by-id.js'
import type { DocumentsById } from './documents.js'
import { partsFor } from './parts.js'
import type { Presence } from './records.js'

/** Records of documents, with their joined records (contracts/views/joins.ts). */
export const createJoins = (documents: DocumentsById, presence: Presence) => {
  const users = async (docs: readonly UserDoc[]): Promise<UserRecord[]> => {
    const partsOf = await partsFor(documents, 'user', docs)
    return docs.flatMap((doc) => {
      const { company, queues } = partsOf(doc)
      if (company === null) return []
      const online = presence.isOnline(doc.userId)
      const away = presence.isAway(doc.userId)
      return [presentUser(doc, { company, queues, online, away, now: systemClock.now() })]
    })
  }

  const connections = async (docs: readonly ConnectionDoc[]): Promise<ConnectionRecord[]> => {
    const partsOf = await partsFor(documents, 'connection', docs)
    return docs.map((doc) => presentConnection(doc, partsOf(doc)))
  }

  const tickets = async (docs: readonly TicketDoc[]): Promise<TicketRecord[]> => {
    const partsOf = await partsFor(documents, 'ticket', docs)
    return docs.map((doc) => presentTicket(doc, partsOf(doc)))
  }

  /**
   * A quote shows another message's text: a quote of another ticket is shown if the reader `sees` that
   * ticket.
   */
  const messages = async (
    docs: readonly MessageDoc[],
    sees: (ticket: TicketDoc) => boolean,
  ): Promise<MessageRecord[]> => {
    const partsOf = await partsFor(documents, 'message', docs)
    return docs.map((doc) => {
      const { quoted, quotedTicket, ...parts } = partsOf(doc)
      const isShown = quoted?.ticketId === doc.ticketId || (quotedTicket !== null && sees(quotedTicket))
      return presentMessage(doc, { ...parts, quoted: isShown ? quoted : null })
    })
  }

  const contact = async (contactId: number): Promise<ContactDoc | null> =>
    (await contactsById(documents, [contactId])).get(contactId) ?? null

  return { contact, users, connections, tickets, messages }
}
