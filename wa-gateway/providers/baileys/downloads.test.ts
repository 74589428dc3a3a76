import { describe, expect, it } from '@jest/globals'
import { fileOf } from './downloads.js'

const message = {
  message: { imageMessage: { mediaKey: Buffer.alloc(32, 7), url: 'https://mmg.whatsapp.net/x' } },
}

describe('the file of a message', () => {
  it('has one name for one connection, and another for each further number in the same group', () => {
    const key = (connectionId: number, waId = '3EB0A1') => fileOf(message, connectionId, waId)?.key
    expect(key(1)).toMatch(/^[0-9a-f]{64}$/)
    expect(key(1)).toBe(key(1))
    expect(key(2)).not.toBe(key(1))
    expect(key(1, '3EB0A2')).not.toBe(key(1))
  })

  it('is none where the message has none or is not kept', () => {
    expect(fileOf(null, 1, '3EB0A1')).toBeNull()
    expect(fileOf({ message: { conversation: 'olá' } }, 1, '3EB0A1')).toBeNull()
  })
})
