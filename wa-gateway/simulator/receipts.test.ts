import { describe, expect, it } from '@jest/globals'
import type { Account, Device } from './accounts.js'
import { silentEngineLogger } from './log.js'
import { buildStanza } from './nodes.js'
import { takeAck } from './receipts.js'
import { createWorld, deliverStanza, goActive } from './world.js'

const NUMBER = '5511900000001'

const createClient = () => {
  const world = createWorld(silentEngineLogger as never, () => undefined)
  const device = {
    id: 1,
    pending: new Map(),
    sentAnew: new Set(),
    active: true,
    historySent: true,
  } as unknown as Device
  const account = {
    number: NUMBER,
    devices: new Map([[1, device]]),
    primary: undefined,
  } as unknown as Account
  const send = (content: string) =>
    deliverStanza(world, { account, deviceId: 1 }, buildStanza('message', { id: 'A' }, Buffer.from(content)))
  const acknowledge = () => takeAck(world, NUMBER, device, buildStanza('ack', { class: 'message', id: 'A' }))
  return { world, account, device, send, acknowledge, waiting: () => device.pending.size }
}

describe('confirmations of a resent message', () => {
  it('count in order: after a late one for the first, the second still waits', () => {
    const { send, acknowledge, waiting } = createClient()
    send('first')
    send('second')
    acknowledge()
    expect(waiting()).toBe(1)
    acknowledge()
    expect(waiting()).toBe(0)
  })

  it('after a reconnect of the client cover the second message alone: one is enough', () => {
    const { world, account, device, send, acknowledge, waiting } = createClient()
    send('first')
    send('second')
    device.active = false
    goActive(world, account, device)
    acknowledge()
    expect(waiting()).toBe(0)
  })
})
