import type { Caller } from '@guiche/contracts/users/permissions.js'
import { expect, it } from '@jest/globals'
import { createClients, newClient } from './clients.js'

const CALLER = { companyId: 1, userId: 2, sessionId: 's' } as Caller

it('a socket that went while its frame was looked into joins no room', () => {
  const clients = createClients()
  const client = newClient(null as never, null as never, 0)
  clients.connect(client)
  clients.enter(client, CALLER)
  clients.join(client, 'a')
  expect(clients.inRoom('a').size).toBe(1)
  clients.remove(client)
  clients.join(client, 'b')
  expect([clients.inRoom('a').size, clients.inRoom('b').size, clients.ofUser(2).size]).toEqual([0, 0, 0])
})
