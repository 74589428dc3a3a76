import { describe, expect, it } from '@jest/globals'
import { createSignalEngine } from './simulator/signal-engine.js'

const nothing = (): void => undefined
const CUSTOMER = '100001@lid'

describe('several sessions with one address in a process', () => {
  it('each keeps every step of its ratchet', async () => {
    const customer = createSignalEngine(undefined, nothing)
    const ours = await Promise.all(
      [1, 2, 3].map(async (device) => {
        const name = `20000${device}@lid`
        const engine = createSignalEngine(undefined, nothing)
        await engine.openSession(CUSTOMER, await customer.bundle())
        return { name, engine, sent: [] as { type: 'pkmsg' | 'msg'; ciphertext: Uint8Array }[] }
      }),
    )
    const send = async (one: (typeof ours)[number]): Promise<void> => {
      for (let n = 0; n < 5; n++)
        one.sent.push(await one.engine.encrypt(CUSTOMER, Buffer.from([one.sent.length])))
    }
    // What one burst had changed shows in the next.
    for (let burst = 0; burst < 2; burst++) await Promise.all(ours.map(send))
    for (const { name, sent } of ours) {
      const read: number[] = []
      for (const { type, ciphertext } of sent)
        read.push((await customer.decrypt(name, type, ciphertext))[0] ?? -1)
      expect(read).toEqual(Array.from({ length: 10 }, (_, n) => n))
    }
  })
})
