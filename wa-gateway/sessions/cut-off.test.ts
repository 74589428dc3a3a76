import { EventEmitter, once } from 'node:events'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import { afterEach, describe, expect, it } from '@jest/globals'
import type { Gateway } from '../gateway.js'
import { createDesk } from '../testing/desk.js'
import { createFakeProvider } from '../testing/fake-provider.js'

const TIMINGS = { sweepMs: 20, leaseMs: 1000, delayScale: 0.001, stallMs: 50, pollMs: 20 }
const [FIRST, SECOND] = [3, 4]
const CUSTOMER = '5511988887777@s.whatsapp.net'
const LOST = 'the lease of a connection is lost'
/** Retries of a report, one each 250 ms, take longer than a lease lasts. */
const TRIES = 6

const gateways: Gateway[] = []
afterEach(async () => {
  await Promise.all(gateways.splice(0).map((gateway) => gateway.stop()))
})

/** A gateway with one open connection. The test can cut its way to the bus, and that of other gateways made with it. */
const openGateway = async () => {
  const fake = createFakeProvider()
  fake.state.opened = (line) => void line.emit({ kind: 'open', number: '5511900000001' })
  const logged = new EventEmitter()
  const texts: string[] = []
  const write = (_: object, text: string): void => {
    texts.push(text)
    logged.emit(text)
  }
  const desk = createDesk({
    logger: { debug: write, info: write, warn: write, error: write },
    provider: fake.provider,
    simulator: () => Promise.resolve({ url: 'ws://127.0.0.1:1' }),
    config: { timings: TIMINGS, sole: false, maxSessions: 1 },
  })
  const cut = { off: false, tries: 0 }
  const bus: typeof desk.bus = {
    ...desk.bus,
    publish: async (...what) => {
      if (!cut.off) return desk.bus.publish(...what)
      cut.tries += 1
      logged.emit('a try')
      throw new Error('the bus is away')
    },
    reach: async () => {
      if (cut.off) throw new Error('the bus is away')
    },
  }
  const start = async (of: typeof bus) => {
    const gateway = desk.newGateway({}, of)
    gateways.push(gateway)
    await gateway.start()
    return gateway
  }
  const doc = (id: number) => desk.of('connections').get(String(id)) as ConnectionDoc
  const ask = async (id: number) => {
    desk.addConnection(id)
    await desk.request(id, 'start')
    await desk.until(() => doc(id)?.status === 'CONNECTED', `connection ${id} to be up`)
  }
  const first = await start(bus)
  await ask(FIRST)
  const isLogged = (text: string) => once(logged, text)
  const tried = async (count: number) => {
    while (cut.tries < count) await isLogged('a try')
  }
  return { desk, fake, cut, bus, first, start, ask, doc, isLogged, tried, texts }
}

describe('a gateway that is cut off from the bus alone', () => {
  it('leaves its connections to a reachable gateway, and reports its work late', async () => {
    const { desk, fake, cut, first, start, doc, isLogged } = await openGateway()
    cut.off = true
    const since = desk.reports.length
    const { id, waId } = await desk.send(FIRST, CUSTOMER)
    await start(desk.bus)
    await desk.status(FIRST, 'CONNECTED', since)
    expect(fake.lines.map(({ closed }) => closed)).toEqual([true, false])
    await desk.report('sent', (one) => one.messageId === id)
    const letsGo = isLogged(LOST)
    cut.off = false
    await letsGo
    await first.stop()
    expect(fake.lines).toHaveLength(2)
    expect(doc(FIRST)).toMatchObject({ status: 'CONNECTED', reason: null })
    // The next gateway cannot know which messages were sent. The same id makes them one message on WhatsApp.
    expect(new Set(fake.sent.map((one) => one.waId))).toEqual(new Set([waId]))
  })

  it.each([
    ['that have something to tell, too', [FIRST, SECOND]],
    ['that have nothing to tell, too', [FIRST]],
  ])('keeps its connections if all other gateways are cut off %s', async (_, busy) => {
    const { desk, fake, cut, bus, first, start, ask, tried, texts } = await openGateway()
    const second = await start(bus)
    await ask(SECOND)
    const since = desk.reports.length
    cut.off = true
    const sent = await Promise.all(busy.map((id) => desk.send(id, CUSTOMER)))
    await tried(busy.length * TRIES)
    cut.off = false
    for (const { id } of sent) await desk.report('sent', (one) => one.messageId === id)
    for (const id of busy) await desk.status(id, 'CONNECTED', since)
    expect(fake.lines).toHaveLength(2 + busy.length)
    expect(texts).not.toContain(LOST)
    const held = [first, second].map((gateway) => gateway.sessions().map((one) => one.connectionId))
    expect(held).toEqual([[FIRST], [SECOND]])
  })
})
