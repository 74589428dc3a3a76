import { describe, expect, it } from '@jest/globals'
import { CONTENTS } from '../../testing/contents.js'
import { RARE_CONTENTS } from '../../testing/rare-contents.js'
import { ABOUT_OTHERS, SILENT, WRAPPERS } from './content-kinds.js'
import { cleanName, extensionOf, READERS } from './contents.js'
import { ackOf, readContent } from './inbound.js'

describe('what a content means', () => {
  it.each([...CONTENTS, ...RARE_CONTENTS])('%s', (_, content, reading) => {
    expect(readContent(content)).toEqual(reading)
  })

  it('is decided for every kind that the package knows', async () => {
    const { proto } = await import('@whiskeysockets/baileys')
    const { prototype } = proto.Message
    const known = Object.keys(prototype).filter(
      (name) => typeof prototype[name as keyof typeof prototype] !== 'function',
    )
    const decided = [...WRAPPERS, ...ABOUT_OTHERS, ...SILENT, ...Object.keys(READERS)]
    expect(decided.sort()).toEqual(known.sort())
  })

  it('takes no more of a text than a report may carry', () => {
    const reading = readContent({ conversation: 'x'.repeat(70_000) })
    expect(reading?.as === 'message' && reading.body.length).toBe(65_536)
  })

  it('knows no content for an undecrypted message', () => {
    expect(readContent(null)).toBeNull()
  })

  it('names files without folders and control characters', () => {
    expect(cleanName('C:\\temp\\a\u0000b<c>.pdf')).toBe('abc.pdf')
    expect(cleanName('fatura_\u202efdp.exe')).toBe('fatura_fdp.exe')
    expect(cleanName('\u200e\u200f\u202a\u2066a\u2069.pdf')).toBe('a.pdf')
    // no half of a character
    expect(cleanName(`${'a'.repeat(199)}😀.pdf`)).toBe('a'.repeat(199))
    expect(extensionOf('audio/ogg; codecs=opus')).toBe('ogg')
    expect(extensionOf('x/y')).toBe('bin')
  })

  it('reads a status as an ack', () => {
    expect([undefined, null, 0, 1, 3, 5, 99].map((status) => ackOf(status))).toEqual([0, 0, 0, 1, 3, 5, 0])
  })
})
