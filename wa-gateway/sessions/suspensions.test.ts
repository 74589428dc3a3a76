import { afterEach, describe, expect, it } from '@jest/globals'
import type { Gateway } from '../gateway.js'
import { createDesk } from '../testing/desk.js'
import { createFakeProvider } from '../testing/fake-provider.js'

const CONNECTION = 4
const gateways: Gateway[] = []
afterEach(async () => {
  await Promise.all(gateways.splice(0).map((gateway) => gateway.stop()))
})

/** A gateway with one open connection, which is then suspended. */
const suspendedGateway = async (expiresInSeconds: number | null) => {
  const fake = createFakeProvider()
  fake.state.opened = (line) => void line.emit({ kind: 'open', number: '5511' })
  const desk = createDesk({
    provider: fake.provider,
    simulator: () => Promise.resolve({ url: 'ws://127.0.0.1:1' }),
    config: { timings: { sweepMs: 20, leaseMs: 100 } },
  })
  desk.addConnection(CONNECTION, 'simulator')
  const begin = async () => {
    const gateway = desk.newGateway()
    gateways.push(gateway)
    await gateway.start()
    return gateway
  }
  const gateway = await begin()
  await desk.request(CONNECTION, 'start')
  await desk.status(CONNECTION, 'CONNECTED')
  fake.state.paired = true
  const before = desk.reports.length
  await fake.lines.at(-1)?.emit({ kind: 'closed', code: 402, expiresInSeconds })
  expect(await desk.status(CONNECTION, 'DISCONNECTED', before)).toMatchObject({
    reason: 'ERR_WAPP_TEMP_BANNED',
  })
  return { fake, desk, gateway, begin, since: desk.reports.length }
}

describe('an account that WhatsApp has suspended temporarily', () => {
  it('reconnects by itself at the end of the suspension, not before', async () => {
    const began = Date.now()
    const { desk, fake, since } = await suspendedGateway(0.4)
    await desk.status(CONNECTION, 'CONNECTED', since)
    expect(Date.now() - began).toBeGreaterThanOrEqual(400)
    expect(fake.lines).toHaveLength(2)
  })

  it('reconnects in another gateway if the first is gone', async () => {
    const { desk, gateway, begin, since } = await suspendedGateway(0.2)
    await gateway.stop()
    await begin()
    await desk.status(CONNECTION, 'CONNECTED', since)
  })

  it('stays down without a known end, until started by an admin', async () => {
    const { desk, fake, begin, gateway, since } = await suspendedGateway(null)
    await gateway.stop()
    // A fresh start checks every connection before it resolves.
    await begin()
    expect(fake.lines).toHaveLength(1)
    await desk.request(CONNECTION, 'start')
    await desk.status(CONNECTION, 'CONNECTED', since)
  })
})

describe('a connection to the simulator', () => {
  it('reconnects with the simulator, unless stopped meanwhile', async () => {
    const fake = createFakeProvider()
    fake.state.opened = (line) => void line.emit({ kind: 'open', number: '5511' })
    fake.state.paired = true
    let isOn = false
    const desk = createDesk({
      provider: fake.provider,
      simulator: () => (isOn ? Promise.resolve({ url: 'ws://127.0.0.1:1' }) : null),
    })
    desk.addConnection(CONNECTION, 'simulator')
    /** Another run of the product, with or without the simulator. */
    const restart = async (on: boolean) => {
      isOn = on
      await gateways.pop()?.stop()
      const gateway = desk.newGateway()
      gateways.push(gateway)
      await gateway.start()
    }
    await restart(true)
    await desk.request(CONNECTION, 'start')
    await desk.status(CONNECTION, 'CONNECTED')
    for (const _ of [1, 2]) {
      let before = desk.reports.length
      await restart(false)
      expect(await desk.status(CONNECTION, 'DISCONNECTED', before)).toMatchObject({
        reason: 'ERR_SIMULATOR_OFF',
      })
      before = desk.reports.length
      await restart(true)
      await desk.status(CONNECTION, 'CONNECTED', before)
    }
    const before = desk.reports.length
    await restart(false)
    await desk.status(CONNECTION, 'DISCONNECTED', before)
    const stopping = desk.reports.length
    await desk.request(CONNECTION, 'stop')
    await desk.status(CONNECTION, 'DISCONNECTED', stopping)
    const { length } = fake.lines
    await restart(true)
    expect(fake.lines).toHaveLength(length)
  })
})
