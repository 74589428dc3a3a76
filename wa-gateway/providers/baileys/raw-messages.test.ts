import { describe, expect, it } from '@jest/globals'
import { proto, type WAMessage } from '@whiskeysockets/baileys'
import { createMemoryVault } from '../../testing/memory-vault.js'
import { createRawMessages, rawsOf } from './raw-messages.js'

describe('a message that cannot be serialised', () => {
  it('does not block other messages', () => {
    let nested: proto.IMessage = { conversation: 'deep' }
    for (let depth = 0; depth < 20_000; depth += 1) {
      nested = { extendedTextMessage: { text: 'x', contextInfo: { quotedMessage: nested } } }
    }
    const messages: WAMessage[] = [
      { key: { id: 'A' }, message: nested },
      { key: { id: 'B' }, message: { conversation: 'hi' } },
    ]
    const failures: unknown[] = []
    const kept = rawsOf(messages, { proto }, (failure) => failures.push(failure))
    expect(kept.map(({ waId }) => waId)).toEqual(['B'])
    expect(proto.WebMessageInfo.decode(kept[0]?.bytes ?? new Uint8Array()).message?.conversation).toBe('hi')
    expect(failures).toEqual([expect.any(Error)])
  })
})

describe('a quoted or changed message', () => {
  it.each(['é', 'x'.repeat(400), ''])('is not stored under an invalid id (%#)', async (id) => {
    expect(await createRawMessages(createMemoryVault(), 1, 2).get(id)).toBeNull()
  })
})
