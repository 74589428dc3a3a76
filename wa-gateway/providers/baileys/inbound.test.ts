import { Report } from '@guiche/contracts/bus/reports.js'
import { checkSchema } from '@guiche/contracts/schema.js'
import { describe, expect, it } from '@jest/globals'
import type { proto } from '@whiskeysockets/baileys'
import { CONTENTS } from '../../testing/contents.js'
import { RARE_CONTENTS } from '../../testing/rare-contents.js'
import { readMessage } from './batch.js'
import { ABOUT_OTHERS, SILENT_CONTENTS, WRAPPER_CONTENTS } from './content-kinds.js'
import { CONTENT_READERS, cleanName, extensionOf } from './contents.js'
import { ackOf, readContent } from './inbound.js'

describe('the report of a message content', () => {
  it.each([...CONTENTS, ...RARE_CONTENTS])('%s', (_, content, reading) => {
    expect(readContent(content)).toEqual(reading)
  })

  it('is defined for every kind that the package knows', async () => {
    const { proto } = await import('@whiskeysockets/baileys')
    const { prototype } = proto.Message
    const known = Object.keys(prototype).filter(
      (name) => typeof prototype[name as keyof typeof prototype] !== 'function',
    )
    const decided = [
      ...WRAPPER_CONTENTS,
      ...ABOUT_OTHERS,
      ...SILENT_CONTENTS,
      ...Object.keys(CONTENT_READERS),
    ]
    expect(decided.sort()).toEqual(known.sort())
  })

  it('truncates a text to the limit of reports', () => {
    const reading = readContent({ conversation: 'x'.repeat(70_000) })
    expect(reading?.as === 'message' && reading.body.length).toBe(65_536)
  })

  it('has no control characters but tabs and line ends, and no byte order mark', () => {
    const text = '\u200ea\u0000\u0001\tb\r\nc\u007f\u0085 👩‍👩‍👧\u200e'
    const left = 'a\tb\r\nc 👩‍👩‍👧\u200e'
    expect(readContent({ conversation: text })).toMatchObject({ body: left })
    expect(readContent({ imageMessage: { caption: text } })).toMatchObject({ body: left })
    const editedMessage = { extendedTextMessage: { text } }
    const protocolMessage = { type: 14, key: { id: 'A' }, editedMessage }
    expect(readContent({ protocolMessage })).toMatchObject({ as: 'edit', body: left })
    const poll = { name: text, options: [{ optionName: text }] }
    expect(readContent({ pollCreationMessage: poll })).toMatchObject({
      details: { question: 'a b c 👩‍👩‍👧', options: ['a b c 👩‍👩‍👧'] },
    })
  })

  /** The largest content of each kind. */
  const largest = (sign: string): proto.IMessage[] => {
    const [long, line] = [sign.repeat(70_000), sign.repeat(1_100)]
    const jpegThumbnail = Buffer.alloc(29_999)
    const names = { fileName: line, mimetype: line, waveform: Buffer.alloc(200, 100), seconds: 1e9 }
    const link = { matchedText: `x.y/${'a'.repeat(1_980)}`, title: line, description: line, jpegThumbnail }
    const externalAdReply = {
      ...{ title: line, body: line, sourceUrl: `https://x.y/${'a'.repeat(1_980)}`, ctwaClid: line },
      ...{ sourceType: line, thumbnail: jpegThumbnail },
    }
    const author = { stanzaId: line, quotedMessage: { conversation: long }, participant: '55@s.whatsapp.net' }
    const options = Array.from({ length: 30 }, () => ({ optionName: line }))
    return [
      { extendedTextMessage: { text: long, ...link, contextInfo: author } },
      { extendedTextMessage: { text: long, contextInfo: { ...author, externalAdReply } } },
      { imageMessage: { caption: long, ...names } },
      { audioMessage: { ptt: true, ...names } },
      { documentMessage: { caption: long, ...names } },
      { contactsArrayMessage: { contacts: [{ vcard: long }] } },
      { locationMessage: { name: long, address: long, jpegThumbnail } },
      { pollCreationMessage: { name: long, options } },
      { eventMessage: { name: long, description: long } },
      { pollResultSnapshotMessage: { name: long, pollVotes: options } },
    ]
  }

  it.each(['\u0001', '"', '\\', '\n', '日', '😀', '\ud800'])(
    'fits into an event, written in %j',
    async (sign) => {
      const lookups = {
        ...{ me: () => [], answered: new Set<string>(), hidden: new Map(), kept: new Set<string>() },
        ...{
          otherName: async () => '77700000000002@lid',
          usernameOf: async () => undefined,
          subjectOf: async () => sign.repeat(300),
        },
        openEdit: async () => null,
      }
      const key = {
        remoteJid: '120363000000000001@g.us',
        participant: '5511@s.whatsapp.net',
        id: 'A'.repeat(128),
      }
      for (const message of largest(sign)) {
        const [event] = await readMessage(lookups, { key, message, pushName: sign.repeat(300) })
        if (event?.kind !== 'message') throw new Error('it is no message')
        const about = {
          companyId: 1,
          connectionId: 1,
          imported: false,
          mediaPending: event.message.media !== null,
        }
        const report = { kind: 'message', ...about, ...event.message }
        expect(checkSchema(Report, report)).toMatchObject({ ok: true })
        // An event may have 256 KB, less than one KB of them for its ids.
        expect(Buffer.byteLength(JSON.stringify(report))).toBeLessThan(250 * 1024)
      }
    },
  )

  it('is empty for an undecrypted message', () => {
    expect(readContent(null)).toBeNull()
  })

  it('has file names without folders and control characters', () => {
    expect(cleanName('C:\\temp\\a\u0000b<c>.pdf')).toBe('abc.pdf')
    expect(cleanName('fatura_\u202efdp.exe')).toBe('fatura_fdp.exe')
    expect(cleanName('\u200e\u200f\u202a\u2066a\u2069.pdf')).toBe('a.pdf')
    // No character is cut in half.
    expect(cleanName(`${'a'.repeat(195)}😀.pdf`)).toBe(`${'a'.repeat(195)}.pdf`)
    expect(cleanName(`${'a'.repeat(199)}😀`)).toBe('a'.repeat(199))
    expect(extensionOf('audio/ogg; codecs=opus')).toBe('ogg')
    expect(extensionOf('x/y')).toBe('bin')
  })

  it('has the ack of a status', () => {
    expect([undefined, null, 0, 1, 3, 5, 99].map((status) => ackOf(status))).toEqual([0, 0, 0, 1, 3, 5, 0])
  })
})
