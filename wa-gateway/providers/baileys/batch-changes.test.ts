import { describe, expect, it } from '@jest/globals'
import {
  ANA,
  batchTime,
  GROUP,
  ME,
  NAMES,
  readEvents,
  testLookups,
  upsertBatch,
} from '../../testing/batches.js'

describe('a message that another own device has opened', () => {
  const read4 = { kind: 'ack', fromMe: false, waId: 'A', ack: 4 }

  it('is read, also when the receipt is folded into it', async () => {
    const key = { id: 'A', remoteJid: ANA, fromMe: false }
    expect(await readEvents({ 'messages.update': [{ key, update: { status: 4 } }] })).toEqual([read4])
    const message = { conversation: 'hi' }
    const folded = await readEvents(upsertBatch({ key, ...batchTime, status: 4, message }))
    expect(folded).toMatchObject([{ kind: 'message', message: { ack: 0 } }, read4])
    expect(await readEvents(upsertBatch({ key, ...batchTime, status: 2, message }))).toHaveLength(1)
  })

  it('in a group is known by a read receipt of our account; a delivery receipt does not count', async () => {
    const key = { id: 'A', remoteJid: GROUP, participant: ME, fromMe: true }
    const by = (receipt: object) => ({
      'message-receipt.update': [{ key, receipt: { userJid: ME, ...receipt } }],
    })
    expect(await readEvents(by({ readTimestamp: 1 }))).toEqual([read4])
    expect(await readEvents(by({ receiptTimestamp: 1 }))).toEqual([])
  })
})

describe('a change of a message', () => {
  it('is accepted from the message’s author alone', async () => {
    const edit = (key: object, target: object) =>
      upsertBatch({
        key,
        ...batchTime,
        message: { protocolMessage: { type: 14, key: target, editedMessage: { conversation: 'new' } } },
      })
    const fromAna = { id: 'E', remoteJid: ANA, fromMe: false }
    expect(await readEvents(edit(fromAna, { id: 'T', fromMe: true }))).toEqual([
      { kind: 'edited', fromMe: false, waId: 'T', by: 'contact', body: 'new', chat: NAMES, author: null },
    ])
    const inGroup = { id: 'E', remoteJid: GROUP, participant: ANA, fromMe: false }
    expect(await readEvents(edit(inGroup, { id: 'T', participant: ME }))).toEqual([])
  })

  it('takes its author from the envelope, not from the inner key', async () => {
    const key = { id: 'E', remoteJid: GROUP, participant: ANA, fromMe: false }
    const named = { id: 'T', remoteJid: 'x@g.us', participant: '5511900000009@s.whatsapp.net' }
    const editedMessage = { conversation: 'new' }
    const events = await readEvents(
      upsertBatch(
        { key, ...batchTime, message: { protocolMessage: { type: 14, key: named, editedMessage } } },
        { key, ...batchTime, message: { protocolMessage: { type: 0, key: named } } },
        { key, ...batchTime, message: { reactionMessage: { key: named, text: '👍' } } },
      ),
    )
    const from = {
      waId: 'T',
      by: 'contact',
      chat: { ...NAMES, pn: null, lid: null, group: '120363000000000001' },
    }
    expect(events).toMatchObject([
      { kind: 'edited', ...from, author: NAMES },
      { kind: 'revoked', ...from, author: NAMES },
      { kind: 'reacted', ...from, author: NAMES },
    ])
    expect(events[1]).not.toHaveProperty('byAdmin')
    const reaction = {
      key,
      ...batchTime,
      pushName: 'Ana',
      message: { reactionMessage: { key: named, text: '👍' } },
    }
    expect(await readEvents(upsertBatch(reaction))).toMatchObject([{ author: { ...NAMES, name: 'Ana' } }])
  })

  it('recognises a group’s admin, who may revoke any message, by the stanza', async () => {
    const key = { id: 'E', remoteJid: GROUP, participant: ANA, fromMe: false }
    const message = { protocolMessage: { type: 0, key: { id: 'T', participant: ME } } }
    const byAdmin = { ...testLookups(), hidden: new Map([['E', '8']]) }
    expect(await readEvents(upsertBatch({ key, ...batchTime, message }), byAdmin)).toMatchObject([
      { kind: 'revoked', fromMe: true, waId: 'T', by: 'contact', author: NAMES, byAdmin: true },
    ])
    const alone = upsertBatch({ key: { id: 'E', remoteJid: ANA, fromMe: false }, ...batchTime, message })
    expect((await readEvents(alone, byAdmin))[0]).not.toHaveProperty('byAdmin')
  })
})
