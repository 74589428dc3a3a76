import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { newCustomer } from '../testing/customer.js'
import { ADMIN, ANA, BIA, type Desk, OTHER_QUEUE, openDesk, QUEUE } from '../testing/desk.js'

let desk: Desk
/** Streams read since the last reset. */
let read: string[] = []
beforeAll(async () => {
  desk = await openDesk({ sole: true })
  const { read: ask } = desk.eventStore
  desk.eventStore.read = (stream, ...how) => {
    read.push(stream)
    return ask(stream, ...how)
  }
})
afterAll(() => desk.close())

/** The streams that a command reads. */
const readsOf = async (who: typeof ANA, ticketId: number, body: object): Promise<readonly string[]> => {
  await desk.shown()
  read = []
  const done = await desk.call(who, 'PUT', `/tickets/${ticketId}`, body)
  expect(done.status).toBe(200)
  return read
}
const STEPS = [
  ['accept', ANA, { status: 'open' }],
  ['transfer to a colleague', ANA, { userId: BIA.userId }],
  ['transfer to a queue', ADMIN, { queueId: OTHER_QUEUE }],
  ['return', ADMIN, { status: 'pending', userId: null, queueId: QUEUE }],
  ['close', ADMIN, { status: 'closed' }],
] as const

it('accepting, transferring and closing a ticket read nothing from the event store if no other process writes', async () => {
  const first = await newCustomer(desk)
  const cold: string[] = []
  for (const [, who, body] of STEPS) cold.push(...(await readsOf(who, first.ticketId, body)))
  // A process reads streams of queues and users once, before a command first names them.
  expect(cold).not.toEqual([])
  const { ticketId } = await newCustomer(desk)
  // Read marks have their own stream. It is read only if there are messages to mark.
  await desk.call(ADMIN, 'POST', `/tickets/${ticketId}/read`)
  const reads = []
  for (const [what, who, body] of STEPS) reads.push([what, await readsOf(who, ticketId, body)])
  expect(reads).toEqual(STEPS.map(([what]) => [what, []]))
})
