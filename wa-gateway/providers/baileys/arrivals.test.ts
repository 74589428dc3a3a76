import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { silentLogger } from '../../logger.js'
import type { Phone } from '../../simulator/phone.js'
import { createSimulator, type Simulator } from '../../simulator/simulator.js'
import { createMemoryVault } from '../../testing/memory-vault.js'
import {
  linkForProcesses,
  type MortalProcess,
  startMortalProcess,
  takeOver,
} from '../../testing/mortal-process.js'
import { arrivalsPrefix } from './auth-state.js'
import { quietConsole } from './quiet-console.js'

quietConsole(silentLogger)
// Signatures are slow if many tests share few cores.

const CONNECTION = 4
const WAIT_MS = 60_000

let sim: Simulator
let shop: Phone
let ana: Phone
/** ids of messages that Ana's phone was asked to send again */
const sentAnew: string[] = []
let vault: ReturnType<typeof createMemoryVault>

const processOptions = () => ({
  server: { url: sim.url, ca: sim.ca },
  vault,
  connectionId: CONNECTION,
  contact: ana,
  waitMs: WAIT_MS,
})
/** A process of the shop's gateway. */
const startProcess = (options: { reportsHang?: boolean } = {}) =>
  startMortalProcess({ ...processOptions(), ...options })

/** A message in each direction. After both, no session sends its first handshake any more. */
const exchangeMessages = async (process: MortalProcess): Promise<void> => {
  const waId = await process.answer('Hello from the shop')
  await ana.waitFor(({ id }) => id === waId)
  await process.message(await ana.sendText(shop, 'Hello from Ana'))
  await process.settled()
}

/** WhatsApp has acknowledgements of all messages. */
const waitForAcks = (): Promise<void> =>
  sim.control.until(() => sim.control.backlog(shop.number, 1) === 0, WAIT_MS)

beforeAll(async () => {
  sim = await createSimulator()
  ana = sim.addPhone({ number: '5511900000002', name: 'Ana' })
  ana.events.on('retry', ({ id }) => sentAnew.push(id))
  shop = sim.addPhone({ number: '5511900000001', name: 'Shop', kind: 'own' })
  vault = createMemoryVault()
  await linkForProcesses(processOptions(), shop)
})
afterEach(() => {
  sentAnew.length = 0
})
afterAll(() => sim.close())

describe('a crash between the delivery and the report', () => {
  it('loses no message: the next session reports those that WhatsApp counts as delivered, once', async () => {
    const target = await ana.sendText(shop, 'To be changed')
    const before = await startProcess()
    await before.message(target)
    await before.settled()
    await before.close()

    const doomed = await startProcess({ reportsHang: true })
    await doomed.opened()
    const group = sim.addGroup({ subject: 'Family', members: [ana, shop] })
    const text = await ana.sendText(shop, 'Delivered, not reported')
    await ana.waitForTick(text, 'delivered')
    const ids = {
      text,
      group: await ana.sendText(group, 'To all'),
      own: await shop.sendText(ana, 'From the own phone'),
      file: await ana.sendMedia(shop, { kind: 'document', data: Buffer.from('%PDF-1.4'), fileName: 'a.pdf' }),
    }
    await ana.edit(target, 'Changed')
    await ana.react(target, '👍')
    await ana.revoke(target)
    for (const id of Object.values(ids)) await doomed.kept(id)
    await doomed.until(() => (vault.count('wa-in/') === 7 ? true : undefined), 'seven arrivals')
    await waitForAcks()
    await doomed.crash()

    const next = await startProcess()
    await next.opened()
    for (const id of Object.values(ids)) await next.message(id)
    const marker = await ana.sendText(shop, 'After the crash')
    await next.message(marker)
    await next.settled()
    const inOrder = doomed.life.arrived.filter((id) => Object.values(ids).includes(id))
    expect(next.messages().map(({ waId }) => waId)).toEqual([...inOrder, marker])
    expect(await next.message(ids.text)).toMatchObject({
      fromMe: false,
      body: 'Delivered, not reported',
      remoteJid: `${ana.number}@s.whatsapp.net`,
      peer: { pn: ana.number, lid: ana.lid, name: 'Ana' },
    })
    expect(await next.message(ids.group)).toMatchObject({ body: 'To all', author: { pn: ana.number } })
    expect(await next.message(ids.own)).toMatchObject({ fromMe: true, body: 'From the own phone' })
    expect(await next.message(ids.file)).toMatchObject({ type: 'application', media: { fileName: 'a.pdf' } })
    const chat = { pn: ana.number, lid: ana.lid, group: null, name: null }
    const change = { fromMe: false, waId: target, by: 'contact', chat, author: null }
    expect(next.seen('edited')).toEqual([{ kind: 'edited', ...change, body: 'Changed' }])
    expect(next.seen('reacted')).toEqual([{ kind: 'reacted', ...change, emoji: '👍' }])
    expect(next.seen('revoked')).toEqual([{ kind: 'revoked', ...change }])
    await next.close()
  })

  it('right after the write loses no message: it is reported again without a resend by the phone', async () => {
    const doomed = await startProcess()
    await doomed.opened()
    await exchangeMessages(doomed)
    doomed.life.hangAfterArrival = true
    const id = await ana.sendText(shop, 'Kept, not confirmed')
    await doomed.kept(id)
    await doomed.crash()
    expect(doomed.messages().map(({ waId }) => waId)).not.toContain(id)

    const next = await startProcess()
    expect(await next.message(id)).toMatchObject({ body: 'Kept, not confirmed', peer: { pn: ana.number } })
    const marker = await ana.sendText(shop, 'The next one')
    await next.message(marker)
    await next.settled()
    expect([...new Set(next.messages().map(({ waId }) => waId))]).toEqual([id, marker])
    expect(sentAnew).toEqual([])
    await next.close()
  })

  it('before the confirmation to WhatsApp causes a redelivery, but no resend by the phone', async () => {
    const doomed = await startProcess()
    await doomed.opened()
    await exchangeMessages(doomed)
    sim.control.deafen(shop.number, true)
    const group = sim.addGroup({ subject: 'Club', members: [ana, shop] })
    const ids = [await ana.sendText(shop, 'To one'), await ana.sendText(group, 'To all')]
    for (const id of ids) await doomed.message(id)
    await doomed.settled()
    await doomed.crash()
    sim.control.deafen(shop.number, false)

    const next = await startProcess()
    for (const id of ids) await next.message(id)
    await waitForAcks()
    expect(await next.message(ids[0] ?? '')).toMatchObject({ body: 'To one', peer: { pn: ana.number } })
    expect(await next.message(ids[1] ?? '')).toMatchObject({ body: 'To all', author: { pn: ana.number } })
    expect(sentAnew).toEqual([])
    await next.close()
  })

  it('loses no more than an unavailable vault: nothing is confirmed, and all arrives later', async () => {
    const process = await startProcess()
    await process.opened()
    await exchangeMessages(process)
    process.life.vaultAway = true
    const ids = [await ana.sendText(shop, 'Is anybody there?'), await ana.sendText(shop, 'Hello?')]
    await process.event('closed')
    await process.close()
    expect(sim.control.backlog(shop.number, 1)).toBe(2)
    process.life.vaultAway = false
    await process.again()
    for (const id of ids) await process.message(id)
    await waitForAcks()
    expect(sentAnew).toEqual([])
    await process.close()
  })

  it('before the used key of an answer is stored holds the answer back: no key serves twice', async () => {
    const doomed = await startProcess()
    await doomed.opened()
    await exchangeMessages(doomed)
    doomed.life.hangAtRatchet = true
    const unsent = expect(doomed.answer('Before the crash')).rejects.toThrow('offline')
    await doomed.until(() => (doomed.life.dead ? true : undefined), 'the key to be used')
    await doomed.crash()
    await unsent

    const next = await startProcess()
    await next.opened()
    await exchangeMessages(next)
    expect(ana.received.map(({ text }) => text)).not.toContain('Before the crash')
    expect(sentAnew).toEqual([])
    await next.close()
  })
})

describe('a pending write of a closed socket', () => {
  it('has no effect once the next socket is open: no ratchet goes back, nothing is stored twice', async () => {
    const process = await startProcess()
    await process.opened()
    await exchangeMessages(process)
    const late = process.slow()
    const id = await ana.sendText(shop, 'Slowly')
    await late.begun
    await process.close()
    late.over()
    await process.again()
    await process.opened(2)
    await process.message(id)
    await process.settled()
    expect(await late.arrive()).toEqual(['fenced'])
    expect(vault.count('wa-in/')).toBe(0)
    await exchangeMessages(process)
    expect(sentAnew).toEqual([])
    await process.close()
  })
})

describe('a new contact whose messages come faster than its entry is written', () => {
  it('has its messages decrypted in order', async () => {
    const bia = sim.addPhone({ number: '5511900000003', name: 'Bia' })
    const { getMany } = vault
    let note = (): void => undefined
    const noted = new Promise<void>((resolve) => {
      note = resolve
    })
    let isHeld = false
    vault.getMany = async (keys) => {
      // The library reads this key last before it queues the first message.
      if (!isHeld && keys.some((key) => key.endsWith(`/key/device-list/${bia.number}`))) {
        isHeld = true
        await noted
      }
      return getMany(keys)
    }
    const process = await startProcess()
    await process.opened()
    const ids = [
      await bia.sendText(shop, 'One'),
      await bia.sendText(shop, 'Two'),
      await bia.sendText(shop, 'Three'),
    ]
    // The server's answers to this message come after the earlier ones, on the same connection.
    await process.answer('Meanwhile')
    note()
    for (const id of ids) await process.message(id)
    expect(isHeld).toBe(true)
    expect(process.messages().map(({ waId }) => waId)).toEqual(ids)
    vault.getMany = getMany
    await process.settled()
    await process.close()
  })
})

describe('the waiting room', () => {
  it('keeps nothing that is never reported: group keys, protocol messages, unreadable entries', async () => {
    const broken = `${arrivalsPrefix(CONNECTION)}BROKEN`
    await vault.commit([{ key: broken, value: Buffer.from('{"attrs":{}}') }])
    const writes: string[] = []
    const commit = vault.commit
    vault.commit = (list, guard) => {
      for (const { key, value } of list) if (value !== null && key.startsWith('wa-in/')) writes.push(key)
      return commit(list, guard)
    }
    const process = await startProcess()
    await process.opened()
    const group = sim.addGroup({ subject: 'Work', members: [ana, shop] })
    const id = await ana.sendText(group, 'With the keys of the group')
    await process.message(id)
    sim.control.corrupt(shop.number)
    const spoiled = await ana.sendText(shop, 'Spoiled')
    await process.message(spoiled)
    await process.settled()
    expect(writes).toEqual([id, spoiled].map((one) => arrivalsPrefix(CONNECTION) + one))
    vault.commit = commit
    await process.close()
  })

  it('is not written by a session that has lost its connection to another process', async () => {
    const old = await startProcess()
    await old.opened()
    await takeOver(vault, CONNECTION)
    const id = await ana.sendText(shop, 'Whose is it?')
    await old.until(() => old.seen('closed').find(({ code }) => code === 'fenced'), 'the fence')
    expect(vault.count('wa-in/')).toBe(0)
    expect(old.messages()).toEqual([])
    await old.close()

    const owner = await startProcess()
    await owner.message(id)
    await owner.settled()
    await owner.close()
  })
})
