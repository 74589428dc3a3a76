import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Gateway, GatewayConfig } from './gateway.js'
import { silentLogger } from './logger.js'
import { quietConsole } from './providers/baileys/quiet-console.js'
import type { Phone } from './simulator/phone.js'
import { createSimulator, type Simulator } from './simulator/simulator.js'
import { COMPANY, createDesk, type Desk } from './testing/desk.js'

quietConsole(silentLogger)

const FAST = { delayScale: 0.01, pollMs: 500, qrMs: 20_000, sweepMs: 60_000, stallMs: 300 }
const CONNECTION = 3

let sim: Simulator
let ana: Phone
let shop: Phone
let desk: Desk
const gateways: Gateway[] = []
let numbers = 0

const jidOf = (phone: Phone): string => `${phone.number}@s.whatsapp.net`

const newGateway = async (config: Partial<GatewayConfig> = {}): Promise<Gateway> => {
  const gateway = desk.newGateway({ timings: FAST, ...config })
  gateways.push(gateway)
  await gateway.start()
  return gateway
}

const pairGateway = async (config: Partial<GatewayConfig> = {}): Promise<Gateway> => {
  const gateway = await newGateway(config)
  const before = desk.signals.length
  await desk.request(CONNECTION, 'new-qr')
  const { qrcode } = await desk.signal('qr', (signal) => signal.qrcode !== '', before)
  await shop.scanQr(qrcode)
  await desk.status(CONNECTION, 'CONNECTED')
  return gateway
}

beforeAll(async () => {
  sim = await createSimulator()
  ana = sim.addPhone({ number: '5511900000002', name: 'Ana' })
})
afterAll(async () => {
  await sim.close()
})

beforeEach(() => {
  numbers += 1
  shop = sim.addPhone({ number: `55119800000${String(numbers).padStart(2, '0')}`, name: 'Shop', kind: 'own' })
  desk = createDesk({ simulator: () => Promise.resolve(sim) })
  desk.addConnection(CONNECTION)
})
afterEach(async () => {
  await Promise.all(gateways.splice(0).map((gateway) => gateway.stop()))
})

describe('pairing', () => {
  it('works by code, which a signal shows and hides again', async () => {
    await newGateway()
    await desk.request(CONNECTION, 'pairing-code', shop.number)
    const { pairingCode } = await desk.signal('qr', (signal) => signal.pairingCode !== '')
    expect(pairingCode).toMatch(/^[A-Z0-9]{8}$/)
    await desk.status(CONNECTION, 'PAIRING')
    await shop.enterCode(pairingCode)
    expect((await desk.status(CONNECTION, 'CONNECTED')).number).toBe(shop.number)
    expect(desk.signals.at(-1)).toMatchObject({ kind: 'qr', qrcode: '', pairingCode: '' })
  })

  it('ends after three QR codes that nobody reads', async () => {
    await newGateway({ timings: { ...FAST, qrMs: 150 } })
    await desk.request(CONNECTION, 'start')
    expect(await desk.status(CONNECTION, 'DISCONNECTED')).toMatchObject({ reason: 'ERR_WAPP_QR_EXPIRED' })
    const codes = desk.signals.flatMap((signal) =>
      signal.kind === 'qr' && signal.qrcode !== '' ? [signal.qrcode] : [],
    )
    expect(new Set(codes).size).toBe(3)
  })
})

describe('the gateway at a fault of the line', () => {
  it('receives after a cut what came meanwhile, and sends what waited', async () => {
    await pairGateway()
    const before = desk.reports.length
    sim.control.setReachable(false)
    await desk.status(CONNECTION, 'OPENING', before)
    const id = await ana.sendText(shop, 'While you were away')
    const doc = await desk.send(CONNECTION, jidOf(ana), { body: 'Waiting', contactId: 5 })
    sim.control.setReachable(true)
    await desk.status(CONNECTION, 'CONNECTED', before)
    await desk.report('message', (one) => one.waId === id)
    expect((await ana.waitFor((one) => one.text === 'Waiting')).id).toBe(doc.waId)
  })

  it('reports whom the phone blocked or unblocked while the line was down', async () => {
    const known = (blockedOn: number[]): void => {
      const contact = { contactId: 5, companyId: COMPANY, number: ana.number, lid: ana.lid }
      const doc = { ...contact, id: '5', blockedOn, isBlocked: blockedOn.length > 0 }
      desk.of('contacts').set('5', doc)
    }
    known([])
    shop.block(ana)
    const gateway = await pairGateway()
    expect(await desk.report('blocked')).toMatchObject({ blocked: true, peer: { pn: ana.number } })
    await gateway.stop()
    known([CONNECTION])
    // WhatsApp sends no notification of the change, as after a long absence.
    shop.account.blocked = []
    await newGateway()
    await desk.report('blocked', (one) => !one.blocked && one.peer.lid === ana.lid)
    expect(desk.reports.filter(({ kind }) => kind === 'blocked')).toHaveLength(2)
  })

  it('reconnects after 515, 503 and a takeover', async () => {
    await pairGateway()
    for (const fault of [
      () => sim.control.streamError(shop.number, 515),
      () => sim.control.streamError(shop.number, 503),
      () => sim.control.conflict(shop.number),
    ]) {
      const before = desk.reports.length
      fault()
      await desk.status(CONNECTION, 'CONNECTED', before)
    }
  })

  it('stops and forgets the credentials when the phone unlinks it', async () => {
    await pairGateway()
    const before = desk.reports.length
    shop.unlink()
    expect(await desk.status(CONNECTION, 'DISCONNECTED', before)).toMatchObject({
      reason: 'ERR_WAPP_LOGGED_OUT',
      number: null,
    })
    expect(await desk.vault.list(`wa/${CONNECTION}/key/`)).toEqual([])
    expect(await desk.vault.list(`wa/${CONNECTION}/creds`)).toEqual([])
  })

  it('stops after a finally refused login, keeps the credentials, and starts again on request', async () => {
    await pairGateway()
    const refusals = [
      [403, 'ERR_WAPP_BANNED'],
      [405, 'ERR_WAPP_OUTDATED'],
      [402, 'ERR_WAPP_TEMP_BANNED'],
    ] as const
    for (const [code, reason] of refusals) {
      const before = desk.reports.length
      sim.control.failLogin(shop.number, code)
      sim.control.dropSockets(shop.number)
      expect(await desk.status(CONNECTION, 'DISCONNECTED', before)).toMatchObject({ reason })
      expect(await desk.vault.list(`wa/${CONNECTION}/creds`)).toHaveLength(1)
      const again = desk.reports.length
      await desk.request(CONNECTION, 'start')
      await desk.status(CONNECTION, 'CONNECTED', again)
    }
  })

  it('resends a message that the server did not accept, and reports it as sent only then', async () => {
    await pairGateway()
    sim.control.swallow(shop.number)
    const before = desk.reports.length
    const doc = await desk.send(CONNECTION, jidOf(ana), { body: 'Into the void', contactId: 5 })
    await sim.control.until(() => sim.control.faultsLeft(shop.number) === 0)
    sim.control.streamError(shop.number, 503)
    await desk.report('sent', (one) => one.messageId === doc.id)
    const kinds = desk.reports.slice(before).map(({ kind }) => kind)
    expect(kinds.indexOf('connection')).toBeLessThan(kinds.indexOf('sent'))
    expect(ana.received.filter((one) => one.text === 'Into the void')).toHaveLength(1)
  })

  it('resends a message without an answer, although the line is up', async () => {
    await pairGateway({ timings: { ...FAST, takenMs: 1_000 } })
    sim.control.swallow(shop.number)
    const before = desk.reports.length
    const doc = await desk.send(CONNECTION, jidOf(ana), { body: 'Anybody?', contactId: 5 })
    await desk.report('sent', (one) => one.messageId === doc.id)
    expect(sim.control.faultsLeft(shop.number)).toBe(0)
    expect(desk.reports.slice(before).map(({ kind }) => kind)).not.toContain('connection')
    expect(ana.received.filter((one) => one.text === 'Anybody?')).toHaveLength(1)
  })

  it('does not wait for the answers of a line that has ended', async () => {
    await pairGateway()
    const bia = sim.addPhone({ number: '5511900000003', name: 'Bia' })
    sim.control.silence(shop.number, 'usync')
    const doc = await desk.send(CONNECTION, jidOf(bia), { body: 'At once', contactId: 7 })
    await sim.control.until(() => sim.control.faultsLeft(shop.number) === 0)
    sim.control.streamError(shop.number, 503)
    expect((await bia.waitFor((one) => one.text === 'At once')).id).toBe(doc.waId)
  })

  it('reports a message that is refused later, and then begins no new chats', async () => {
    await pairGateway()
    sim.control.restrict(shop.number, true)
    const doc = await desk.send(CONNECTION, jidOf(ana), { body: 'Not now', contactId: 6 })
    expect(await desk.report('failed', (one) => one.messageId === doc.id)).toMatchObject({
      what: 'send',
      code: 'ERR_WAPP_RESTRICTED',
    })
    sim.control.restrict(shop.number, false)
    const next = await desk.send(CONNECTION, jidOf(ana), { body: 'New chat', contactId: 66 })
    expect((await desk.report('failed', (one) => one.messageId === next.id)).code).toBe('ERR_WAPP_RESTRICTED')
  })

  it('closes its sockets while it cannot write reports, and loses nothing', async () => {
    await pairGateway()
    desk.busState.broken = true
    const id = await ana.sendText(shop, 'Is anybody there?')
    await sim.control.until(() => !sim.control.isConnected(shop.number))
    const later = await ana.sendText(shop, 'Hello?')
    desk.busState.broken = false
    await desk.report('message', (one) => one.waId === id)
    await desk.report('message', (one) => one.waId === later)
  })
})

describe('the gateway after a restart', () => {
  it('reconnects with the same credentials and receives what waited', async () => {
    const gateway = await pairGateway()
    const first = await ana.sendText(shop, 'Good night')
    await desk.report('message', (one) => one.waId === first)
    await gateway.stop()
    expect(sim.control.isConnected(shop.number)).toBe(false)
    const id = await ana.sendText(shop, 'Overnight')
    const before = desk.reports.length
    await newGateway()
    await desk.status(CONNECTION, 'CONNECTED', before)
    await desk.report('message', (one) => one.waId === id)
    expect(shop.devices()).toHaveLength(1)
  })

  it('sends a message whose report was lost under the same id, so that the phone has it once', async () => {
    const gateway = await pairGateway()
    const doc = await desk.send(CONNECTION, jidOf(ana), { body: 'Exactly once', contactId: 8 })
    await desk.report('sent', (one) => one.messageId === doc.id)
    await gateway.stop()
    desk.due('send', doc.id, CONNECTION)
    const before = desk.reports.length
    await newGateway()
    await desk.until(
      () => desk.reports.slice(before).some((one) => one.kind === 'sent' && one.messageId === doc.id),
      'the second report',
    )
    const after = await desk.send(CONNECTION, jidOf(ana), { body: 'And then', contactId: 8 })
    await ana.waitFor((one) => one.id === after.waId)
    expect(ana.received.filter((one) => one.text === 'Exactly once')).toHaveLength(1)
  })

  it('leaves a connection to the process that took it over', async () => {
    const old = await pairGateway()
    const before = desk.reports.length
    await newGateway()
    await desk.status(CONNECTION, 'CONNECTED', before)
    const id = await ana.sendText(shop, 'To the new one')
    await desk.report('message', (one) => one.waId === id)
    const doc = await desk.send(CONNECTION, jidOf(ana), { body: 'From the new one', contactId: 9 })
    await ana.waitFor((one) => one.id === doc.waId)
    expect(old.sessions()).toEqual([])
  })
})

describe('requests of admins', () => {
  it('stop unlinks the device, new-qr pairs again; each request is executed once', async () => {
    await pairGateway()
    const before = desk.reports.length
    await desk.request(CONNECTION, 'stop')
    expect(await desk.status(CONNECTION, 'DISCONNECTED', before)).toMatchObject({
      reason: null,
      number: null,
    })
    expect(shop.devices()).toEqual([])
    const codes = desk.signals.length
    await desk.request(CONNECTION, 'new-qr')
    const { qrcode } = await desk.signal('qr', (signal) => signal.qrcode !== '', codes)
    await desk.change('connections', String(CONNECTION), [])
    await shop.scanQr(qrcode)
    await desk.status(CONNECTION, 'CONNECTED', before)
  })

  it('delete unlinks the connection, and leaves no credentials or messages', async () => {
    const gateway = await pairGateway()
    const id = await ana.sendText(shop, 'Soon gone')
    await desk.report('message', (one) => one.waId === id)
    await desk.remove(CONNECTION)
    await gateway.stop()
    expect(shop.devices()).toEqual([])
    expect(await desk.vault.list(`wa/${CONNECTION}/key/`)).toEqual([])
    expect(await desk.vault.list('wa-msg/')).toEqual([])
  })
})
