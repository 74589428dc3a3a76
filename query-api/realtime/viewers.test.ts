import type { EphemeralMessage } from '@guiche/contracts/realtime/ephemeral.js'
import { describe, expect, it } from '@jest/globals'
import { createClients } from './clients.js'
import type { Realtime } from './deps.js'
import { createOnEphemeral } from './on-ephemeral.js'
import { createSending } from './sending.js'
import { createViewers } from './viewers.js'

const TICKETS = 5000

/** Signals at an instance without sockets. */
const setUp = () => {
  const state = { now: 0 }
  const viewers = createViewers({ now: () => new Date(state.now) })
  const handle = createOnEphemeral(
    {
      clients: createClients(),
      sending: createSending(() => undefined),
      records: { user: async () => null },
    } as unknown as Realtime,
    { directory: {} as never, viewers, sayOnline: () => undefined, answerRoll: () => undefined },
  )
  const say = (ticketId: number, look: 'viewing' | 'left') => {
    const value: EphemeralMessage = { kind: 'viewing', companyId: 1, userId: 7, ticketId, state: look }
    return handle([{ partition: 0, position: '', key: 1, value }])
  }
  return { state, viewers, say }
}

describe('who looks at a ticket', () => {
  it('is forgotten when they leave, also as the last of their company', async () => {
    const { viewers, say } = setUp()
    for (let ticket = 1; ticket <= TICKETS; ticket++) {
      viewers.set(1, ticket, { userId: 7, name: 'Ana', state: 'viewing' })
    }
    expect(viewers.size()).toBe(TICKETS)
    for (let ticket = 1; ticket <= TICKETS; ticket++) await say(ticket, 'left')
    expect(viewers.size()).toBe(0)
  })

  it('is forgotten when nothing is heard of them any more', () => {
    const { state, viewers } = setUp()
    for (let ticket = 1; ticket <= TICKETS; ticket++) {
      state.now += 1000
      viewers.set(1, ticket, { userId: ticket, name: 'Ana', state: 'viewing' })
      viewers.set(1, 1, { userId: 7, name: 'Ana', state: 'viewing' })
    }
    // Viewers of the last six minutes, and the viewer that is renewed.
    expect(viewers.size()).toBeLessThanOrEqual(6 * 60 + 2)
    expect(viewers.of(1, 1).map(({ userId }) => userId)).toEqual([7])
  })
})
