import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Curve, proto, WA_CERT_DETAILS } from '@whiskeysockets/baileys'
import { createNoiseIdentity } from './noise.js'
import { createSimulator, type Simulator } from './simulator.js'
import { createClient, muteConsole } from './testing/client.js'

let sim: Simulator
let numbers = 0
const unmute = muteConsole()
// Signatures are slow if many tests share few cores.
const addPhone = () => sim.addPhone({ number: `55119000000${++numbers}`.padEnd(13, '0') })

beforeAll(async () => {
  sim = await createSimulator()
})
afterAll(async () => {
  await sim.close()
  unmute()
})

describe('the certificates of the handshake', () => {
  it('are signed from the root down to the key of the server', () => {
    const { chain, key, rootPublic } = createNoiseIdentity()
    const { intermediate, leaf } = proto.CertChain.decode(chain)
    const details = (of: typeof leaf) =>
      proto.CertChain.NoiseCertificate.Details.decode(of?.details ?? new Uint8Array())
    const middle = details(intermediate).key ?? new Uint8Array()
    const bytes = (value: Uint8Array | null | undefined) => value ?? new Uint8Array()
    expect(Curve.verify(rootPublic, bytes(intermediate?.details), bytes(intermediate?.signature))).toBe(true)
    expect(Curve.verify(middle, bytes(leaf?.details), bytes(leaf?.signature))).toBe(true)
    expect(details(intermediate).issuerSerial).toBe(WA_CERT_DETAILS.SERIAL)
    expect(Buffer.from(details(leaf).key ?? []).equals(Buffer.from(key.public))).toBe(true)
  })
})

describe('linking by QR', () => {
  it('refuses an unknown QR text, and one whose client has gone', async () => {
    const phone = addPhone()
    const client = createClient(sim)
    const qr = await client.qr()
    await client.close()
    const forged = qr.replace('#2@', '#2@x')
    await expect(phone.scanQr(forged)).rejects.toMatchObject({ problem: 'unknown_qr' })
    await expect(phone.scanQr(qr)).rejects.toMatchObject({ problem: 'expired_qr' })
    expect(phone.devices()).toEqual([])
  })

  it('leaves nothing behind when the socket dies while linking', async () => {
    const phone = addPhone()
    const client = createClient(sim)
    const qr = await client.qr()
    const linking = phone.scanQr(qr)
    sim.control.setReachable(false)
    await expect(linking).rejects.toMatchObject({ problem: 'connection_lost' })
    expect(phone.devices()).toEqual([])
    sim.control.setReachable(true)
    await client.close()
  })
})

describe('linking by code', () => {
  it('accepts the right code only, then logs in; the phone may unlink', async () => {
    const phone = addPhone()
    await expect(phone.enterCode('ABCD1234')).rejects.toMatchObject({ problem: 'no_such_request' })
    const client = createClient(sim)
    await client.qr()
    const code = await client.sock.requestPairingCode(phone.number)
    const wrong = code.startsWith('A') ? `B${code.slice(1)}` : `A${code.slice(1)}`
    await expect(phone.enterCode(wrong)).rejects.toMatchObject({ problem: 'wrong_code' })
    const deviceId = await phone.enterCode(`${code.slice(0, 4)}-${code.slice(4)}`)
    await client.opened()
    expect(client.auth.creds).toMatchObject({
      registered: true,
      me: { id: `${phone.number}:${deviceId}@s.whatsapp.net` },
    })
    phone.unlink(deviceId)
    expect((await client.closed()).code).toBe(401)
    client.connect()
    expect((await client.closed()).code).toBe(401)
  })
})

describe('a linked client', () => {
  it('logs in again after a restart of the simulator, receives waiting messages, and logs out', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'simulator-'))
    let run = await createSimulator({ dataDir })
    const shop = run.addPhone({ number: '5511900000900', name: 'Shop', kind: 'own' })
    const ana = run.addPhone({ number: '5511900000901', name: 'Ana' })
    await ana.sendText(shop, 'before linking')
    await shop.waitFor((message) => message.text === 'before linking')
    const client = createClient(run)
    await shop.scanQr(await client.qr())
    await client.opened()
    const history = await client.event('messaging-history.set', (set) => set.messages.length > 0)
    expect(history.messages[0]?.message?.conversation).toBe('before linking')
    await client.synced()
    await ana.sendText(shop, 'one')
    await client.message((message) => message.message?.conversation === 'one')
    await client.close()
    const waiting = await ana.sendText(shop, 'two')
    const picture = await ana.sendMedia(shop, { kind: 'image', data: Buffer.from('pixels') })
    await shop.waitFor((message) => message.id === picture)
    await run.close()

    run = await createSimulator({ dataDir })
    const restored = run.phones.get('5511900000901')
    const again = createClient(run, client.auth)
    await again.opened()
    expect((await again.message((message) => message.key.id === waiting)).message?.conversation).toBe('two')
    await restored?.waitForTick(waiting, 'delivered')
    expect(await run.phones.get('5511900000900')?.file(picture)).toEqual(Buffer.from('pixels'))
    const answer = await again.send('5511900000901@s.whatsapp.net', { text: 'three' })
    expect((await restored?.waitFor((message) => message.id === answer))?.text).toBe('three')
    expect(run.kindOf('5511900000900')).toBe('own')

    const unlinked = new Promise<unknown>((resolve) => run.events.once('changed', resolve))
    await again.sock.logout()
    await unlinked
    expect(run.phones.get('5511900000900')?.devices()).toEqual([])
    expect(run.control.unknown).toEqual([])
    await run.close()
    await rm(dataDir, { recursive: true })
  })
})
