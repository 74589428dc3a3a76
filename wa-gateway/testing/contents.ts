import type { proto } from '@whiskeysockets/baileys'

export const messageWith = (fields: object) => ({
  as: 'message',
  body: '',
  media: null,
  quotedWaId: null,
  quotedAuthor: null,
  forwarded: false,
  ...fields,
})
const mediaWith = (fields: object) => ({ blobId: '', seconds: null, size: 0, voice: false, ...fields })
const placeWith = (fields: object) => ({ of: 'place', name: '', address: '', live: false, ...fields })
export const viewOnce = { of: 'view-once' }
export const messageKey = { id: 'K1', remoteJid: '5511@s.whatsapp.net', fromMe: false }
export const textContent = { conversation: 'inside' }

/** Name of the content, the content as phones send it, and what we read from it (null: nothing). */
export const CONTENTS: readonly (readonly [string, proto.IMessage, object | null])[] = [
  ['a text', { conversation: 'hi' }, messageWith({ type: 'conversation', body: 'hi' })],
  [
    'a text with a link',
    { extendedTextMessage: { text: 'see https://x.y' } },
    messageWith({ type: 'conversation', body: 'see https://x.y' }),
  ],
  [
    'a text with what its writer saw behind the link',
    {
      extendedTextMessage: {
        text: 'see x.y/z',
        matchedText: 'x.y/z',
        title: 'A\n title',
        description: 'of it',
        jpegThumbnail: Buffer.from('abc'),
      },
    },
    messageWith({
      type: 'conversation',
      body: 'see x.y/z',
      details: {
        of: 'link',
        url: 'https://x.y/z',
        title: 'A title',
        description: 'of it',
        thumbnail: 'YWJj',
      },
    }),
  ],
  [
    'a link that must not be opened',
    { extendedTextMessage: { text: 'see', matchedText: 'javascript:alert(1)', title: 'A title' } },
    messageWith({ type: 'conversation', body: 'see' }),
  ],
  [
    'an answer',
    {
      extendedTextMessage: {
        text: 'yes',
        contextInfo: { stanzaId: 'Q1', participant: '55@s.whatsapp.net', quotedMessage: textContent },
      },
    },
    messageWith({ type: 'conversation', body: 'yes', quotedWaId: 'Q1', quotedAuthor: '55@s.whatsapp.net' }),
  ],
  [
    'a forwarded text',
    { extendedTextMessage: { text: 'fwd', contextInfo: { isForwarded: true } } },
    messageWith({ type: 'conversation', body: 'fwd', forwarded: true }),
  ],
  [
    'an image',
    { imageMessage: { caption: 'cap', mimetype: 'image/png', fileLength: 12 } },
    messageWith({
      type: 'image',
      body: 'cap',
      media: mediaWith({ mimetype: 'image/png', fileName: 'image.png', size: 12 }),
    }),
  ],
  [
    'a video',
    { videoMessage: { mimetype: 'video/mp4', seconds: 9 } },
    messageWith({
      type: 'video',
      media: mediaWith({ mimetype: 'video/mp4', fileName: 'video.mp4', seconds: 9 }),
    }),
  ],
  [
    'a gif',
    { videoMessage: { gifPlayback: true, seconds: 2 } },
    messageWith({
      type: 'video',
      media: mediaWith({ mimetype: 'video/mp4', fileName: 'gif.mp4', seconds: 2 }),
    }),
  ],
  [
    'a video note',
    { ptvMessage: { seconds: 3 } },
    messageWith({
      type: 'video',
      media: mediaWith({ mimetype: 'video/mp4', fileName: 'video.mp4', seconds: 3 }),
    }),
  ],
  [
    'an audio file',
    { audioMessage: { mimetype: 'audio/mpeg', seconds: 61 } },
    messageWith({
      type: 'audio',
      media: mediaWith({ mimetype: 'audio/mpeg', fileName: 'audio.mp3', seconds: 61 }),
    }),
  ],
  [
    'a voice note',
    { audioMessage: { mimetype: 'audio/ogg; codecs=opus', seconds: 4, ptt: true } },
    messageWith({
      type: 'audio',
      media: mediaWith({
        mimetype: 'audio/ogg; codecs=opus',
        fileName: 'voice.ogg',
        seconds: 4,
        voice: true,
      }),
    }),
  ],
  [
    'a voice note with its waveform',
    { audioMessage: { seconds: 4, ptt: true, waveform: Uint8Array.of(0, 50, 200) } },
    messageWith({
      type: 'audio',
      media: mediaWith({
        mimetype: 'audio/ogg; codecs=opus',
        fileName: 'voice.ogg',
        seconds: 4,
        voice: true,
        waveform: [0, 50, 100],
      }),
    }),
  ],
  [
    'a picture with its measures',
    { imageMessage: { width: 640, height: 480 } },
    messageWith({
      type: 'image',
      media: mediaWith({ mimetype: 'image/jpeg', fileName: 'image.jpg', width: 640, height: 480 }),
    }),
  ],
  [
    'a document with its pages',
    { documentMessage: { mimetype: 'application/pdf', fileName: 'a.pdf', pageCount: 3 } },
    messageWith({
      type: 'application',
      media: mediaWith({ mimetype: 'application/pdf', fileName: 'a.pdf', pages: 3 }),
    }),
  ],
  [
    'a document',
    { documentMessage: { mimetype: 'application/pdf', fileName: '../etc/bill.pdf' } },
    messageWith({
      type: 'application',
      media: mediaWith({ mimetype: 'application/pdf', fileName: 'bill.pdf' }),
    }),
  ],
  [
    'a document with a caption',
    {
      documentWithCaptionMessage: {
        message: { documentMessage: { mimetype: 'application/pdf', fileName: 'a.pdf', caption: 'here' } },
      },
    },
    messageWith({
      type: 'application',
      body: 'here',
      media: mediaWith({ mimetype: 'application/pdf', fileName: 'a.pdf' }),
    }),
  ],
  [
    'a sticker',
    { stickerMessage: { mimetype: 'image/webp' } },
    messageWith({ type: 'sticker', media: mediaWith({ mimetype: 'image/webp', fileName: 'sticker.webp' }) }),
  ],
  [
    'a place',
    {
      locationMessage: { degreesLatitude: -23.5, degreesLongitude: -46.6, jpegThumbnail: Buffer.from('abc') },
    },
    messageWith({
      type: 'locationMessage',
      body: 'data:image/png;base64, YWJj | https://maps.google.com/maps?q=-23.5%2C-46.6&z=17&hl=pt-BR|-23.5, -46.6',
      details: placeWith({ latitude: -23.5, longitude: -46.6 }),
    }),
  ],
  [
    'a place with a name',
    {
      locationMessage: { degreesLatitude: 1, degreesLongitude: 2, name: 'Pão | Cia\n', address: 'Rua A, 1' },
    },
    messageWith({
      type: 'locationMessage',
      body: '| https://maps.google.com/maps?q=1%2C2&z=17&hl=pt-BR|1, 2|Pão Cia, Rua A, 1',
      details: placeWith({ latitude: 1, longitude: 2, name: 'Pão | Cia', address: 'Rua A, 1' }),
    }),
  ],
  [
    'a live place',
    { liveLocationMessage: { degreesLatitude: 1, degreesLongitude: 2 } },
    messageWith({
      type: 'locationMessage',
      body: '| https://maps.google.com/maps?q=1%2C2&z=17&hl=pt-BR|1, 2',
      details: placeWith({ latitude: 1, longitude: 2, live: true }),
    }),
  ],
  [
    'a place that is nowhere',
    { locationMessage: { degreesLatitude: Number.NaN, degreesLongitude: 1e9 } },
    messageWith({
      type: 'locationMessage',
      body: '| https://maps.google.com/maps?q=0%2C180&z=17&hl=pt-BR|0, 180',
      details: placeWith({ latitude: 0, longitude: 180 }),
    }),
  ],
  [
    'a contact card',
    { contactMessage: { vcard: 'BEGIN:VCARD' } },
    messageWith({ type: 'contactMessage', body: 'BEGIN:VCARD' }),
  ],
  [
    'contact cards',
    { contactsArrayMessage: { contacts: [{ vcard: 'A' }, { vcard: 'B' }] } },
    messageWith({ type: 'contactMessage', body: 'A\nB' }),
  ],
  [
    'a choice of a button',
    { buttonsResponseMessage: { selectedDisplayText: 'Yes' } },
    messageWith({ type: 'conversation', body: 'Yes' }),
  ],
  [
    'a choice of a list',
    { listResponseMessage: { title: 'Second' } },
    messageWith({ type: 'conversation', body: 'Second' }),
  ],
  [
    'a poll',
    { pollCreationMessageV3: { name: 'When?', options: [{ optionName: 'Mon' }] } },
    messageWith({
      type: 'conversation',
      body: 'When?\n- Mon',
      details: { of: 'poll', question: 'When?', options: ['Mon'], several: true },
    }),
  ],
  [
    'something seen once',
    { viewOnceMessageV2: { message: { imageMessage: {} } } },
    messageWith({
      type: 'image',
      media: mediaWith({ mimetype: 'image/jpeg', fileName: 'image.jpg' }),
      details: viewOnce,
    }),
  ],
  [
    'something that disappears',
    { ephemeralMessage: { message: textContent } },
    messageWith({ type: 'conversation', body: 'inside' }),
  ],
  [
    'wrappers in wrappers',
    { ephemeralMessage: { message: { viewOnceMessage: { message: textContent } } } },
    messageWith({ type: 'conversation', body: 'inside', details: viewOnce }),
  ],
  [
    'a product',
    { productMessage: { product: { title: 'Chair', description: 'of wood' }, body: 'This one?' } },
    messageWith({ type: 'conversation', body: 'Chair\nof wood\nThis one?', details: { of: 'product' } }),
  ],
  [
    'an order',
    { orderMessage: { orderTitle: 'Shop', message: 'Two of them, please' } },
    messageWith({ type: 'conversation', body: 'Shop\nTwo of them, please', details: { of: 'order' } }),
  ],
  [
    'a template of a business',
    {
      templateMessage: { hydratedTemplate: { hydratedContentText: 'Your code', hydratedFooterText: 'Bank' } },
    },
    messageWith({ type: 'conversation', body: 'Your code\nBank', details: { of: 'form' } }),
  ],
  [
    'a question with buttons',
    { interactiveMessage: { header: { title: 'Hello' }, body: { text: 'Go on?' } } },
    messageWith({ type: 'conversation', body: 'Hello\nGo on?', details: { of: 'form' } }),
  ],
  ['a payment', { sendPaymentMessage: {} }, messageWith({ type: 'unreadable', details: { of: 'payment' } })],
  [
    'an invitation to pay',
    { paymentInviteMessage: {} },
    messageWith({ type: 'unreadable', details: { of: 'payment' } }),
  ],
  [
    'a moving sticker',
    { lottieStickerMessage: { message: { stickerMessage: { mimetype: 'image/webp' } } } },
    messageWith({ type: 'sticker', media: mediaWith({ mimetype: 'image/webp', fileName: 'sticker.webp' }) }),
  ],
  [
    'a reaction',
    { reactionMessage: { key: messageKey, text: '👍' } },
    { as: 'reaction', key: messageKey, emoji: '👍' },
  ],
  [
    'a reaction taken back',
    { reactionMessage: { key: messageKey, text: '' } },
    { as: 'reaction', key: messageKey, emoji: '' },
  ],
  [
    'an edit',
    { protocolMessage: { type: 14, key: messageKey, editedMessage: { conversation: 'new' } } },
    { as: 'edit', key: messageKey, body: 'new' },
  ],
  ['a revocation', { protocolMessage: { type: 0, key: messageKey } }, { as: 'revoke', key: messageKey }],
  ['a revocation of nothing', { protocolMessage: { type: 0 } }, null],
  ['other protocol', { protocolMessage: { type: 5, key: messageKey } }, null],
  ['a key exchange', { senderKeyDistributionMessage: { groupId: 'g' } }, null],
  ['a vote', { pollUpdateMessage: {} }, null],
]
