import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type BaileysEventMap, makeEventBuffer, proto, type WAMessage } from '@whiskeysockets/baileys'
import { silentLogger } from '../../logger.js'
import { silentEngineLogger } from '../../simulator/log.js'
import type { Phone } from '../../simulator/phone.js'
import { createSimulator, type Simulator } from '../../simulator/simulator.js'
import { createMemoryVault } from '../../testing/memory-vault.js'
import { linkForProcesses, startMortalProcess } from '../../testing/mortal-process.js'
import { fileOf } from './downloads.js'
import { quietConsole } from './quiet-console.js'
import { rawPrefix } from './raw-messages.js'
import { keepMessagesWhole } from './whole-messages.js'

quietConsole(silentLogger)
// Signatures are slow if many tests share few cores.

const CONNECTION = 4

describe('a change of a message while the line is down', () => {
  const vault = createMemoryVault()
  let sim: Simulator
  let shop: Phone
  let ana: Phone
  const options = () => ({
    server: { url: sim.url, ca: sim.ca },
    vault,
    connectionId: CONNECTION,
    contact: ana,
    waitMs: 60_000,
  })
  /** Reports of a message in the next session, in order. The backlog comes before new messages. */
  const reportedOf = async (waId: string) => {
    const process = await startMortalProcess(options())
    await process.opened()
    await process.message(await ana.sendText(shop, 'And now?'))
    await process.settled()
    await process.close()
    return process.events.filter((event) => {
      if (event.kind === 'message') return event.message.waId === waId
      return 'waId' in event && event.waId === waId
    })
  }

  beforeAll(async () => {
    sim = await createSimulator()
    ana = sim.addPhone({ number: '5511900000002', name: 'Ana' })
    shop = sim.addPhone({ number: '5511900000001', name: 'Shop', kind: 'own' })
    await linkForProcesses(options(), shop)
  })
  afterAll(() => sim.close())

  it('comes after the message if a revocation; the message is not reported again', async () => {
    const id = await ana.sendText(shop, 'To the wrong shop')
    await ana.revoke(id)
    expect(await reportedOf(id)).toMatchObject([
      { kind: 'message', message: { body: 'To the wrong shop', peer: { name: 'Ana' } } },
      { kind: 'revoked', fromMe: false, by: 'contact' },
    ])
    expect(await reportedOf(id)).toEqual([])
  })

  it('comes after the message if an edit; the message’s file can be fetched', async () => {
    const data = Buffer.from('%PDF-1.4')
    const id = await ana.sendMedia(shop, { kind: 'document', data, fileName: 'a.pdf', caption: 'Bil' })
    await ana.edit(id, 'Bill')
    expect(await reportedOf(id)).toMatchObject([
      { kind: 'message', message: { type: 'application', body: 'Bil', media: { fileName: 'a.pdf' } } },
      { kind: 'edited', fromMe: false, by: 'contact', body: 'Bill' },
    ])
    const key = rawPrefix(1, CONNECTION) + id
    const raw = (await vault.getMany([key])).get(key)?.value ?? Buffer.alloc(0)
    expect(fileOf(proto.WebMessageInfo.decode(raw), CONNECTION, id)?.part.url).toMatch(/^http/)
    expect(await reportedOf(id)).toEqual([])
  })
})

describe('messages of a backlog', () => {
  const key = { id: 'M', remoteJid: '5511900000002@s.whatsapp.net', fromMe: true }
  const message: WAMessage = { key, messageTimestamp: 1_700_000_000, message: { conversation: 'hi' } }

  /** The batch that the library builds from the events of `work`. */
  const gathered = (work: (events: ReturnType<typeof makeEventBuffer>) => void) => {
    const events = makeEventBuffer(silentEngineLogger)
    keepMessagesWhole(events)
    const batches: Partial<BaileysEventMap>[] = []
    events.process((batch) => void batches.push(batch))
    events.buffer()
    work(events)
    events.flush()
    events.destroy()
    return batches
  }

  it('get their receipts and refusals, and keep their time', () => {
    const update = { status: 0, messageStubParameters: ['463'], messageTimestamp: 1_800_000_000 }
    const batches = gathered((events) => {
      events.emit('messages.upsert', { messages: [{ ...message }], type: 'append' })
      events.emit('messages.update', [
        { key, update },
        { key: { ...key, id: 'EARLIER' }, update },
      ])
    })
    const kept = { status: 0, messageStubParameters: ['463'] }
    expect(batches).toEqual([
      {
        'messages.upsert': { messages: [{ ...message, ...kept }], type: 'append' },
        'messages.update': [{ key: { ...key, id: 'EARLIER' }, update: kept }],
      },
    ])
  })

  it('stay if the own phone deletes them for itself alone', () => {
    const batches = gathered((events) => {
      events.emit('messages.upsert', { messages: [{ ...message }], type: 'append' })
      events.emit('messages.delete', { keys: [key] })
    })
    expect(batches).toEqual([{ 'messages.upsert': { messages: [message], type: 'append' } }])
  })
})
