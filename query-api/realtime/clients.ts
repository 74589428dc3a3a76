import type { Duplex } from 'node:stream'
import type { ClientFrame } from '@guiche/contracts/realtime/realtime.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import type { UserDoc } from '@guiche/contracts/views/directory.js'
import type { WebSocket } from 'ws'

/** A frame that a client may send once it is signed in. */
export type JoiningFrame = Exclude<ClientFrame, { event: 'authenticate' }>

/** One socket. Its record is small, because there are thousands of idle ones. */
export interface SocketClient {
  readonly ws: WebSocket
  /** the stream under `ws`, to write the frames of one tick at once */
  readonly stream: Duplex
  /** milliseconds since the epoch */
  readonly since: number
  /** null until the first frame has authenticated the user */
  caller: Caller | null
  /** position of the user document with the caller's present rights; '' before the first one */
  rightsAt: string
  /** true while the first frame is checked */
  checking: boolean
  /** frames that wait for the check of the sign-in; null once the socket is ready */
  early: JoiningFrame[] | null
  alive: boolean
  /** time when closing began; the socket is cut later */
  closingSince: number | null
  /** the second in which `frames` were counted */
  second: number
  frames: number
  /** frames that the protocol does not know */
  strange: number
  onlineSaidAt: number
  /** the window has had no input for a while */
  away: boolean
  rooms: Set<string> | null
  /** contacts of the open chats, by ticket */
  chats: Map<number, number> | null
  /** tickets that the user has on the screen; shown to colleagues */
  viewing: Map<number, 'viewing' | 'typing'> | null
}

export const newClient = (ws: WebSocket, stream: Duplex, now: number): SocketClient => ({
  ws,
  stream,
  since: now,
  caller: null,
  rightsAt: '',
  checking: false,
  early: [],
  alive: true,
  closingSince: null,
  second: 0,
  frames: 0,
  strange: 0,
  onlineSaidAt: 0,
  away: false,
  rooms: null,
  chats: null,
  viewing: null,
})

/** Names of rooms; the company is always a part of them. */
export const rooms = {
  chat: (companyId: number, ticketId: number) => `company-${companyId}-chat-${ticketId}`,
  /** everyone whose open chat is with this contact: a conversation joins the contact's tickets */
  conversation: (companyId: number, contactId: number) => `company-${companyId}-conversation-${contactId}`,
  tickets: (companyId: number, status: string) => `company-${companyId}-tickets-${status}`,
  notification: (companyId: number) => `company-${companyId}-notification`,
} as const

const addToIndex = <K>(index: Map<K, Set<SocketClient>>, key: K, client: SocketClient): void => {
  const found = index.get(key)
  if (found === undefined) index.set(key, new Set([client]))
  else found.add(client)
}
const dropFromIndex = <K>(index: Map<K, Set<SocketClient>>, key: K, client: SocketClient): void => {
  const found = index.get(key)
  if (found === undefined) return
  found.delete(client)
  if (found.size === 0) index.delete(key)
}
const NOBODY: ReadonlySet<SocketClient> = new Set()

/** Connected sockets by company, user, session and room. */
export const createClients = () => {
  const all = new Set<SocketClient>()
  const byCompany = new Map<number, Set<SocketClient>>()
  const byUser = new Map<number, Set<SocketClient>>()
  const bySession = new Map<string, Set<SocketClient>>()
  const byRoom = new Map<string, Set<SocketClient>>()

  const leave = (client: SocketClient, room: string): void => {
    client.rooms?.delete(room)
    dropFromIndex(byRoom, room, client)
  }
  return {
    all: all as ReadonlySet<SocketClient>,
    companies: () => byCompany.keys(),
    sessions: () => bySession.keys(),
    ofCompany: (companyId: number): ReadonlySet<SocketClient> => byCompany.get(companyId) ?? NOBODY,
    ofUser: (userId: number): ReadonlySet<SocketClient> => byUser.get(userId) ?? NOBODY,
    /** The sockets of a user's own windows, without those of visitors at the user's desk. */
    own: (userId: number): readonly SocketClient[] =>
      [...(byUser.get(userId) ?? NOBODY)].filter(({ caller }) => caller?.visit === undefined),
    ofSession: (sessionId: string): ReadonlySet<SocketClient> => bySession.get(sessionId) ?? NOBODY,
    inRoom: (room: string): ReadonlySet<SocketClient> => byRoom.get(room) ?? NOBODY,
    connect: (client: SocketClient): void => void all.add(client),
    /** Enters a client whose `caller` is known now. */
    enter: (client: SocketClient, caller: Caller): void => {
      client.caller = caller
      addToIndex(byCompany, caller.companyId, client)
      addToIndex(byUser, caller.userId, client)
      addToIndex(bySession, caller.sessionId, client)
    },
    /** Updates the rights of a user's sockets from the document, unless they are newer. */
    renewRights: ({ userId, position, profile, allTicket, queueIds, super: isSuper }: UserDoc): void => {
      for (const client of byUser.get(userId) ?? NOBODY) {
        if (client.caller === null || client.rightsAt > position) continue
        client.rightsAt = position
        client.caller = { ...client.caller, profile, allTicket, queueIds, super: isSuper }
      }
    },
    /** A client that has disconnected joins no room, because nobody would remove it again. */
    join: (client: SocketClient, room: string): void => {
      if (!all.has(client)) return
      client.rooms ??= new Set()
      client.rooms.add(room)
      addToIndex(byRoom, room, client)
    },
    leave,
    remove: (client: SocketClient): void => {
      all.delete(client)
      for (const room of client.rooms ?? []) leave(client, room)
      if (client.caller === null) return
      dropFromIndex(byCompany, client.caller.companyId, client)
      dropFromIndex(byUser, client.caller.userId, client)
      dropFromIndex(bySession, client.caller.sessionId, client)
    },
  }
}
export type SocketClients = ReturnType<typeof createClients>
