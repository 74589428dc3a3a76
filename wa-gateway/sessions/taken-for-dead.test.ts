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

/** A linked connection over a provider that connects at once. */
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
  /** What command-api says of it while it hears of no gateway. */
  const takeForDead = () =>
    desk.of('connections').set(String(ID), {
      ...doc(),
      ...({ status: 'OPENING', reason: 'ERR_WAPP_NO_GATEWAY' } as const),
    })
  return { desk, fake, gateway, doc, isUp, takeForDead }
}

describe('a connection that is shown as waiting for a gateway', () => {
  it.each([true, false])(
    'is shown as it is by the gateway that runs it all the same, whether or not it hears of it (%s)',
    async (hears) => {
      const { desk, fake, gateway, doc, isUp, takeForDead } = openDesk()
      await desk.request(ID, 'start')
      await gateway()
      await isUp()
      takeForDead()
      if (hears) await desk.change('connections', String(ID), ['connection.status-changed.v1'])
      await isUp()
      expect(doc()).toMatchObject({ status: 'CONNECTED', reason: null, number: '5511900000001' })
      expect(fake.lines).toHaveLength(1)
    },
  )

  it('is brought up by the next gateway, which sends what has waited, once', async () => {
    const { desk, fake, gateway, isUp, takeForDead } = openDesk()
    await desk.request(ID, 'start')
    const first = await gateway()
    await isUp()
    await first.stop()
    takeForDead()
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
