import { describe, expect, it } from '@jest/globals'
import type { proto } from '@whiskeysockets/baileys'
import { ANA, batchTime, readEvents, upsertBatch } from '../../testing/batches.js'
import { readContent } from './inbound.js'

const shown = {
  title: 'Ofertas\nde maio',
  body: 'Só hoje',
  sourceUrl: 'https://fb.me/abc',
  sourceType: 'ad',
  ctwaClid: 'click-1',
  thumbnail: Buffer.from('abc'),
}
const ad = {
  of: 'ad',
  title: 'Ofertas de maio',
  text: 'Só hoje',
  url: 'https://fb.me/abc',
  thumbnail: 'YWJj',
  clickId: 'click-1',
  source: 'ad',
}
const nothing = { title: '', text: '', url: '', thumbnail: '', clickId: '', source: '' }
const textWith = (contextInfo: proto.IContextInfo, text = 'Oi', more: object = {}) =>
  readContent({ extendedTextMessage: { text, contextInfo, ...more } })

describe('the advertisement that a message answers', () => {
  it('is reported with the message, before its links and pictures', () => {
    const context = { externalAdReply: shown }
    expect(textWith(context)).toMatchObject({ body: 'Oi', details: ad })
    const link = { matchedText: 'x.y', title: 'A page' }
    expect(textWith(context, 'x.y', link)).toMatchObject({ details: ad })
    expect(readContent({ imageMessage: { contextInfo: context } })).toMatchObject({ body: '', details: ad })
    const place = { degreesLatitude: 1, degreesLongitude: 2, contextInfo: context }
    expect(readContent({ locationMessage: place })).toMatchObject({ details: { of: 'place' } })
  })

  it('makes a message, even without other content', () => {
    expect(textWith({ externalAdReply: shown }, '')).toMatchObject({
      type: 'conversation',
      body: 'Ofertas de maio\nSó hoje',
      details: ad,
    })
    expect(textWith({ externalAdReply: { sourceUrl: 'https://fb.me/abc' } }, '')).toMatchObject({
      body: 'https://fb.me/abc',
    })
  })

  it('is recognised by the payload or the entry point alone', () => {
    expect(textWith({ ctwaPayload: Buffer.from('x') })).toMatchObject({ details: { of: 'ad', ...nothing } })
    expect(textWith({ entryPointConversionSource: 'ctwa_ad' })).toMatchObject({
      details: { of: 'ad', ...nothing, source: 'ctwa_ad' },
    })
    for (const source of ['global_search_new_chat', 'click_to_chat_link', ''])
      expect(textWith({ entryPointConversionSource: source, isForwarded: true })).not.toHaveProperty(
        'details',
      )
  })

  it('has web links only, and truncated texts', () => {
    for (const sourceUrl of ['javascript:alert(1)', `https://x.y/${'a'.repeat(3_000)}`, 'http://']) {
      expect(textWith({ externalAdReply: { ...shown, sourceUrl } })).toMatchObject({ details: { url: '' } })
    }
    const huge = { title: 'x'.repeat(9_000), ctwaClid: 'x'.repeat(9_000), thumbnail: Buffer.alloc(90_000) }
    expect(textWith({ externalAdReply: huge })).toMatchObject({
      details: { title: 'x'.repeat(1_000), clickId: 'x'.repeat(500), thumbnail: '' },
    })
  })

  it('is ignored in messages of our own phone', async () => {
    const message = { extendedTextMessage: { text: 'Oi', contextInfo: { externalAdReply: shown } } }
    const from = (fromMe: boolean) =>
      readEvents(upsertBatch({ key: { id: 'A', remoteJid: ANA, fromMe }, ...batchTime, message }))
    expect(await from(false)).toMatchObject([{ message: { details: ad } }])
    expect((await from(true))[0]).not.toHaveProperty('message.details')
  })
})
