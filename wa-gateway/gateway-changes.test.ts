import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Linked, openLinked } from './testing/linked.js'

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

describe('changes of messages by phones', () => {
  it.each(['pn', 'lid'] as const)(
    'opens sealed edits of contacts and of our own phone (%s)',
    async (addressing) => {
      for (const [from, to, by] of [
        [ana, shop, 'contact'],
        [shop, ana, 'us'],
      ] as const) {
        const id = await from.sendText(to, 'Ten', { addressing })
        await from.edit(id, 'Twenty')
        const edited = await desk.report('edited', (one) => one.waId === id)
        expect(edited).toMatchObject({ fromMe: by === 'us', by, body: 'Twenty' })
        expect(edited).not.toHaveProperty('unreadable')
        await to.waitForAny((one) => one.id === id && one.text === 'Twenty')
      }
    },
  )

  it('include edits of older phones; an undecryptable edit is reported as such', async () => {
    const id = await ana.sendText(shop, 'Ten')
    await ana.edit(id, 'Twenty', 'broken')
    const broken = await desk.report('edited', (one) => one.waId === id)
    expect(broken).toMatchObject({ by: 'contact', body: '', unreadable: true })
    await ana.edit(id, 'Thirty', 'plain')
    await desk.report('edited', (one) => one.waId === id && one.body === 'Thirty')
  })

  it('include messages that the own phone has read, in private and group chats', async () => {
    const group = sim.addGroup({ subject: 'Sellers', members: [ana, shop] })
    for (const chat of [shop, group]) {
      const id = await ana.sendText(chat, 'Read this on the phone')
      await shop.waitForAny((one) => one.id === id)
      shop.read(chat === shop ? ana : group)
      await desk.report('ack', (one) => one.waId === id && !one.fromMe && one.ack === 4)
    }
  })
})
