import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { type Caller, mayCall, mayOpenTicket, type PermissionKey } from '@guiche/contracts/permissions.js'
import { BARE_FIELD, ClientFrame, SOCKET_LIMITS } from '@guiche/contracts/realtime.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { check } from '@guiche/contracts/schema.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import { openTicket } from '../routes/ticket-access.js'
import type { Realtime } from './deps.js'
import type { Online } from './online.js'
import { type Peer, rooms } from './peers.js'
import type { Viewers } from './viewers.js'

/** Rooms that one socket may be in at most. */
export const MOST_ROOMS = SOCKET_LIMITS.rooms
const SAY_ONLINE_MS = 60_000

export type JoiningFrame = Exclude<ClientFrame, { event: 'authenticate' }>
/** A member of the union may stand for several events that carry the same. */
type MemberOf<F, E> = F extends { event: infer A } ? (E extends A ? F : never) : never
type FrameOf<E extends JoiningFrame['event']> = MemberOf<JoiningFrame, E>
type Handle<E extends JoiningFrame['event']> = (
  peer: Peer,
  caller: Caller,
  frame: FrameOf<E>,
) => Promise<Result<void, DomainError>> | Result<void, DomainError>

/** Puts the bare value of older clients into the field that it is of. */
const withField = (frame: unknown): unknown => {
  const { event, data } = (frame ?? {}) as { event?: string; data?: unknown }
  const field = Object.hasOwn(BARE_FIELD, event ?? '') ? BARE_FIELD[event as ClientFrame['event']] : undefined
  if (field === undefined || (typeof data !== 'string' && typeof data !== 'number')) return frame
  return { event, data: { [field]: field === 'ticketId' ? Number(data) : data } }
}

/** A frame of a client, or null for text that is none. */
export const frameOf = (text: string): ClientFrame | null => {
  try {
    const frame = check(ClientFrame, withField(JSON.parse(text)))
    return frame.ok ? frame.value : null
  } catch {
    return null
  }
}

/** Which rule of the permission table a frame falls under; what only takes back needs none. */
export const PERMISSION_OF: { readonly [E in JoiningFrame['event']]: PermissionKey | null } = {
  joinChatBox: 'WS joinChatBox',
  leaveChatBox: null,
  joinTickets: 'WS joinTickets',
  leaveTickets: null,
  joinNotification: 'WS joinNotification',
  leaveNotification: null,
  userStatus: 'WS userStatus',
  ticketPresence: 'WS ticketPresence',
}

/** What the frames of a signed-in client do. Joins ask the same policy as the HTTP routes. */
export const createOnFrame = (realtime: Realtime, parts: { online: Online; viewers: Viewers }) => {
  const { peers, records, sending, clock } = realtime
  const { online, viewers } = parts

  const join = (peer: Peer, room: string): Result<void, DomainError> => {
    if ((peer.rooms?.size ?? 0) >= MOST_ROOMS) return err(domainError('ERR_TOO_MANY_REQUESTS'))
    peers.join(peer, room)
    return ok(undefined)
  }

  const leaveConversation = (peer: Peer, companyId: number, ticketId: number): void => {
    const contactId = peer.chats?.get(ticketId)
    if (contactId === undefined) return
    peer.chats?.delete(ticketId)
    const another = [...(peer.chats?.values() ?? [])].includes(contactId)
    if (!another) peers.leave(peer, rooms.conversation(companyId, contactId))
  }

  const joinChat = (peer: Peer, ticket: TicketDoc): Result<void, DomainError> => {
    const { companyId, ticketId, contactId } = ticket
    const joined = join(peer, rooms.chat(companyId, ticketId))
    if (!joined.ok) return joined
    peers.join(peer, rooms.conversation(companyId, contactId))
    peer.chats ??= new Map()
    peer.chats.set(ticketId, contactId)
    for (const colleague of viewers.of(companyId, ticketId)) {
      if (colleague.userId === peer.caller?.userId) continue
      const { userId, name, state } = colleague
      sending.send([peer], 'presence', companyId, { ticketId, colleague: { userId, name, state } })
    }
    return ok(undefined)
  }

  const look = (peer: Peer, caller: Caller, ticketId: number, state: 'viewing' | 'typing' | 'left'): void => {
    const { companyId, userId } = caller
    peer.viewing ??= new Map()
    if (state === 'left') peer.viewing.delete(ticketId)
    else peer.viewing.set(ticketId, state)
    online.publish({ kind: 'viewing', companyId, userId, ticketId, state })
  }

  /** The contact sees that we type, when it is the one who attends to the ticket. */
  const tellContact = async (caller: Caller, ticket: TicketDoc, on: boolean): Promise<void> => {
    if (ticket.status !== 'open' || ticket.userId !== caller.userId) return
    const contact = await records.contact(caller.companyId, ticket.contactId)
    const identity = contact?.identities.find(({ kind }) => kind !== 'group')
    if (identity === undefined) return
    const to = identity.kind === 'pn' ? `${identity.value}@s.whatsapp.net` : `${identity.value}@lid`
    online.publish({ kind: 'typing', companyId: caller.companyId, connectionId: ticket.connectionId, to, on })
  }

  const handlers: { readonly [E in JoiningFrame['event']]: Handle<E> } = {
    joinChatBox: async (peer, caller, { data }) => {
      const ticket = await openTicket(records, caller, data.ticketId)
      return ticket.ok ? joinChat(peer, ticket.value) : ticket
    },
    leaveChatBox: (peer, { companyId }, { data }) => {
      peers.leave(peer, rooms.chat(companyId, data.ticketId))
      leaveConversation(peer, companyId, data.ticketId)
      return ok(undefined)
    },
    joinTickets: (peer, { companyId }, { data }) => join(peer, rooms.tickets(companyId, data.status)),
    leaveTickets: (peer, { companyId }, { data }) =>
      ok(peers.leave(peer, rooms.tickets(companyId, data.status))),
    joinNotification: (peer, { companyId }) => join(peer, rooms.notification(companyId)),
    leaveNotification: (peer, { companyId }) => ok(peers.leave(peer, rooms.notification(companyId))),
    userStatus: (peer, { companyId, userId }) => {
      const now = clock.now().getTime()
      if (now - peer.onlineSaidAt >= SAY_ONLINE_MS) {
        peer.onlineSaidAt = now
        online.say(companyId, userId)
      }
      return ok(undefined)
    },
    ticketPresence: async (peer, caller, { data }) => {
      const ticket = await records.ticket(caller.companyId, data.ticketId)
      const before = peer.viewing?.get(data.ticketId)
      if (data.state === 'left' && before === undefined) return ok(undefined)
      if (data.state !== 'left') {
        if (ticket === null) return err(domainError('ERR_NO_TICKET_FOUND'))
        if (!mayOpenTicket(caller, ticket)) return err(domainError('ERR_NO_PERMISSION'))
        if (before === undefined && (peer.viewing?.size ?? 0) >= MOST_ROOMS) {
          return err(domainError('ERR_TOO_MANY_REQUESTS'))
        }
      }
      look(peer, caller, data.ticketId, data.state)
      if (ticket !== null && (data.state === 'typing' || before === 'typing')) {
        await tellContact(caller, ticket, data.state === 'typing')
      }
      return ok(undefined)
    },
  }

  return {
    handle: async (peer: Peer, caller: Caller, frame: JoiningFrame): Promise<Result<void, DomainError>> => {
      const key = PERMISSION_OF[frame.event]
      if (key !== null && !mayCall(key, caller)) return err(domainError('ERR_NO_PERMISSION'))
      const handle = handlers[frame.event] as Handle<JoiningFrame['event']>
      return handle(peer, caller, frame)
    },
    /** A socket is gone: so is what its person looked at, unless another socket of his still does. */
    gone: (peer: Peer): void => {
      if (peer.caller === null) return
      const { companyId, userId } = peer.caller
      for (const ticketId of peer.viewing?.keys() ?? []) {
        const elsewhere = [...peers.ofUser(userId)].some((other) => other.viewing?.has(ticketId))
        if (!elsewhere) online.publish({ kind: 'viewing', companyId, userId, ticketId, state: 'left' })
      }
    },
  }
}
export type OnFrame = ReturnType<typeof createOnFrame>
