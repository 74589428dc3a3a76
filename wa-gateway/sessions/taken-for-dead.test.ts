import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import { afterEach, describe, expect, it } from '@jest/globals'
import type { Gateway } from '../gateway.js'
import { createDesk } from '../testing/desk.js'
import { createFakeProvider } from '../testing/fake-provider.js'

const TIMINGS = { sweepMs: 20, leaseMs: 1_000, delayScale: 0.001 }
const ID = 1
const CUSTOMER = '5511988887777@s.whatsapp.net'

const gateways: Gateway[] = []
afterEach(async () => {
  await Promise.all(gateways.splice(0).map((gateway) => gateway.stop()))
})

/** A linked connection. Its provider connects at once. */
const openDesk = () => {
  const fake = createFakeProvider()
  fake.state.opened = (line) => void line.emit({ kind: 'open', number: '5511900000001' })
  const desk = createDesk({
    provider: fake.provider,
    simulator: () => Promise.resolve({ url: 'ws://127.0.0.1:1' }),
    config: { timings: TIMINGS, sole: false },
  })
  desk.addConnection(ID)
  const gateway = async () => {
    const one = desk.newGateway()
    gateways.push(one)
    await one.start()
    return one
  }
  const doc = () => desk.of('connections').get(String(ID)) as ConnectionDoc
  const isUp = () => desk.until(() => doc().status === 'CONNECTED' || undefined, 'the connection to be up')
  const show = (reason: ConnectionDoc['reason']) =>
    desk.of('connections').set(String(ID), { ...doc(), ...({ status: 'OPENING', reason } as const) })
  return { desk, fake, gateway, doc, isUp, show }
}

/** The error of command-api while it hears of no gateway. */
const NO_GATEWAY = 'ERR_WAPP_NO_GATEWAY'

describe('a connection that is shown as waiting although a gateway runs it', () => {
  it.each([
    ['no gateway was heard of', true, NO_GATEWAY],
    ['no gateway was heard of, and this one does not hear that', false, NO_GATEWAY],
    ['an earlier gateway told late how it was', true, null],
    ['an earlier gateway told late how it was, and this one does not hear that', false, null],
  ] as const)('is shown correctly again: %s', async (_, hears, reason) => {
    const { desk, fake, gateway, doc, isUp, show } = openDesk()
    await desk.request(ID, 'start')
    await gateway()
    await isUp()
    show(reason)
    if (hears) await desk.change('connections', String(ID), ['connection.status-changed.v1'])
    await isUp()
    expect(doc()).toMatchObject({ status: 'CONNECTED', reason: null, number: '5511900000001' })
    expect(fake.lines).toHaveLength(1)
  })
})

describe('a connection that waits for a gateway', () => {
  it('is started by the next gateway, which sends waiting messages once', async () => {
    const { desk, fake, gateway, isUp, show } = openDesk()
    await desk.request(ID, 'start')
    const first = await gateway()
    await isUp()
    await first.stop()
    show(NO_GATEWAY)
    const waiting = await desk.send(ID, CUSTOMER)
    await gateway()
    await isUp()
    await desk.until(
      () => !desk.of('due-work').has(`send:${waiting.id}`) || undefined,
      'the message to go out',
    )
    expect(fake.sent.map(({ waId }) => waId)).toEqual([waiting.waId])
  })
})
