import { PLATFORM_COMPANY } from '@guiche/contracts/records/record.js'
import type { TicketPlace } from '@guiche/contracts/ticket-lists/lists.js'
import { mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import { rooms, type SocketClient, type SocketClients } from './clients.js'

const maySee = (client: SocketClient, ticket: TicketPlace | null): boolean =>
  ticket !== null && client.caller !== null && mayOpenTicket(client.caller, ticket)

/** Splits an audience into those who may open another ticket, and the rest. */
export const splitAudience = (
  audience: readonly SocketClient[],
  ticket: TicketPlace | null,
): readonly [may: SocketClient[], mayNot: SocketClient[]] => [
  audience.filter((client) => maySee(client, ticket)),
  audience.filter((client) => !maySee(client, ticket)),
]

/** The audience of a company's data: its users. Data of the platform is for the users of all companies. */
export const audienceOf = (clients: SocketClients, companyId: number): ReadonlySet<SocketClient> =>
  companyId === PLATFORM_COMPANY ? clients.all : clients.ofCompany(companyId)

/** Clients by company, whose number is in their channels. Clients without a sign-in are left out. */
export const byCompany = (clients: readonly SocketClient[]): ReadonlyMap<number, SocketClient[]> => {
  const found = new Map<number, SocketClient[]>()
  for (const client of clients) {
    if (client.caller === null) continue
    const { companyId } = client.caller
    const own = found.get(companyId)
    if (own === undefined) found.set(companyId, [client])
    else own.push(client)
  }
  return found
}

const listenersOf = (clients: SocketClients, names: Iterable<string>): Set<SocketClient> => {
  const found = new Set<SocketClient>()
  for (const name of names) for (const client of clients.inRoom(name)) found.add(client)
  return found
}

/** The rooms of a ticket: its chat, the lists of these statuses, the notifications. */
const roomsOf = (companyId: number, ticketId: number, statuses: readonly string[]): string[] => [
  rooms.chat(companyId, ticketId),
  rooms.notification(companyId),
  ...statuses.map((status) => rooms.tickets(companyId, status)),
]

/** The clients that get a ticket's update, and those that get its removal. */
export const ticketAudience = (
  clients: SocketClients,
  ticketId: number,
  now: TicketPlace | null,
  before: TicketPlace | null,
): { update: SocketClient[]; gone: SocketClient[] } => {
  const companyId = now?.companyId ?? before?.companyId
  if (companyId === undefined) return { update: [], gone: [] }
  const statuses = [now?.status, before?.status].filter((status) => status !== undefined)
  const update: SocketClient[] = []
  const gone: SocketClient[] = []
  for (const client of listenersOf(clients, roomsOf(companyId, ticketId, statuses))) {
    if (maySee(client, now)) update.push(client)
    else if (maySee(client, before)) gone.push(client)
  }
  return { update, gone }
}

/** Clients in a ticket's conversation who may see it; `chatsOnly` excludes lists and notifications. */
export const conversationAudience = (
  clients: SocketClients,
  ticket: TicketDoc,
  chatsOnly = false,
): SocketClient[] => {
  const { companyId, contactId, ticketId, status } = ticket
  const chats = [rooms.chat(companyId, ticketId), rooms.conversation(companyId, contactId)]
  const names = chatsOnly ? chats : [...chats, ...roomsOf(companyId, ticketId, [status])]
  return [...listenersOf(clients, names)].filter((client) => maySee(client, ticket))
}

/** Clients that have this ticket open and may see it. */
export const chatAudience = (clients: SocketClients, ticket: TicketDoc): SocketClient[] =>
  [...clients.inRoom(rooms.chat(ticket.companyId, ticket.ticketId))].filter((client) =>
    maySee(client, ticket),
  )

export const adminsOf = (clients: SocketClients, companyId: number): SocketClient[] =>
  [...clients.ofCompany(companyId)].filter((client) => client.caller?.profile === 'admin')
