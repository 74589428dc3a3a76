import type { Report } from '@guiche/contracts/bus/reports.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { proto } from '@whiskeysockets/baileys'
import { rawPrefix } from './providers/baileys/raw-messages.js'
import { COMPANY } from './testing/desk.js'
import { CONNECTION, jidOf, type Linked, openLinked } from './testing/linked.js'

let linked: Linked
beforeEach(async () => {
  linked = await openLinked()
})
afterEach(() => linked.close())

describe('a line that breaks while an agent looks', () => {
  it('is followed by one that subscribes to typing again', async () => {
    const { ana, shop, sim, desk } = linked
    const contact = { connectionId: CONNECTION, jid: jidOf(ana) }
    const about = { companyId: COMPANY, userId: 1, ticketId: 1, contact } as const
    await desk.publish({ kind: 'viewing', ...about, state: 'viewing' })
    await sim.control.until(() => sim.control.isAvailable(shop.number))
    const before = desk.reports.length
    sim.control.dropSockets(shop.number)
    await desk.status(CONNECTION, 'CONNECTED', before)
    await sim.control.until(() => sim.control.isAvailable(shop.number))
    ana.type(shop, 'composing')
    await desk.signal('presence', (one) => one.presence === 'composing')
  })
})

describe('a message that is written while the line is broken', () => {
  it('is reported as late, other messages are not', async () => {
    const { ana, shop, sim, desk } = linked
    const first = await ana.sendText(shop, 'In time')
    expect(await desk.report('message', (one) => one.waId === first)).not.toHaveProperty('late')
    const before = desk.reports.length
    sim.control.dropSockets(shop.number)
    const kept = await ana.sendText(shop, 'Are you there?')
    await desk.status(CONNECTION, 'CONNECTED', before)
    expect(await desk.report('message', (one) => one.waId === kept)).toMatchObject({ late: true })
    const next = await ana.sendText(shop, 'In time again')
    expect(await desk.report('message', (one) => one.waId === next)).not.toHaveProperty('late')
  })
})

describe('a gateway that is stopped', () => {
  it('while it receives a backlog leaves the rest to the next gateway', async () => {
    const { ana, shop, sim, desk, gateway, newGateway } = linked
    // After linking, Baileys holds all events back for up to 20 s, until the phone's history has arrived.
    const before = await ana.sendText(shop, 'Before')
    await desk.report('message', (one) => one.waId === before)
    await gateway.stop()
    const ids: string[] = []
    for (let n = 0; n < 20; n++) ids.push(await ana.sendText(shop, `Overnight ${n}`))
    let told = 0
    let release = (): void => undefined
    const third = new Promise<void>((come) => {
      desk.busState.hold = (messages) => {
        if (!messages.some(({ value }) => (value as Report).kind === 'message') || ++told !== 3) return
        come()
        return new Promise<void>((resolve) => {
          release = resolve
        })
      }
    })
    const second = await newGateway()
    await third
    const over = second.stop()
    await sim.control.until(() => !sim.control.isConnected(shop.number))
    release()
    await over
    await newGateway()
    for (const id of ids) await desk.report('message', (one) => one.waId === id)
  })

  it('stops although it cannot write reports; the next gateway reports what was sent', async () => {
    const { ana, shop, desk, gateway, newGateway } = linked
    let sent = (): void => undefined
    const told = new Promise<void>((come) => {
      sent = come
    })
    desk.busState.hold = (messages) => {
      if (!messages.some(({ value }) => (value as Report).kind === 'sent')) return
      sent()
      throw new Error('the bus is away')
    }
    const { id } = await desk.send(CONNECTION, jidOf(ana), { body: 'Only once' })
    await told
    await gateway.stop()
    desk.busState.hold = () => undefined
    await newGateway()
    await desk.report('sent', (one) => one.messageId === id)
    const marker = await ana.sendText(shop, 'All here')
    await desk.report('message', (one) => one.waId === marker)
    expect(ana.received.map(({ text }) => text)).toEqual(['Only once'])
  })

  it('resends messages that a phone could not decrypt, unless older than a day', async () => {
    const { ana, desk, gateway, newGateway } = linked
    ana.setOnline(false)
    const old = await desk.send(CONNECTION, jidOf(ana), { body: 'The price of last year' })
    const fresh = await desk.send(CONNECTION, jidOf(ana), { body: 'The price of today' })
    for (const { id } of [old, fresh]) await desk.report('sent', (one) => one.messageId === id)
    // The library remembers sent messages for minutes in memory. The next gateway has only the vault.
    await gateway.stop()
    const key = `${rawPrefix(COMPANY, CONNECTION)}${old.waId}`
    const kept = proto.WebMessageInfo.decode(
      (await desk.vault.getMany([key])).get(key)?.value ?? Buffer.alloc(0),
    )
    kept.messageTimestamp = Math.floor(Date.now() / 1000) - 24 * 3_600 - 60
    await desk.vault.commit([{ key, value: Buffer.from(proto.WebMessageInfo.encode(kept).finish()) }])
    const before = desk.reports.length
    await newGateway()
    await desk.status(CONNECTION, 'CONNECTED', before)
    ana.failNextDecrypt(2)
    ana.setOnline(true)
    await ana.waitFor((one) => one.id === fresh.waId)
    expect(ana.received.map(({ text }) => text)).toEqual(['The price of today'])
  })

  it('unlinks after its return connections that were deleted meanwhile, and forgets them', async () => {
    const { ana, shop, desk, gateway, newGateway } = linked
    const id = await ana.sendText(shop, 'Soon gone')
    await desk.report('message', (one) => one.waId === id)
    await gateway.stop()
    await desk.remove(CONNECTION, false)
    const keys = async () => [
      ...(await desk.vault.list(`wa/${CONNECTION}/key/`)),
      ...(await desk.vault.list(`wa/${CONNECTION}/creds`)),
      ...(await desk.vault.list('wa-msg/')),
    ]
    expect(await keys()).not.toEqual([])
    await newGateway()
    expect(await keys()).toEqual([])
  })
})
