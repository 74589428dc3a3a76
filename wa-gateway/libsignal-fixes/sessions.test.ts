import { describe, expect, it } from '@jest/globals'
import { silentLogger } from '../logger.js'
import { quietConsole } from '../providers/baileys/quiet-console.js'
import { createSignalEngine, type SignalEngine } from '../simulator/signal-engine.js'

quietConsole(silentLogger)

const ignoreCall = (): void => undefined
const CUSTOMER = '100001@lid'
const OURS = '200001@lid'

const engineOf = (): SignalEngine => createSignalEngine(undefined, ignoreCall)

/** Encrypts a byte on one side and decrypts it on the other. */
const passByte = async (
  from: SignalEngine,
  to: SignalEngine,
  fromName: string,
  toName: string,
  byte: number,
) => {
  const { type, ciphertext } = await from.encrypt(toName, Buffer.from([byte]))
  return [...(await to.decrypt(fromName, type, ciphertext))]
}

describe('several clients of one process that write to one person', () => {
  it('each keep every step of their ratchets', async () => {
    const customer = engineOf()
    const ours = await Promise.all(
      [1, 2, 3].map(async (device) => {
        const name = `20000${device}@lid`
        const engine = engineOf()
        await engine.openSession(CUSTOMER, await customer.bundle())
        return { name, engine, sent: [] as { type: 'pkmsg' | 'msg'; ciphertext: Uint8Array }[] }
      }),
    )
    const send = async (one: (typeof ours)[number]): Promise<void> => {
      for (let n = 0; n < 5; n++)
        one.sent.push(await one.engine.encrypt(CUSTOMER, Buffer.from([one.sent.length])))
    }
    // An error of the first burst shows in the second.
    for (let burst = 0; burst < 2; burst++) await Promise.all(ours.map(send))
    for (const { name, sent } of ours) {
      const read: number[] = []
      for (const { type, ciphertext } of sent)
        read.push((await customer.decrypt(name, type, ciphertext))[0] ?? -1)
      expect(read).toEqual(Array.from({ length: 10 }, (_, n) => n))
    }
  })
})

describe('two sessions between the same two clients', () => {
  it('are independent: a message in the old one leaves the new one unchanged', async () => {
    const customer = engineOf()
    const us = engineOf()
    await customer.openSession(OURS, await us.bundle())
    expect(await passByte(customer, us, CUSTOMER, OURS, 1)).toEqual([1])
    expect(await passByte(us, customer, OURS, CUSTOMER, 2)).toEqual([2])
    const late = await customer.encrypt(OURS, Buffer.from([3]))
    const later = await customer.encrypt(OURS, Buffer.from([4]))

    await us.openSession(CUSTOMER, await customer.bundle())
    expect([...(await us.decrypt(CUSTOMER, late.type, late.ciphertext))]).toEqual([3])
    expect(await passByte(us, customer, OURS, CUSTOMER, 5)).toEqual([5])
    expect([...(await us.decrypt(CUSTOMER, later.type, later.ciphertext))]).toEqual([4])
    expect(await passByte(customer, us, CUSTOMER, OURS, 6)).toEqual([6])
    expect(await passByte(us, customer, OURS, CUSTOMER, 7)).toEqual([7])
  })
})
