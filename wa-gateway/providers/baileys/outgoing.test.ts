import { describe, expect, it } from '@jest/globals'
import { generateWAMessageContent } from '@whiskeysockets/baileys'
import type { OutgoingCard } from '../provider.js'
import { readContent } from './inbound.js'
import { contentOf } from './outgoing.js'

/** The message as its receiver reads it. */
const arrivedCard = async (card: OutgoingCard) => {
  const message = { ...{ waId: 'A', to: '5511', text: 'words', quoted: null }, forwarded: true, file: null }
  const content = contentOf({ ...message, card })
  const upload = () => Promise.reject(new Error('nothing is uploaded'))
  return readContent(await generateWAMessageContent(content, { upload }))
}

describe('an outgoing location or contact', () => {
  it('arrives as the same location', async () => {
    const place = { latitude: -23.5, longitude: -46.6, name: 'Padaria', address: 'Rua A, 1' }
    expect(await arrivedCard({ as: 'place', ...place, thumbnail: 'YWJj' })).toMatchObject({
      type: 'locationMessage',
      body: expect.stringMatching(/^data:image\/png;base64, YWJj \|.*\|Padaria, Rua A, 1$/),
      details: { of: 'place', ...place },
      forwarded: true,
    })
    expect(
      await arrivedCard({ as: 'place', ...place, name: '', address: '', thumbnail: null }),
    ).toMatchObject({
      details: { name: '', address: '' },
    })
  })

  it.each([1, 2])('arrives as the same contacts: %i', async (count) => {
    const people = ['Ana', 'Bia'].slice(0, count).map((name) => ({
      name,
      vcard: `BEGIN:VCARD\nFN:${name}\nEND:VCARD`,
    }))
    expect(await arrivedCard({ as: 'people', people })).toMatchObject({
      type: 'contactMessage',
      body: people.map(({ vcard }) => vcard).join('\n'),
      forwarded: true,
    })
  })
})
