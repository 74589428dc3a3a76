import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createSimulator, type Simulator } from './simulator.js'
import { createClient, muteConsole } from './testing/client.js'

let sim: Simulator
const unmute = muteConsole()

beforeAll(async () => {
  sim = await createSimulator()
})
afterAll(async () => {
  await sim.close()
  unmute()
})

describe('pairing', () => {
  it('links by QR, restarts with 515, logs in and talks both ways', async () => {
    const own = sim.addPhone({ number: '5511900000001', name: 'Shop' })
    const ana = sim.addPhone({ number: '5511900000002', name: 'Ana' })
    const client = createClient(sim)
    const deviceId = await own.scanQr(await client.qr())
    await client.opened()
    expect(client.auth.creds.me?.id).toBe(`5511900000001:${deviceId}@s.whatsapp.net`)

    await ana.sendText(own, 'hello')
    const incoming = await client.message((m) => m.message?.conversation === 'hello')
    expect(incoming.key.remoteJid).toBe('5511900000002@s.whatsapp.net')

    const id = await client.send('5511900000002@s.whatsapp.net', { text: 'good day' })
    expect((await ana.waitFor((m) => m.text === 'good day')).id).toBe(id)
    expect(sim.control.unknown).toEqual([])
    await client.close()
  })
})
