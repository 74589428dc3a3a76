import type { Change } from '@guiche/contracts/bus/changes.js'
import { pick, pluck } from '@guiche/contracts/pick.js'
import type { LeftTicket } from '@guiche/contracts/realtime/realtime.js'
import { placeBefore, sameLists } from '@guiche/contracts/ticket-lists/lists.js'
import type { UserDoc } from '@guiche/contracts/views/directory.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import type { DocumentsById } from '@guiche/infra/records/documents.js'
import { createJoins } from '@guiche/infra/records/joins.js'
import { conversationAudience, splitAudience, ticketAudience } from './audience.js'
import type { Realtime } from './deps.js'

const ofSameCompany = <D extends { readonly companyId: number }>(
  change: Change,
  doc: D | undefined,
): D | null => (doc !== undefined && doc.companyId === change.companyId ? doc : null)

/** The user who deleted a ticket; null for another cause, such as the erasure of its contact. */
const deletingUser = (
  { types, companyId, by }: Change,
  people: ReadonlyMap<string, UserDoc>,
): LeftTicket | null => {
  if (!types.includes('ticket.deleted.v1')) return null
  const user = people.get(String(by))
  const name = user?.companyId === companyId ? user.name : ''
  return { how: 'deleted', id: by ?? null, name, user: '', queue: '' }
}
/** The last place of a moved ticket; null if never moved. */
const lastPlace = ({ moved, user, queue }: TicketRecord): LeftTicket | null =>
  moved && { ...pick(moved, 'how', 'id', 'name'), user: user?.name ?? '', queue: queue?.name ?? '' }

/** Frames of tickets, presented once a batch from `documents`. */
export const tellTickets = async (
  { clients, sending, presence }: Realtime,
  changes: readonly Change[],
  documents: DocumentsById,
): Promise<void> => {
  const docs = await documents.getMany('tickets', pluck(changes, 'id'))
  const tickets = await createJoins(documents, presence).tickets([...docs.values()])
  const shown = new Map(tickets.map((ticket) => [ticket.id, ticket]))
  const deleters = changes.flatMap(({ by }) => by ?? [])
  const people = await documents.getMany('users', deleters)
  for (const change of changes) {
    const { companyId, position } = change
    const ticketId = Number(change.id)
    const now = change.after === null ? null : ofSameCompany(change, docs.get(change.id))
    const before = placeBefore(companyId, change.before)
    const { update, gone } = ticketAudience(clients, ticketId, now, before)
    const ticket = shown.get(ticketId)
    if (ticket !== undefined) {
      const moved = now !== null && !sameLists(before, now)
      const relaned = (change.before?.lane ?? null) !== (now?.lane ?? null)
      sending.send(update, 'ticket', companyId, { action: 'update', ticket, moved, relaned })
    }
    if (now?.unread === 0 && change.types.includes('ticket.read.v1')) {
      sending.send(update, 'ticket', companyId, { action: 'updateUnread', ticketId })
    }
    if (gone.length > 0) {
      const left = ticket === undefined ? deletingUser(change, people) : lastPlace(ticket)
      sending.send(gone, 'ticket', companyId, {
        ...{ action: 'delete', ticketId, position },
        ...(left !== null && { left }),
      })
    }
  }
}

/** Frames of messages, presented once a batch from `documents`. */
export const tellMessages = async (
  { clients, sending, presence }: Realtime,
  all: readonly Change[],
  documents: DocumentsById,
): Promise<void> => {
  // the ticket's frame reports read messages: hundreds of message frames would add nothing
  const changes = all.filter((change) => change.types.some((type) => type !== 'ticket.read.v1'))
  const docs = await documents.getMany('messages', pluck(changes, 'id'))
  const gone = changes.filter(({ after }) => after === null)
  const ticketDocs = await documents.getMany('tickets', [
    ...pluck([...docs.values()], 'ticketId'),
    ...gone.flatMap(({ before }) => before?.ticketId ?? []),
  ])
  for (const change of gone) {
    const ticket = ofSameCompany(change, ticketDocs.get(String(change.before?.ticketId)))
    // a deleted ticket's conversation is gone, too
    if (ticket === null) continue
    const { ticketId } = ticket
    const told = { action: 'delete', messageId: change.id, ticketId } as const
    sending.send(conversationAudience(clients, ticket), 'appMessage', change.companyId, told)
  }
  const told = changes.flatMap((change) => {
    const doc = ofSameCompany(change, docs.get(change.id))
    const ticket = doc === null ? null : ofSameCompany(change, ticketDocs.get(String(doc.ticketId)))
    if (doc === null || ticket === null) return []
    const audience = conversationAudience(clients, ticket, doc.imported)
    return audience.length === 0 ? [] : [{ change, doc, ticket, audience }]
  })
  const joins = createJoins(documents, presence)
  const quotes = await documents.getMany(
    'messages',
    told.flatMap(({ doc }) => doc.quotedId ?? []),
  )
  const quoteTickets = await documents.getMany('tickets', pluck([...quotes.values()], 'ticketId'))
  const [messageRecords, ticketRecords] = await Promise.all([
    // clients who may not open the quoted ticket get the message without the quote, below
    joins.messages(
      told.map(({ doc }) => doc),
      () => true,
    ),
    joins.tickets([...new Map(told.map(({ ticket }) => [ticket.id, ticket])).values()]),
  ])
  const ticketOf = new Map(ticketRecords.map((ticket) => [ticket.id, ticket]))
  const messageOf = new Map(messageRecords.map((message) => [message.id, message]))
  for (const { change, doc, audience } of told) {
    const ticket = ticketOf.get(doc.ticketId)
    const message = messageOf.get(doc.id)
    if (ticket === undefined || message === undefined) continue
    const action = change.before === null ? 'create' : 'update'
    const send = (to: Parameters<typeof sending.send>[0], shown: typeof message) =>
      sending.send(to, 'appMessage', change.companyId, {
        action,
        message: shown,
        ticket,
        contact: ticket.contact,
      })
    const quoted = doc.quotedId === null ? undefined : quotes.get(doc.quotedId)
    if (message.quotedMsg === null || quoted?.ticketId === doc.ticketId) send(audience, message)
    else {
      const [may, mayNot] = splitAudience(audience, quoteTickets.get(String(quoted?.ticketId)) ?? null)
      send(may, message)
      send(mayNot, { ...message, quotedMsg: null })
    }
  }
}
