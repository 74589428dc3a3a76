import type { Visibility } from '@guiche/contracts/changes.js'
import { mayOpenTicket } from '@guiche/contracts/permissions.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import { type Peer, type Peers, rooms } from './peers.js'

type Seen = Pick<TicketDoc, 'companyId' | 'status' | 'userId' | 'queueId'>

/** How a ticket stood before a change; null when it was not there. */
export const standingBefore = (companyId: number, before: Visibility | null): Seen | null =>
  before === null
    ? null
    : {
        companyId,
        status: before.status ?? 'open',
        userId: before.userId ?? null,
        queueId: before.queueId ?? null,
      }

/** Whether a change left a ticket in the lists in which it was. */
export const standsAlike = (before: Seen | null, now: Seen): boolean =>
  before?.status === now.status && before.userId === now.userId && before.queueId === now.queueId

const may = (peer: Peer, ticket: Seen | null): boolean =>
  ticket !== null && peer.caller !== null && mayOpenTicket(peer.caller, ticket)

const listeners = (peers: Peers, names: Iterable<string>): Set<Peer> => {
  const found = new Set<Peer>()
  for (const name of names) for (const peer of peers.inRoom(name)) found.add(peer)
  return found
}

/** Who listens to a ticket: its chat, the lists of these statuses, the notifications. */
const roomsOf = (companyId: number, ticketId: number, statuses: readonly string[]): string[] => [
  rooms.chat(companyId, ticketId),
  rooms.notification(companyId),
  ...statuses.map((status) => rooms.tickets(companyId, status)),
]

/** Who is told that a ticket is as it is now, and who that it is gone for them. */
export const ticketAudience = (
  peers: Peers,
  ticketId: number,
  now: Seen | null,
  before: Seen | null,
): { update: Peer[]; gone: Peer[] } => {
  const companyId = now?.companyId ?? before?.companyId
  if (companyId === undefined) return { update: [], gone: [] }
  const statuses = [now?.status, before?.status].filter((status) => status !== undefined)
  const update: Peer[] = []
  const gone: Peer[] = []
  for (const peer of listeners(peers, roomsOf(companyId, ticketId, statuses))) {
    if (may(peer, now)) update.push(peer)
    else if (may(peer, before)) gone.push(peer)
  }
  return { update, gone }
}

/** Who may see a ticket and listens to its conversation; `chatsOnly` leaves lists and notifications alone. */
export const conversationAudience = (peers: Peers, ticket: TicketDoc, chatsOnly = false): Peer[] => {
  const { companyId, contactId, ticketId, status } = ticket
  const chats = [rooms.chat(companyId, ticketId), rooms.conversation(companyId, contactId)]
  const names = chatsOnly ? chats : [...chats, ...roomsOf(companyId, ticketId, [status])]
  return [...listeners(peers, names)].filter((peer) => may(peer, ticket))
}

export const adminsOf = (peers: Peers, companyId: number): Peer[] =>
  [...peers.ofCompany(companyId)].filter((peer) => peer.caller?.profile === 'admin')
