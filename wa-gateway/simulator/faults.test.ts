import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { Phone } from './phone.js'
import { createSimulator, type Simulator } from './simulator.js'
import { type Client, createClient, muteConsole } from './testing/client.js'

const SHOP = '5511900000001'
const ANA = '5511900000002'
const anaJid = `${ANA}@s.whatsapp.net`

let sim: Simulator
let shop: Phone
let ana: Phone
let client: Client
const unmute = muteConsole()
// Signatures are slow if many tests share few cores.

beforeAll(async () => {
  sim = await createSimulator()
  shop = sim.addPhone({ number: SHOP, name: 'Shop' })
  ana = sim.addPhone({ number: ANA, name: 'Ana' })
  client = createClient(sim, undefined, { defaultQueryTimeoutMs: 1500 })
  await shop.scanQr(await client.qr())
  await client.opened()
  await client.synced()
})
afterEach(() => sim.control.clear(SHOP))
afterAll(async () => {
  await client.close()
  await sim.close()
  unmute()
})

const withId = (id: string) => (message: { key: { id?: string | null } }) => message.key.id === id
const upsertsOf = (id: string) => client.messages().filter(withId(id))

const reconnectClient = async () => {
  client.connect()
  await client.opened()
}

describe('a cut line', () => {
  it('ends with 428; messages meanwhile are delivered as a backlog', async () => {
    sim.control.dropSockets(SHOP)
    expect((await client.closed()).code).toBe(428)
    const ids = [await ana.sendText(shop, 'one'), await ana.sendText(shop, 'two')]
    await reconnectClient()
    for (const id of ids) await client.message(withId(id))
    const batches = client.seen.filter((one) => one.name === 'messages.upsert').map((one) => one.value) as {
      type: string
      messages: { key: { id?: string | null } }[]
    }[]
    expect(batches.find((batch) => batch.messages.some(withId(ids[0] ?? '')))?.type).toBe('append')
    await ana.waitForTick(ids[1] ?? '', 'delivered')
    expect(sim.control.backlog(SHOP, 1)).toBe(0)
  })

  it('refuses all logins while the server is unreachable', async () => {
    sim.control.setReachable(false)
    expect((await client.closed()).code).toBe(428)
    client.connect()
    expect((await client.closed()).code).toBeGreaterThanOrEqual(400)
    sim.control.setReachable(true)
    await reconnectClient()
  })
})

describe('the server ends the session', () => {
  it('with 440 when another one takes its place', async () => {
    sim.control.conflict(SHOP)
    expect((await client.closed()).code).toBe(440)
    await reconnectClient()
  })

  it('with 440 for the older of two sockets of one device', async () => {
    const other = createClient(sim, client.auth)
    await other.opened()
    expect((await client.closed()).code).toBe(440)
    await other.close()
    await reconnectClient()
  })

  it.each([503, 500])('with stream error %i', async (code) => {
    sim.control.streamError(SHOP, code)
    expect((await client.closed()).code).toBe(code)
    await reconnectClient()
  })

  it.each([401, 402, 403, 405, 406, 409, 500, 503])('with failure %i at login, once', async (code) => {
    sim.control.failLogin(SHOP, code, { attrs: { expire: '3600' } })
    sim.control.dropSockets(SHOP)
    await client.closed()
    client.connect()
    const closed = await client.closed()
    expect(closed.code).toBe(code)
    expect(closed.data).toMatchObject({ reason: String(code), expire: '3600' })
    await reconnectClient()
  })
})

describe('messages', () => {
  it('that cannot be decrypted are requested again', async () => {
    sim.control.corrupt(SHOP)
    const asked = ana.waitForEvent('retry')
    const id = await ana.sendText(shop, 'spoiled')
    expect(await asked).toEqual({ id, by: SHOP })
    await client.until(() => upsertsOf(id).find((m) => m.message?.conversation === 'spoiled'), 'the retry')
    await ana.waitForTick(id, 'delivered')
  })

  it('of a group that cannot be decrypted are requested again', async () => {
    const group = sim.addGroup({ subject: 'All', members: [ana, shop] })
    const first = await ana.sendText(group, 'fine')
    await client.message(withId(first))
    sim.control.corrupt(SHOP)
    const id = await ana.sendText(group, 'spoiled in the group')
    await client.until(
      () => upsertsOf(id).find((m) => m.message?.conversation === 'spoiled in the group'),
      'the retry',
    )
  })

  it('that the phone cannot decrypt are resent by the client', async () => {
    ana.failNextDecrypt()
    const id = await client.send(anaJid, { text: 'say again' })
    expect((await ana.waitFor((message) => message.id === id)).text).toBe('say again')
  })

  it('can come twice; the client recognises them by id', async () => {
    sim.control.duplicate(SHOP)
    const id = await ana.sendText(shop, 'twice')
    await client.message(withId(id))
    const last = await ana.sendText(shop, 'after twice')
    await client.message(withId(last))
    expect(upsertsOf(id).filter((message) => message.message?.conversation === 'twice')).toHaveLength(1)
  })

  it('can come in another order', async () => {
    sim.control.reorder(SHOP)
    const first = await ana.sendText(shop, 'first')
    const second = await ana.sendText(shop, 'second')
    await client.message(withId(first))
    const order = client.messages().map((message) => message.key.id)
    expect(order.indexOf(second)).toBeLessThan(order.indexOf(first))
  })

  it('can come late', async () => {
    sim.control.delay(SHOP, 300)
    const start = performance.now()
    const id = await ana.sendText(shop, 'late')
    await client.message(withId(id))
    expect(performance.now() - start).toBeGreaterThan(290)
  })

  it('to new people are refused with 463 while the account is restricted', async () => {
    sim.control.restrict(SHOP, true)
    const id = await client.send(anaJid, { text: 'refused' })
    const failed = (
      list: { key: { id?: string | null }; status?: unknown; update?: { status?: unknown } }[],
    ) => list.some((one) => one.key.id === id && (one.update?.status ?? one.status) === 0)
    await client.until(
      () =>
        client.seen.some(
          ({ name, value }) =>
            (name === 'messages.update' && failed(value as never)) ||
            (name === 'messages.upsert' && failed((value as { messages: never }).messages)),
        ) || undefined,
      'the refusal',
    )
    expect(ana.find(id)).toBeUndefined()
    expect(await client.sock.fetchAccountReachoutTimelock()).toMatchObject({ isActive: true })
  })
})

describe('queries', () => {
  it('can stay unanswered', async () => {
    sim.control.silence(SHOP, 'usync')
    await expect(client.sock.onWhatsApp(ANA)).resolves.toBeUndefined()
    expect(await client.sock.onWhatsApp(ANA)).toEqual([{ jid: anaJid, exists: true }])
  })

  it('of unknown kinds are logged and refused', async () => {
    expect(sim.control.unknown).toEqual([])
    const query = { tag: 'iq', attrs: { to: '@s.whatsapp.net', type: 'get', xmlns: 'no:such:thing' } }
    await expect(client.sock.query(query)).rejects.toThrow('feature-not-implemented')
    expect(sim.control.unknown.map((node) => node.attrs.xmlns)).toEqual(['no:such:thing'])
  })

  it('for keys make the client upload more when few are left', async () => {
    const low = 2
    await client.sock.uploadPreKeys(5)
    expect(sim.control.preKeys(SHOP, 1)).toBeGreaterThan(low)
    sim.control.keepPreKeys(SHOP, 1, low)
    const made = client.auth.creds.nextPreKeyId
    const stranger = sim.addPhone({ number: '5511900000003' })
    await stranger.sendText(shop, 'hello from a stranger')
    await client.message((message) => message.message?.conversation === 'hello from a stranger')
    await client.until(() => client.auth.creds.nextPreKeyId > made || undefined, 'more keys')
    await client.sock.uploadPreKeys()
    expect(sim.control.preKeys(SHOP, 1)).toBeGreaterThan(low)
  })
})
