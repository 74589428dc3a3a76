import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import { afterEach, describe, expect, it } from '@jest/globals'
import type { Gateway, GatewayConfig } from '../gateway.js'
import { createDesk } from '../testing/desk.js'
import { createFakeProvider } from '../testing/fake-provider.js'

const TIMINGS = { sweepMs: 40, leaseMs: 1_000, delayScale: 0.001 }
const NO_ROOM = 'ERR_WAPP_NO_ROOM'

const gateways: Gateway[] = []
afterEach(async () => {
  await Promise.all(gateways.splice(0).map((gateway) => gateway.stop()))
})

/** Connections 1 to `count`, all linked and started. Their provider connects at once. */
const openDesk = async (count: number) => {
  const fake = createFakeProvider()
  fake.state.opened = (line) => void line.emit({ kind: 'open', number: '5511900000001' })
  const desk = createDesk({
    provider: fake.provider,
    simulator: () => Promise.resolve({ url: 'ws://127.0.0.1:1' }),
  })
  const ids = Array.from({ length: count }, (_, n) => n + 1)
  for (const id of ids) desk.addConnection(id)
  for (const id of ids) await desk.request(id, 'start')
  const gateway = async (config: Partial<GatewayConfig>) => {
    const one = desk.newGateway({ timings: TIMINGS, ...config })
    gateways.push(one)
    await one.start()
    return one
  }
  const doc = (id: number) => desk.of('connections').get(String(id)) as Partial<ConnectionDoc> | undefined
  const shown = (status: string, reason: string | null = null) =>
    ids.filter((id) => doc(id)?.status === status && doc(id)?.reason === reason)
  const until = (what: string, fits: () => boolean) => desk.until(() => fits() || undefined, what)
  return { desk, fake, gateway, shown, until }
}

describe('a process at its limit of connections', () => {
  it('runs no more than its limit, and reports other numbers as waiting', async () => {
    const { fake, gateway, shown, until } = await openDesk(5)
    await gateway({ maxSessions: 2 })
    await until('two to be up', () => shown('CONNECTED').length === 2)
    await until('three to wait', () => shown('OPENING', NO_ROOM).length === 3)
    expect(fake.lines).toHaveLength(2)
  })

  it('starts a waiting number once another ends, and can stop a waiting one', async () => {
    const { desk, gateway, shown, until } = await openDesk(3)
    await gateway({ maxSessions: 1 })
    await until('two to wait', () => shown('OPENING', NO_ROOM).length === 2)
    const [up = 0] = shown('CONNECTED')
    const [first = 0, second = 0] = shown('OPENING', NO_ROOM)
    await desk.request(first, 'stop')
    await until('the stop', () => shown('DISCONNECTED').includes(first))
    await desk.request(up, 'stop')
    await until('the last one', () => shown('CONNECTED').includes(second))
  })

  it('leaves a waiting number to another process with room', async () => {
    const { gateway, shown, until } = await openDesk(4)
    await gateway({ maxSessions: 2, sole: false })
    await until('two to wait', () => shown('OPENING', NO_ROOM).length === 2)
    await gateway({ maxSessions: 2, sole: false })
    await until('all to be up', () => shown('CONNECTED').length === 4)
  })
})
