import { describe, expect, it } from '@jest/globals'
import type { Account, Device } from './accounts.js'
import { silentEngineLogger } from './log.js'
import { stanza } from './nodes.js'
import { takeAck } from './receipts.js'
import { createWorld, deliver, goActive } from './world.js'

const NUMBER = '5511900000001'

const client = () => {
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
    deliver(world, { account, deviceId: 1 }, stanza('message', { id: 'A' }, Buffer.from(content)))
  const acknowledge = () => takeAck(world, NUMBER, device, stanza('ack', { class: 'message', id: 'A' }))
  return { world, account, device, send, acknowledge, waiting: () => device.pending.size }
}

describe('confirmations of a message that was sent anew', () => {
  it('given the first is confirmed late, then the second still waits', () => {
    const { send, acknowledge, waiting } = client()
    send('first')
    send('second')
    acknowledge()
    expect(waiting()).toBe(1)
    acknowledge()
    expect(waiting()).toBe(0)
  })

  it('given the client came back, then it has got the second alone and one confirmation is enough', () => {
    const { world, account, device, send, acknowledge, waiting } = client()
    send('first')
    send('second')
    device.active = false
    goActive(world, account, device)
    acknowledge()
    expect(waiting()).toBe(0)
  })
})
