import { useEffect } from 'react'
import { joinRoom } from './realtime.js'
import type { Room, Rooms } from './rooms.js'

/** Joins a room while the component is mounted; with `null` as data, none. */
export const useJoin = <R extends Room>(room: R, data: Rooms[R] | null): void => {
  const key = data === null ? null : JSON.stringify(data)
  useEffect(() => (key === null ? undefined : joinRoom(room, JSON.parse(key) as Rooms[R])), [room, key])
}
