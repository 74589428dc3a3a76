import { expect, it } from '@jest/globals'
import { createRoomToSend } from './room-to-send.js'

const ANA = { source: 'user', userId: 11 } as const
const BIA = { source: 'user', userId: 12 } as const

/** `waiting`: pending messages of all senders. Records the maximum of each count. */
const setUp = (waiting: number, most: number | undefined) => {
  const counted: number[] = []
  const documents = {
    count: async (_collection: string, _where: unknown, cap: number) => {
      counted.push(cap)
      return Math.min(waiting, cap)
    },
  }
  return { counted, room: createRoomToSend({ documents }, most) }
}

it('counts again after a quarter of the free room, for each asker and connection', async () => {
  const { counted, room } = setUp(60, 100)
  for (let sent = 0; sent < 11; sent++) expect(await room(1, ANA)).toBeNull()
  expect(counted).toEqual([100])
  await room(1, ANA)
  expect(counted).toEqual([100, 100])
  await room(1, BIA)
  await room(2, ANA)
  expect(counted).toHaveLength(4)
})

it('counts each time where the room is small, and refuses at the limit', async () => {
  const small = setUp(97, 100)
  for (let sent = 0; sent < 3; sent++) expect(await small.room(1, ANA)).toBeNull()
  expect(small.counted).toHaveLength(3)
  const full = setUp(100, 100)
  expect(await full.room(1, ANA)).toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS' })
  expect(await full.room(1, { source: 'bot', userId: null })).toBeNull()
})

it('counts nothing without a limit', async () => {
  const { counted, room } = setUp(5, undefined)
  expect(await room(1, ANA)).toBeNull()
  expect(counted).toEqual([])
})
