import { kindOfType } from '@guiche/contracts/files/files.js'
import { describe, expect, it } from '@jest/globals'
import { fileKindOf } from './media-type.js'

describe('the kind of message for a file', () => {
  it.each([
    ['image/jpeg', 'image'],
    // WhatsApp and the browser both animate a GIF.
    ['image/gif', 'image'],
    ['image/tiff', 'application'],
    ['audio/mpeg', 'audio'],
    ['video/mp4', 'video'],
    // The format of an iPhone, which the gateway converts to mp4.
    ['video/quicktime', 'video'],
    ['video/webm', 'application'],
    ['application/pdf', 'application'],
  ])('comes from the type: %s is %s', (type, kind) => {
    expect(kindOfType(type)).toBe(kind)
  })

  it('comes from the bytes, in spite of the name', async () => {
    const gif = Buffer.from('GIF89a\u0001\u0000\u0001\u0000')
    expect(await fileKindOf(gif, 'image/gif', 'a.gif')).toMatchObject({
      kind: 'image',
      mimetype: 'image/gif',
    })
    expect(await fileKindOf(gif, 'video/mp4', 'a.mp4')).toBeNull()
  })
})
