import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { jidOf } from '@guiche/contracts/events/contact.js'
import { BARE_FIELD, ClientFrame, SOCKET_LIMITS } from '@guiche/contracts/realtime/realtime.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { checkSchema } from '@guiche/contracts/schema.js'
import { type Caller, mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import { readJson } from '@guiche/infra/http/json.js'
import { readPermittedTicket } from '../routes/guards.js'
import { type JoiningFrame, rooms, type SocketClient } from './clients.js'
import type { Realtime } from './deps.js'
import type { Online } from './online.js'
import type { TypingSigns } from './typing.js'
import type { Viewers } from './viewers.js'

/** Maximum of rooms of one socket. */
export const MOST_ROOMS = SOCKET_LIMITS.rooms
const SAY_ONLINE_MS = 60_000
/** Characters of the name of an event. */
const LONGEST_EVENT = 40

interface FrameParts {
  readonly online: Online
  readonly viewers: Viewers
  readonly typing: TypingSigns
}
type FrameDeps = Pick<Realtime, 'clients' | 'records' | 'sending' | 'clock'> & FrameParts

/** A member of the union may stand for several events that carry the same. */
type MemberOf<F, E> = F extends { event: infer A } ? (E extends A ? F : never) : never
type FrameOf<E extends JoiningFrame['event']> = MemberOf<JoiningFrame, E>
type Handle<E extends JoiningFrame['event']> = (
  deps: FrameDeps,
  client: SocketClient,
  caller: Caller,
  frame: FrameOf<E>,
) => Promise<Result<void, DomainError>> | Result<void, DomainError>

/** Puts the bare value of older clients into its field. */
const withField = (frame: unknown): unknown => {
  const { event, data } = (frame ?? {}) as { event?: string; data?: unknown }
  const field = Object.hasOwn(BARE_FIELD, event ?? '') ? BARE_FIELD[event as ClientFrame['event']] : undefined
  if (field === undefined || (typeof data !== 'string' && typeof data !== 'number')) return frame
  return { event, data: { [field]: field === 'ticketId' ? Number(data) : data } }
}

/** An `{event}` with a name or data unknown to this release's protocol; perhaps a newer page sent it. */
export interface StrangeFrame {
  readonly strange: string
}

/** A frame of a client, or null for text that is none. */
export const frameOf = (text: string): ClientFrame | StrangeFrame | null => {
  const value = readJson(text)
  if (!value.ok) return null
  const frame = checkSchema(ClientFrame, withField(value.value))
  if (frame.ok) return frame.value
  const { event } = value.value as { event?: unknown }
  return typeof event === 'string' && event.length <= LONGEST_EVENT ? { strange: event } : null
}

const joinRoom = ({ clients }: FrameDeps, client: SocketClient, room: string): Result<void, DomainError> => {
  if ((client.rooms?.size ?? 0) >= MOST_ROOMS) return err(domainError('ERR_TOO_MANY_REQUESTS'))
  clients.join(client, room)
  return ok(undefined)
}

const leaveChat = ({ clients }: FrameDeps, client: SocketClient, companyId: number, ticketId: number) => {
  clients.leave(client, rooms.chat(companyId, ticketId))
  const contactId = client.chats?.get(ticketId)
  if (contactId === undefined) return
  client.chats?.delete(ticketId)
  const another = [...(client.chats?.values() ?? [])].includes(contactId)
  if (!another) clients.leave(client, rooms.conversation(companyId, contactId))
}

const joinChat = (deps: FrameDeps, client: SocketClient, ticket: TicketDoc): Result<void, DomainError> => {
  const { clients, viewers, sending } = deps
  const { companyId, ticketId, contactId } = ticket
  const joined = joinRoom(deps, client, rooms.chat(companyId, ticketId))
  if (!joined.ok) return joined
  clients.join(client, rooms.conversation(companyId, contactId))
  client.chats ??= new Map()
  client.chats.set(ticketId, contactId)
  for (const colleague of viewers.of(companyId, ticketId)) {
    if (colleague.userId === client.caller?.userId) continue
    const { userId, name, state } = colleague
    sending.send([client], 'presence', companyId, { ticketId, colleague: { userId, name, state } })
  }
  return ok(undefined)
}

/** The activity on a ticket of the same user's other sockets; `left` if none of them has the ticket open. */
const activityElsewhere = (
  { clients }: FrameDeps,
  client: SocketClient,
  userId: number,
  ticketId: number,
): 'viewing' | 'typing' | 'left' => {
  const others = clients.own(userId).filter((other) => other !== client)
  const does = others.map(({ viewing }) => viewing?.get(ticketId))
  return does.includes('typing') ? 'typing' : does.includes('viewing') ? 'viewing' : 'left'
}

/** Tells colleagues the user's remaining activity on a ticket after one of the user's sockets has left it or closed. */
const tellRemaining = (deps: FrameDeps, client: SocketClient, caller: Caller, ticketId: number): void => {
  const { companyId, userId } = caller
  const state = activityElsewhere(deps, client, userId, ticketId)
  deps.online.publish({ kind: 'viewing', companyId, userId, ticketId, state })
}

const noteViewing = (
  deps: FrameDeps,
  client: SocketClient,
  caller: Caller,
  ticketId: number,
  state: 'viewing' | 'typing' | 'left',
  contact?: { readonly connectionId: number; readonly jid: string },
): void => {
  const { companyId, userId } = caller
  if (state === 'left') {
    client.viewing?.delete(ticketId)
    return tellRemaining(deps, client, caller, ticketId)
  }
  client.viewing ??= new Map()
  client.viewing.set(ticketId, state)
  deps.online.publish({ kind: 'viewing', companyId, userId, ticketId, state, ...(contact && { contact }) })
}

/** Null for a ticket of a group, whose members are not shown typing. */
const jidOfPerson = async (deps: FrameDeps, { companyId, contactId }: TicketDoc): Promise<string | null> => {
  const contact = await deps.records.contact(companyId, contactId)
  const identity = contact?.identities.find(({ kind }) => kind !== 'group')
  return identity === undefined ? null : jidOf(identity)
}

/** Shows the contact the activity of the ticket's agent: typing, recording, or stopped. */
const tellContact = (
  { typing }: FrameDeps,
  caller: Caller,
  ticket: TicketDoc,
  to: string,
  state: 'viewing' | 'typing' | 'recording' | 'left',
): void => {
  if (ticket.status !== 'open' || ticket.userId !== caller.userId) return
  const { companyId } = caller
  const recording = state === 'recording'
  const on = recording || state === 'typing'
  const { connectionId } = ticket
  typing.tell({ kind: 'typing', companyId, connectionId, to, on, ...(recording && { recording }) })
}

const showPresence: Handle<'ticketPresence'> = async (deps, client, caller, { data }) => {
  if (caller.visit !== undefined) return ok(undefined)
  // read for every state, so that frames in quick succession keep their order
  const ticket = await deps.records.ticket(caller.companyId, data.ticketId)
  const jid = ticket === null ? null : await jidOfPerson(deps, ticket)
  // the socket has closed meanwhile: nobody would take back a signal that is sent now
  if (!deps.clients.all.has(client)) return ok(undefined)
  const before = client.viewing?.get(data.ticketId)
  if (data.state === 'left' && before === undefined) return ok(undefined)
  if (data.state !== 'left') {
    if (ticket === null) return err(domainError('ERR_NO_TICKET_FOUND'))
    if (!mayOpenTicket(caller, ticket)) return err(domainError('ERR_NO_PERMISSION'))
    if (before === undefined && (client.viewing?.size ?? 0) >= MOST_ROOMS) {
      return err(domainError('ERR_TOO_MANY_REQUESTS'))
    }
  }
  // Colleagues see that the user answers, by text or by voice.
  const state = data.state === 'recording' ? 'typing' : data.state
  if (ticket === null || jid === null) return ok(noteViewing(deps, client, caller, data.ticketId, state))
  // Signs of contacts are shown on tickets that are not closed. Nobody sees them where nobody sits.
  const isSeen = state !== 'left' && ticket.status !== 'closed' && !client.away
  const contact = isSeen ? { connectionId: ticket.connectionId, jid } : undefined
  noteViewing(deps, client, caller, data.ticketId, state, contact)
  if (state === 'typing' || before === 'typing') tellContact(deps, caller, ticket, jid, data.state)
  return ok(undefined)
}

const setStatus: Handle<'userStatus'> = async (deps, client, caller, { data }) => {
  // a visitor is not shown as the visited user
  if (caller.visit !== undefined) return ok(undefined)
  const { companyId, userId } = caller
  const now = deps.clock.now().getTime()
  const away = data?.away ?? client.away
  const isBack = client.away && !away
  if (away !== client.away) {
    client.away = away
    client.onlineSaidAt = 0
  }
  if (now - client.onlineSaidAt >= SAY_ONLINE_MS) {
    client.onlineSaidAt = now
    deps.online.say(companyId, userId)
  }
  if (!isBack) return ok(undefined)
  // The gateway does not know yet which tickets the user has open. All reads begin now, so that later frames come after them.
  const looks = [...(client.viewing ?? [])].map(([ticketId, state]) =>
    showPresence(deps, client, caller, { event: 'ticketPresence', data: { ticketId, state } }),
  )
  await Promise.all(looks)
  return ok(undefined)
}

const handlers: { readonly [E in JoiningFrame['event']]: Handle<E> } = {
  joinChatBox: async (deps, client, caller, { data }) => {
    const ticket = await readPermittedTicket(deps.records, caller, data.ticketId)
    return ticket.ok ? joinChat(deps, client, ticket.value) : ticket
  },
  leaveChatBox: (deps, client, { companyId }, { data }) => {
    leaveChat(deps, client, companyId, data.ticketId)
    return ok(undefined)
  },
  joinTickets: (deps, client, { companyId }, { data }) =>
    joinRoom(deps, client, rooms.tickets(companyId, data.status)),
  leaveTickets: ({ clients }, client, { companyId }, { data }) =>
    ok(clients.leave(client, rooms.tickets(companyId, data.status))),
  joinNotification: (deps, client, { companyId }) => joinRoom(deps, client, rooms.notification(companyId)),
  leaveNotification: ({ clients }, client, { companyId }) =>
    ok(clients.leave(client, rooms.notification(companyId))),
  userStatus: setStatus,
  ticketPresence: showPresence,
}

/** Handlers of the frames of a signed-in client. Frames about a ticket ask the same policy as the HTTP routes. */
export const createOnFrame = (realtime: Realtime, parts: FrameParts) => {
  const deps: FrameDeps = { ...realtime, ...parts }
  return {
    handle: async (
      client: SocketClient,
      caller: Caller,
      frame: JoiningFrame,
    ): Promise<Result<void, DomainError>> => {
      // the socket closed while its earlier frames were handled
      if (!deps.clients.all.has(client)) return ok(undefined)
      const handle = handlers[frame.event] as Handle<JoiningFrame['event']>
      return handle(deps, client, caller, frame)
    },
    /** A socket has closed: its user no longer views its tickets, unless another socket of the user shows them. */
    gone: (client: SocketClient): void => {
      if (client.caller === null) return
      for (const ticketId of client.viewing?.keys() ?? [])
        tellRemaining(deps, client, client.caller, ticketId)
    },
  }
}
export type OnFrame = ReturnType<typeof createOnFrame>
