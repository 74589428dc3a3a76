import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { CONNECTION, jidOf, type Linked, openLinked } from './testing/linked.js'

let linked: Linked
let sim: Linked['sim']
let desk: Linked['desk']
let shop: Linked['shop']
let ana: Linked['ana']

beforeAll(async () => {
  linked = await openLinked()
  ;({ sim, desk, shop, ana } = linked)
})
afterAll(() => linked.close())
afterEach(() => ana.setOnline(true))

const typesOf = (waId: string): string[] =>
  desk.reports.flatMap((one) => (one.kind === 'message' && one.waId === waId ? [one.type] : []))
/** Resolves when all earlier messages are reported. */
const waitForReports = async () => {
  const last = await ana.sendText(shop, 'the last one')
  await desk.report('message', (one) => one.waId === last)
}

describe('an undecryptable message', () => {
  it('is reported at once, and again with its content after the phone has resent it', async () => {
    sim.control.corrupt(shop.number)
    // The phone is offline before the message is forwarded, so that it cannot get the retry request too early.
    ana.setOnline(false)
    const id = await ana.sendText(shop, 'spoiled on the way')
    const told = await desk.report('message', (one) => one.waId === id)
    expect(told).toMatchObject({
      type: 'unreadable',
      body: '',
      fromMe: false,
      remoteJid: jidOf(ana),
      peer: { pn: ana.number, name: 'Ana' },
      mediaPending: false,
    })
    ana.setOnline(true)
    const read = await desk.report('message', (one) => one.waId === id && one.type !== 'unreadable')
    expect(read).toMatchObject({ type: 'conversation', body: 'spoiled on the way' })
  })

  it('is not reported if it only changes another message', async () => {
    const id = await ana.sendText(shop, 'fine')
    await desk.report('message', (one) => one.waId === id)
    sim.control.corrupt(shop.number)
    await ana.react(id, '👍')
    await desk.report('reacted', (one) => one.waId === id)
    sim.control.corrupt(shop.number)
    await ana.edit(id, 'finer')
    await desk.report('edited', (one) => one.waId === id)
    await waitForReports()
    expect(desk.reports.filter((one) => one.kind === 'message' && one.type === 'unreadable')).toHaveLength(1)
  })

  it('of our own phone is reported as ours', async () => {
    sim.control.corrupt(shop.number)
    const id = await shop.sendText(ana, 'typed on the phone')
    await desk.report('message', (one) => one.waId === id && one.body === 'typed on the phone')
    expect(typesOf(id)).toEqual(['unreadable', 'conversation'])
    expect(desk.reports.find((one) => one.kind === 'message' && one.waId === id)).toMatchObject({
      fromMe: true,
    })
  })
})

describe('a view-once photo', () => {
  it('is reported in its place, although linked devices do not receive it', async () => {
    const first = await ana.sendText(shop, 'look')
    const data = Buffer.from('a photo')
    const id = await ana.sendMedia(shop, { kind: 'image', data }, { viewOnce: true })
    await waitForReports()
    expect(typesOf(id)).toEqual(['unreadable'])
    const ids = desk.reports.flatMap((one) => (one.kind === 'message' ? [one.waId] : []))
    expect(ids.indexOf(id)).toBe(ids.indexOf(first) + 1)
    expect((await shop.waitFor((one) => one.id === id)).kind).toBe('image')
    expect(desk.reports.at(-1)).toMatchObject({ connectionId: CONNECTION })
  })
})
