import type { AnyMessageContent, proto, WAMessage } from '@whiskeysockets/baileys'
import type { MessageRef, OutgoingCard, OutgoingFile, OutgoingMessage } from '../provider.js'

/** A message's key in the package's terms. */
export const keyOf = (ref: MessageRef): proto.IMessageKey => ({
  id: ref.waId,
  fromMe: ref.fromMe,
  remoteJid: ref.remoteJid,
  ...(ref.participant !== null && { participant: ref.participant }),
})

const fileContent = (file: OutgoingFile): AnyMessageContent => {
  const { content, mimetype, fileName, caption } = file
  const said = caption === '' ? {} : { caption }
  const sized = {
    ...(file.thumbnail !== null && { jpegThumbnail: file.thumbnail }),
    ...(file.width !== null && { width: file.width }),
    ...(file.height !== null && { height: file.height }),
  }
  // Set even if unknown: otherwise the package writes the file to disk and measures it itself.
  const seconds = file.seconds ?? 0
  switch (file.as) {
    case 'image':
      return { image: content, mimetype, ...said, ...sized }
    case 'video':
    case 'gif':
      return {
        video: content,
        mimetype,
        ...said,
        seconds,
        gifPlayback: file.as === 'gif',
        jpegThumbnail: '',
        ...sized,
      } as AnyMessageContent
    case 'audio':
      return { audio: content, mimetype, seconds }
    case 'voice':
      return {
        audio: content,
        mimetype,
        seconds,
        ptt: true,
        ...(file.waveform !== null && { waveform: file.waveform }),
      } as AnyMessageContent
    case 'sticker':
      return { sticker: content, mimetype }
    case 'document':
      return {
        document: content,
        mimetype,
        fileName,
        ...said,
        ...(file.pages !== null && { pageCount: file.pages }),
      } as AnyMessageContent
  }
}

const cardContent = (card: OutgoingCard): AnyMessageContent => {
  if (card.as === 'people') {
    const contacts = card.people.map(({ name, vcard }) => ({ displayName: name, vcard }))
    return { contacts: { displayName: contacts.map(({ displayName }) => displayName).join(', '), contacts } }
  }
  const { latitude, longitude, name, address, thumbnail } = card
  return {
    location: {
      degreesLatitude: latitude,
      degreesLongitude: longitude,
      ...(name !== '' && { name }),
      ...(address !== '' && { address }),
      ...(thumbnail !== null && { jpegThumbnail: Buffer.from(thumbnail, 'base64') }),
    },
  }
}

const ownContent = ({ file, card, text }: OutgoingMessage): AnyMessageContent => {
  if (file !== null) return fileContent(file)
  return card === null ? ({ text, linkPreview: null } as AnyMessageContent) : cardContent(card)
}

/** The content of a message. No link is looked up: addresses in texts are never fetched. */
export const contentOf = (message: OutgoingMessage): AnyMessageContent =>
  ({
    ...ownContent(message),
    ...(message.forwarded && { contextInfo: { isForwarded: true, forwardingScore: 1 } }),
  }) as AnyMessageContent

/** The quoted message: the stored original, else a message made of its text. */
export const quotedOf = (
  quoted: NonNullable<OutgoingMessage['quoted']>,
  kept: proto.IWebMessageInfo | null,
): WAMessage => ({
  key: keyOf(quoted),
  message: kept?.message ?? { conversation: quoted.text },
})
