import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { CONNECTION, FAST_TIMINGS, jidOf, type Linked, openLinked } from './testing/linked.js'

let linked: Linked
beforeEach(async () => {
  // Long enough for all acknowledgements to reach WhatsApp before the sockets are closed.
  linked = await openLinked({ timings: { ...FAST_TIMINGS, stallMs: 10_000 } })
})
afterEach(() => linked.close())

describe('a gateway whose reports cannot be written', () => {
  it('reports receipts and missed calls later, although its session closed meanwhile', async () => {
    const { ana, shop, sim, desk } = linked
    const confirmed = () => sim.control.until(() => sim.control.backlog(shop.number, 1) === 0)
    const sent = await desk.send(CONNECTION, jidOf(ana), { body: 'Are you there?', contactId: 5 })
    await desk.report('ack', ({ waId, ack }) => waId === sent.waId && ack === 3)
    desk.busState.broken = true
    await ana.sendText(shop, 'Everything waits behind this')
    const theirs = await ana.sendText(shop, 'Read on the phone')
    const own = await shop.sendText(ana, 'Written on the phone')
    await ana.waitFor(({ id }) => id === own)
    await confirmed()
    ana.read(shop)
    shop.read(ana)
    ana.hangUp(shop, ana.call(shop), 'timeout')
    await confirmed()
    expect(sim.control.isConnected(shop.number)).toBe(true)
    await sim.control.until(() => !sim.control.isConnected(shop.number))
    desk.busState.broken = false
    await desk.report('message', ({ type }) => type === 'call_log')
    for (const waId of [sent.waId, own, theirs]) {
      await desk.report('ack', (one) => one.waId === waId && one.ack === 4)
    }
    // A receipt that is reported before its message would be lost.
    const orderOf = (kind: string, of: string, ack: number) =>
      desk.reports.findIndex((one) => one.kind === kind && 'ack' in one && one.waId === of && one.ack >= ack)
    for (const waId of [own, theirs]) {
      expect(orderOf('message', waId, 0)).toBeGreaterThan(-1)
      expect(orderOf('message', waId, 0)).toBeLessThan(orderOf('ack', waId, 4))
    }
  })
})
