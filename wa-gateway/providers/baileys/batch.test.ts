import { describe, expect, it } from '@jest/globals'
import {
  ANA,
  ANA_LID,
  batchTime,
  GROUP,
  ME,
  NAMES,
  readEvents,
  testLookups,
  upsertBatch,
} from '../../testing/batches.js'
import { type Batch, readableBatch, translateBatch } from './batch.js'
import { VIEW_ONCE } from './stanza-marks.js'

describe('a batch of events', () => {
  it('has the author’s number and LID, from the key or from stored pairs', async () => {
    const key = { id: 'A', remoteJid: ANA, fromMe: false }
    const [event] = await readEvents(
      upsertBatch({ key, ...batchTime, pushName: 'Ana', message: { conversation: 'hi' } }),
    )
    expect(event).toMatchObject({
      kind: 'message',
      message: {
        peer: { pn: '5511900000002', lid: '77700000000002', group: null, name: 'Ana' },
        sentAt: '2023-11-14T22:13:20.000Z',
        ack: 0,
      },
    })
    const byLid = { id: 'B', remoteJid: ANA_LID, remoteJidAlt: ANA, fromMe: false }
    const [other] = await readEvents(
      upsertBatch({ key: byLid, ...batchTime, message: { conversation: 'hi' } }),
    )
    expect(other).toMatchObject({
      message: { peer: { pn: '5511900000002', lid: '77700000000002' }, remoteJid: ANA_LID },
    })
  })

  it.each([
    ['Ana\0 Lima', 'Ana  Lima'],
    ['\u202eanA\u202c', 'anA'],
    ['\0\n', null],
    [`${'a'.repeat(199)}😀`, 'a'.repeat(199)],
  ])('has names without hidden characters (%j)', async (pushName, shown) => {
    const key = { id: 'A', remoteJid: ANA, fromMe: false }
    const [event] = await readEvents(
      upsertBatch({ key, ...batchTime, pushName, message: { conversation: 'hi' } }),
    )
    expect(event).toMatchObject({ message: { peer: { name: shown } } })
  })

  it('marks messages that WhatsApp kept while the line was down', async () => {
    const batch = upsertBatch(
      ...['A', 'B'].map((id) => ({
        key: { id, remoteJid: ANA, fromMe: false },
        ...batchTime,
        message: { conversation: id },
      })),
    )
    const events = await readEvents(batch, { ...testLookups(), kept: new Set(['A']) })
    expect(events.map((event) => event.kind === 'message' && event.message.late)).toEqual([true, undefined])
  })

  it('never has our own name as the contact’s name', async () => {
    const key = { id: 'A', remoteJid: ANA, fromMe: true }
    const [event] = await readEvents(
      upsertBatch({ key, ...batchTime, status: 2, pushName: 'Shop', message: { conversation: 'hi' } }),
    )
    expect(event).toMatchObject({ message: { fromMe: true, ack: 2, peer: { name: null } } })
  })

  it('reads a status that was folded into the message', async () => {
    const key = { id: 'A', remoteJid: ANA, fromMe: true }
    const message = { conversation: 'hi' }
    expect(await readEvents(upsertBatch({ key, ...batchTime, status: 3, message }))).toMatchObject([
      { message: { ack: 3 } },
    ])
    const refused = await readEvents(
      upsertBatch({ key, ...batchTime, status: 0, messageStubParameters: ['463'], message }),
    )
    expect(refused[1]).toEqual({ kind: 'refused', waId: 'A', code: 'ERR_WAPP_RESTRICTED', restricted: true })
  })

  it('reads receipts of a group’s members that were folded into the message', async () => {
    const key = { id: 'A', remoteJid: GROUP, participant: ME, fromMe: true }
    const userReceipt = [{ userJid: ANA, receiptTimestamp: 1 }]
    const events = await readEvents(
      upsertBatch({ key, ...batchTime, status: 2, userReceipt, message: { conversation: 'hi' } }),
    )
    expect(events[0]).toMatchObject({ kind: 'message', message: { ack: 2 } })
    expect(events.slice(1)).toEqual([{ kind: 'ack', fromMe: true, waId: 'A', ack: 3 }])
  })

  it('leaves out statuses, channels, and undecryptable protocol messages', async () => {
    const message = { conversation: 'x' }
    const batch = upsertBatch(
      { key: { id: 'A', remoteJid: 'status@broadcast', participant: ANA }, ...batchTime, message },
      { key: { id: 'B', remoteJid: '123@newsletter' }, ...batchTime, message },
      { key: { id: 'C', remoteJid: ANA }, ...batchTime, messageStubType: 2 },
      { key: { remoteJid: ANA }, ...batchTime, message },
      { key: { id: 'no id\u0000', remoteJid: ANA }, ...batchTime, message },
    )
    expect(await readEvents(batch, { ...testLookups(), hidden: new Map([['C', '']]) })).toEqual([])
  })

  it('puts messages of broadcast lists into the sender’s chat, and leaves our own lists out', async () => {
    const list = { remoteJid: '123@broadcast', fromMe: false }
    const message = { conversation: 'x' }
    // The library stores the sender's other address as if it were the address of the list.
    const byLid = { ...list, id: 'B', participant: ANA_LID, remoteJidAlt: ANA }
    const revoke = { protocolMessage: { type: 0, key: { id: 'A', fromMe: true } } }
    const batch = upsertBatch(
      { key: { ...list, id: 'A', participant: ANA }, ...batchTime, pushName: 'Ana', message },
      { key: byLid, ...batchTime, message },
      { key: { ...list, id: 'C', participant: ANA }, ...batchTime, message: revoke },
      { key: { ...list, id: 'D', participant: ME, fromMe: true }, ...batchTime, message },
      { key: { ...list, id: 'E', participant: '88800000000001@lid' }, ...batchTime, message },
      { key: { ...list, id: 'F', participant: '' }, ...batchTime, message },
    )
    const chat = { author: null, participant: null }
    expect(await readEvents(batch)).toMatchObject([
      { message: { waId: 'A', remoteJid: ANA, peer: { ...NAMES, name: 'Ana' }, ...chat } },
      { message: { waId: 'B', remoteJid: ANA_LID, peer: NAMES, ...chat } },
      { kind: 'revoked', waId: 'A', chat: NAMES, author: null },
    ])
    expect(
      await readEvents({ 'messages.update': [{ key: { ...list, id: 'A' }, update: { status: 4 } }] }),
    ).toEqual([])
  })

  it('distinguishes content for phones only from undecryptable content', async () => {
    const withheld = { ...batchTime, messageStubType: 2, messageStubParameters: [VIEW_ONCE] }
    const [once, unread] = await readEvents(
      upsertBatch(
        { key: { id: 'A', remoteJid: ANA }, ...withheld },
        {
          key: { id: 'B', remoteJid: ANA },
          ...batchTime,
          messageStubType: 2,
          messageStubParameters: ['Bad MAC'],
        },
      ),
    )
    expect(once).toMatchObject({ message: { type: 'unreadable', details: { of: 'view-once' } } })
    expect(unread).toMatchObject({ message: { type: 'unreadable' } })
    expect(unread).not.toHaveProperty('message.details')
  })

  it('reports a message of unknown kind, unless it has nothing to show', async () => {
    const batch = upsertBatch(
      { key: { id: 'A', remoteJid: ANA }, ...batchTime, message: {} },
      { key: { id: 'B', remoteJid: ANA }, ...batchTime, message: { requestPhoneNumberMessage: {} } },
      { key: { id: 'C', remoteJid: ANA }, ...batchTime, message: {} },
      { key: { id: 'D', remoteJid: GROUP }, ...batchTime, messageStubType: 27, message: {} },
    )
    expect(await readEvents(batch, { ...testLookups(), hidden: new Map([['C', '']]) })).toMatchObject([
      { message: { waId: 'A', type: 'unreadable' } },
      { message: { waId: 'B', type: 'unreadable' } },
    ])
  })

  it('reports undecryptable messages, also beside a key exchange, but not decrypted ones', async () => {
    const senderKeyDistributionMessage = { groupId: GROUP }
    const events = await readEvents(
      upsertBatch(
        { key: { id: 'A', remoteJid: ANA }, ...batchTime, messageStubType: 2 },
        { key: { id: 'B', remoteJid: ANA, fromMe: true }, ...batchTime, messageStubType: 2 },
        {
          key: { id: 'C', remoteJid: GROUP, participant: ANA },
          ...batchTime,
          messageStubType: 2,
          message: { senderKeyDistributionMessage },
        },
        {
          key: { id: 'D', remoteJid: ANA },
          ...batchTime,
          messageStubType: 2,
          message: { conversation: 'read all the same' },
        },
        { key: { id: 'E', remoteJid: ANA }, ...batchTime, message: { senderKeyDistributionMessage } },
      ),
    )
    const told = events.map((event) => (event.kind === 'message' ? event.message : null))
    expect(told.map((one) => [one?.waId, one?.type, one?.body, one?.fromMe])).toEqual([
      ['A', 'unreadable', '', false],
      ['B', 'unreadable', '', true],
      ['C', 'unreadable', '', false],
      ['D', 'conversation', 'read all the same', false],
    ])
  })

  it('is not blocked by malicious messages', async () => {
    const from = (id: string) => ({ id, remoteJid: ANA, fromMe: false })
    let nested: object = { conversation: 'deep' }
    for (let depth = 0; depth < 20_000; depth += 1) {
      nested = { protocolMessage: { type: 14, key: { id: 'T' }, editedMessage: nested } }
    }
    const before = new Date().toISOString()
    const events = await readEvents({
      ...upsertBatch(
        { key: from('A'), messageTimestamp: 9e15, message: { conversation: 'when?' } },
        { key: from('B'), ...batchTime, message: nested },
        { key: from('C'), ...batchTime, message: { conversation: 'from Bia' } },
      ),
      'messages.update': [{ key: { ...from('D'), fromMe: true }, update: { status: 3 } }],
    })
    expect(events).toMatchObject([
      { message: { waId: 'A', body: 'when?' } },
      { message: { waId: 'C', body: 'from Bia' } },
      { kind: 'ack', waId: 'D', ack: 3 },
    ])
    const [first] = events
    const sentAt = first?.kind === 'message' ? first.message.sentAt : ''
    expect(sentAt >= before && sentAt <= new Date().toISOString()).toBe(true)
  })

  it('reports a message with unparsable content, and continues after it and after a bad update', async () => {
    const failures: unknown[] = []
    const failed = (failure: unknown) => void failures.push(failure)
    const batch = {
      ...upsertBatch(
        {
          key: { id: 'A', remoteJid: ANA },
          ...batchTime,
          pushName: 'Ana',
          message: { imageMessage: { caption: 5 } },
        },
        { key: { id: 'B', remoteJid: ANA }, ...batchTime, message: { conversation: 'hi' } },
      ),
      'messages.update': [{}, { key: { id: 'C', fromMe: true }, update: { status: 4 } }],
    } as Batch
    expect(await translateBatch(readableBatch(batch, failed), testLookups(), failed)).toMatchObject([
      {
        message: { waId: 'A', type: 'unreadable', peer: { name: 'Ana' }, sentAt: '2023-11-14T22:13:20.000Z' },
      },
      { message: { waId: 'B', body: 'hi' } },
      { kind: 'ack', waId: 'C', ack: 4 },
    ])
    expect(failures).toEqual([expect.any(TypeError), expect.any(TypeError)])
  })

  it('reads receipts of persons and groups, and refusals', async () => {
    const key = { id: 'A', remoteJid: ANA, fromMe: true }
    expect(
      await readEvents({
        'messages.update': [
          { key, update: { status: 4 } },
          { key: { ...key, id: 'B' }, update: { status: 0, messageStubParameters: ['479'] } },
          { key: { ...key, id: 'C' }, update: {} },
        ],
        'message-receipt.update': [
          { key: { ...key, id: 'D', remoteJid: GROUP }, receipt: { userJid: ANA, readTimestamp: 1 } },
        ],
      }),
    ).toEqual([
      { kind: 'ack', fromMe: true, waId: 'A', ack: 4 },
      { kind: 'refused', waId: 'B', code: 'ERR_SENDING_WAPP_MSG', restricted: false },
      { kind: 'ack', fromMe: true, waId: 'D', ack: 4 },
    ])
  })

  it('reports a missed call, but no call that was taken elsewhere', async () => {
    const look = testLookups()
    const call = (id: string, status: 'timeout' | 'accept' | 'terminate'): Batch => ({
      call: [{ id, status, chatId: ANA, from: ANA, date: new Date(0), offline: false, isVideo: true }],
    })
    expect(await readEvents(call('1', 'timeout'), look)).toMatchObject([
      { kind: 'missed-call', waId: 'call-1', video: true, remoteJid: ANA },
    ])
    expect(await readEvents(call('2', 'accept'), look)).toEqual([])
    expect(await readEvents(call('2', 'terminate'), look)).toEqual([])
    for (let id = 3; id < 5000; id++) await readEvents(call(`${id}`, 'accept'), look)
    expect(look.answered.size).toBeLessThanOrEqual(50)
    expect(await readEvents(call('4999', 'terminate'), look)).toEqual([])
    // The caller chooses the id. An entry with this id could neither be stored nor erased.
    expect(await readEvents(call('é', 'timeout'), look)).toEqual([])
  })

  it('reports who was blocked or unblocked on another device', async () => {
    const change = (type: 'add' | 'remove') => readEvents({ 'blocklist.update': { blocklist: [ANA], type } })
    expect(await change('add')).toMatchObject([
      { kind: 'blocked', blocked: true, peer: { pn: '5511900000002' } },
    ])
    expect(await change('remove')).toMatchObject([{ kind: 'blocked', blocked: false }])
  })

  it('joins a number and a LID', async () => {
    expect(await readEvents({ 'lid-mapping.update': { pn: ANA, lid: ANA_LID } })).toEqual([
      { kind: 'identities', peer: { pn: '5511900000002', lid: '77700000000002', group: null, name: null } },
    ])
  })
})
