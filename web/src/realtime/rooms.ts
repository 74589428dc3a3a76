import type { ClientFrame } from '@guiche/contracts/realtime/realtime.js'

type Data<E extends ClientFrame['event'], F extends ClientFrame = ClientFrame> = F extends unknown
  ? E extends F['event']
    ? F['data']
    : never
  : never
/** Rooms that a client may join: by the frame that joins one. */
export interface Rooms {
  readonly joinChatBox: Data<'joinChatBox'>
  readonly joinTickets: Data<'joinTickets'>
  readonly joinNotification: Record<string, never>
}
export type Room = keyof Rooms

/** A frame to the server. */
export interface OutgoingFrame {
  readonly event: string
  readonly data: unknown
}

/**
 * Counts the wanted rooms: two parts of the page may want the same room. `send` is called for the first join
 * and the last leave. `all`: the rooms to join again on a new connection.
 */
export const createRooms = (send: (frame: OutgoingFrame) => void) => {
  const wanted = new Map<string, { frame: OutgoingFrame; count: number }>()
  return {
    join: <R extends Room>(room: R, data: Rooms[R]): (() => void) => {
      const key = `${room} ${JSON.stringify(data)}`
      const held = wanted.get(key)
      const frame = { event: room, data }
      wanted.set(key, { frame, count: (held?.count ?? 0) + 1 })
      if (held === undefined) send(frame)
      let left = false
      return () => {
        const now = wanted.get(key)
        if (left || now === undefined) return
        left = true
        if (now.count > 1) wanted.set(key, { frame, count: now.count - 1 })
        else {
          wanted.delete(key)
          send({ event: room.replace('join', 'leave'), data })
        }
      }
    },
    all: (): readonly OutgoingFrame[] => [...wanted.values()].map(({ frame }) => frame),
  }
}
