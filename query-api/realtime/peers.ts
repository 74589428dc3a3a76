import type { Duplex } from 'node:stream'
import type { Caller } from '@guiche/contracts/permissions.js'
import type { WebSocket } from 'ws'
import type { JoiningFrame } from './on-frame.js'

/** One socket. Kept small: there are thousands of idle ones. */
export interface Peer {
  readonly ws: WebSocket
  /** what lies under `ws`, to write the frames of one tick at once */
  readonly stream: Duplex
  /** milliseconds since the epoch */
  readonly since: number
  /** null until the first frame has shown who it is */
  caller: Caller | null
  /** set while the first frame is looked into */
  checking: boolean
  /** what came before the socket was ready and waits for that; null from then on */
  early: JoiningFrame[] | null
  alive: boolean
  /** set when it is to go; it is cut then */
  closingSince: number | null
  /** the second in which `frames` were counted */
  second: number
  frames: number
  onlineSaidAt: number
  rooms: Set<string> | null
  /** contacts of the open chats, by ticket */
  chats: Map<number, number> | null
  /** tickets that its person looks at, for the colleagues */
  viewing: Map<number, 'viewing' | 'typing'> | null
}

export const newPeer = (ws: WebSocket, stream: Duplex, now: number): Peer => ({
  ws,
  stream,
  since: now,
  caller: null,
  checking: false,
  early: [],
  alive: true,
  closingSince: null,
  second: 0,
  frames: 0,
  onlineSaidAt: 0,
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

const add = <K>(index: Map<K, Set<Peer>>, key: K, peer: Peer): void => {
  const found = index.get(key)
  if (found === undefined) index.set(key, new Set([peer]))
  else found.add(peer)
}
const drop = <K>(index: Map<K, Set<Peer>>, key: K, peer: Peer): void => {
  const found = index.get(key)
  if (found === undefined) return
  found.delete(peer)
  if (found.size === 0) index.delete(key)
}
const NOBODY: ReadonlySet<Peer> = new Set()

/** Who is connected, by company, user, session and room. */
export const createPeers = () => {
  const all = new Set<Peer>()
  const byCompany = new Map<number, Set<Peer>>()
  const byUser = new Map<number, Set<Peer>>()
  const bySession = new Map<string, Set<Peer>>()
  const byRoom = new Map<string, Set<Peer>>()

  const leave = (peer: Peer, room: string): void => {
    peer.rooms?.delete(room)
    drop(byRoom, room, peer)
  }
  return {
    all: all as ReadonlySet<Peer>,
    companies: () => byCompany.keys(),
    sessions: () => bySession.keys(),
    ofCompany: (companyId: number): ReadonlySet<Peer> => byCompany.get(companyId) ?? NOBODY,
    ofUser: (userId: number): ReadonlySet<Peer> => byUser.get(userId) ?? NOBODY,
    ofSession: (sessionId: string): ReadonlySet<Peer> => bySession.get(sessionId) ?? NOBODY,
    inRoom: (room: string): ReadonlySet<Peer> => byRoom.get(room) ?? NOBODY,
    connect: (peer: Peer): void => void all.add(peer),
    /** Enters a peer whose `caller` is known now. */
    enter: (peer: Peer, caller: Caller): void => {
      peer.caller = caller
      add(byCompany, caller.companyId, peer)
      add(byUser, caller.userId, peer)
      add(bySession, caller.sessionId, peer)
    },
    join: (peer: Peer, room: string): void => {
      peer.rooms ??= new Set()
      peer.rooms.add(room)
      add(byRoom, room, peer)
    },
    leave,
    remove: (peer: Peer): void => {
      all.delete(peer)
      for (const room of peer.rooms ?? []) leave(peer, room)
      if (peer.caller === null) return
      drop(byCompany, peer.caller.companyId, peer)
      drop(byUser, peer.caller.userId, peer)
      drop(bySession, peer.caller.sessionId, peer)
    },
  }
}
export type Peers = ReturnType<typeof createPeers>
