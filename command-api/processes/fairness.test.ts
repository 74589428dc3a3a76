import { TOPICS } from '@guiche/contracts/bus/topics.js'
import { afterEach, expect, it, jest } from '@jest/globals'
import { messageFrom, startHistoryImport } from '../testing/customer.js'
import { COMPANY, type Desk, FOREIGN, FOREIGN_CONNECTION, openDesk } from '../testing/desk.js'

let desk: Desk
afterEach(() => {
  jest.restoreAllMocks()
  return desk.close()
})

const IMPORTED = 2000
const sendReports = (...reports: readonly ReturnType<typeof messageFrom>[]) =>
  desk.eventBus.publish(
    TOPICS.reports,
    reports.map((value) => ({ key: value.companyId, value })),
  )
const historyReports = (imported: boolean) =>
  Array.from({ length: IMPORTED }, (_, index) =>
    messageFrom(`55119${String(index % 50).padStart(8, '0')}`, { imported, body: 'antes' }),
  )
/** Number of the large company's messages handled before the message with this text. */
const countBefore = async (body: string): Promise<number> => {
  for (;;) {
    const received = await desk.log('message.received')
    const at = received.findIndex(({ data }) => data.body === body)
    if (at >= 0) return received.slice(0, at).filter(({ data }) => data.body === 'antes').length
    await new Promise(setImmediate)
  }
}

it('thousands of imported messages delay neither another company nor the company’s live messages', async () => {
  desk = await openDesk()
  await startHistoryImport(desk)
  await sendReports(...historyReports(true))
  await sendReports(
    messageFrom('5511777770000', { companyId: FOREIGN, connectionId: FOREIGN_CONNECTION, body: 'vizinho' }),
    messageFrom('5511777770001', { companyId: COMPANY, body: 'agora' }),
  )
  expect(await countBefore('vizinho')).toBeLessThan(200)
  expect(await countBefore('agora')).toBeLessThan(200)
})

/** Lets each look at the clock take a millisecond: on a fast machine the share in time would be all messages. */
const slowDownClock = (): void => {
  const now = Date.now
  let looks = 0
  jest.spyOn(Date, 'now').mockImplementation(() => now() + looks++)
}

it('thousands of live messages delay no other company', async () => {
  desk = await openDesk()
  slowDownClock()
  await sendReports(...historyReports(false))
  await sendReports(
    messageFrom('5511777770000', { companyId: FOREIGN, connectionId: FOREIGN_CONNECTION, body: 'vizinho' }),
  )
  expect(await countBefore('vizinho')).toBeLessThan(IMPORTED / 4)
})

it('nothing of them is lost, and a chat keeps its order', async () => {
  desk = await openDesk()
  const all = historyReports(false).slice(0, 600)
  await sendReports(...all)
  while ((await desk.log('message.received')).length < all.length) await new Promise(setImmediate)
  const order = (pn: string) => all.filter(({ peer }) => peer.pn === pn).map(({ waId }) => waId)
  const received = await desk.log('message.received')
  for (const pn of new Set(all.map(({ peer }) => peer.pn ?? ''))) {
    const own = received.filter(({ data }) => data.remoteJid === `${pn}@s.whatsapp.net`)
    expect(own.map(({ data }) => data.waId)).toEqual(order(pn))
  }
})
