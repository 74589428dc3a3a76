import { useEffect } from 'react'
import { join } from './realtime.js'
import type { Room, Rooms } from './rooms.js'

/** Stays in a room while the component is mounted; `null` as data joins nothing. */
export const useJoin = <R extends Room>(room: R, data: Rooms[R] | null): void => {
  const key = data === null ? null : JSON.stringify(data)
  useEffect(() => (key === null ? undefined : join(room, JSON.parse(key) as Rooms[R])), [room, key])
}
