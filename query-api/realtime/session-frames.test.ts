import type { ServerFrames } from '@guiche/contracts/realtime/realtime.js'
import { expect, it } from '@jest/globals'
import type { SocketClient } from './clients.js'
import type { Realtime } from './deps.js'
import { createSessionFrames } from './session-frames.js'

it('the end of a session whose reason comes too late is no logout: its person is told that something changed', async () => {
  const told: ServerFrames['auth'][] = []
  const client = {
    caller: { userId: 7, companyId: 1, sessionId: 's' },
    closingSince: null,
    ws: { close: () => {} },
  }
  const realtime = {
    clients: { ofSession: () => [client as unknown as SocketClient] },
    documents: { getMany: async () => new Map(), first: async () => null },
    records: { waitFor: async () => false },
    partitionOf: () => 1,
    sending: {
      send: (_to: unknown, _channel: string, _company: number, data: never) => told.push(data),
      flush: () => {},
    },
    authenticator: { forget: () => {} },
    clock: { now: () => new Date() },
  } as unknown as Realtime
  await createSessionFrames(realtime)([{ id: 's', companyId: 1, position: '5', after: null } as never])
  expect(told.map(({ reason }) => reason)).toEqual(['unknown'])
})
