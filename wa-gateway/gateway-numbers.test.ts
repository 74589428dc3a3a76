import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { COMPANY } from './testing/desk.js'
import { CONNECTION, jidOf, type Linked, openLinked } from './testing/linked.js'

const SECOND = 8
let linked: Linked
beforeEach(async () => {
  linked = await openLinked()
})
afterEach(() => linked.close())

/** Requests the QR code of a connection and scans it with a phone. */
const scanCode = async (connectionId: number, phone: Linked['shop']) => {
  const { desk } = linked
  const [signals, reports] = [desk.signals.length, desk.reports.length]
  await desk.request(connectionId, 'new-qr')
  const { qrcode } = await desk.signal(
    'qr',
    (signal) => signal.connectionId === connectionId && signal.qrcode !== '',
    signals,
  )
  await phone.scanQr(qrcode)
  return reports
}

describe('a number that is linked again', () => {
  it('receives messages from the time without link as new ones', async () => {
    const { desk, shop, ana } = linked
    const doc = desk.of('connections').get(String(CONNECTION))
    await desk.request(CONNECTION, 'stop')
    await desk.status(CONNECTION, 'DISCONNECTED')
    const missed = {
      ...desk.of('connections').get(String(CONNECTION)),
      missedSince: new Date().toISOString(),
    }
    desk.of('connections').set(String(CONNECTION), { ...doc, ...missed } as never)
    await ana.sendText(shop, 'Is anybody there?')
    await scanCode(CONNECTION, shop)
    const report = await desk.report('message', (one) => one.body === 'Is anybody there?')
    expect(report).toMatchObject({ imported: false, fromMe: false })
  })
})

describe('a number that scans a QR code', () => {
  it('of a second connection is unlinked there, and stays in the first one', async () => {
    const { desk, shop, ana } = linked
    desk.addConnection(SECOND)
    const before = await scanCode(SECOND, shop)
    const told = await desk.report(
      'connection',
      (one) => one.connectionId === SECOND && one.reason === 'ERR_WAPP_NUMBER_TAKEN',
    )
    expect(told).toMatchObject({ status: 'DISCONNECTED', number: shop.number })
    await ana.sendText(shop, 'Hello')
    await desk.report('message', (one) => one.body === 'Hello')
    const since = desk.reports.slice(before)
    expect(since.filter((one) => one.kind === 'connection' && one.status === 'CONNECTED')).toEqual([])
    expect(
      since.flatMap((one) => (one.kind === 'message' && one.body === 'Hello' ? [one.connectionId] : [])),
    ).toEqual([CONNECTION])
  })

  it('instead of another number waits for an admin; waiting messages of the former number are not sent', async () => {
    const { desk, sim, ana } = linked
    desk.of('tickets').set('1', { id: '1', companyId: COMPANY, connectionId: CONNECTION } as never)
    await desk.request(CONNECTION, 'stop')
    await desk.status(CONNECTION, 'DISCONNECTED')
    const waited = await desk.send(CONNECTION, jidOf(ana), { body: 'From the old number' })
    const other = sim.addPhone({ number: '5511900000009', name: 'Other shop', kind: 'own' })
    const before = await scanCode(CONNECTION, other)
    await desk.report('connection', (one) => one.reason === 'ERR_WAPP_OTHER_NUMBER')
    await ana.sendText(other, 'Are you there?')
    expect(desk.reports.slice(before).map(({ kind }) => kind)).not.toContain('message')

    await desk.request(CONNECTION, 'start', other.number)
    await desk.status(CONNECTION, 'CONNECTED', before)
    await desk.report(
      'failed',
      (one) => one.messageId === waited.id && one.code === 'ERR_WAPP_NUMBER_CHANGED',
    )
    await desk.report('message', (one) => one.body === 'Are you there?')
    const { id } = await desk.send(CONNECTION, jidOf(ana), { body: 'From the new number' })
    await desk.report('sent', (one) => one.messageId === id)
    expect(ana.received.map(({ text }) => text)).toEqual(['From the new number'])
  })
})
