import { getContentType, type MediaType, normalizeMessageContent, type proto } from '@whiskeysockets/baileys'
import type { MediaReference } from './media.js'
import { nowSeconds } from './nodes.js'

export type MediaKind = 'image' | 'video' | 'audio' | 'voice' | 'document' | 'sticker'
export type MessageKind = 'text' | MediaKind | 'location' | 'contact' | 'poll' | 'unknown'

export type MediaInput = {
  kind: MediaKind
  data: Buffer
  mimetype?: string | undefined
  fileName?: string | undefined
  caption?: string | undefined
  /** Length of audio or video, in seconds. */
  seconds?: number | undefined
  thumbnail?: Buffer | undefined
  /** Pixels of a picture or video. */
  width?: number | undefined
  height?: number | undefined
  /** Pages of a document. */
  pages?: number | undefined
  /** Waveform of a voice note: 64 values, 0–100. */
  waveform?: Buffer | undefined
}

/** Preview of a link in a text, made by the phone. */
export type Preview = { url: string; title: string; description?: string | undefined }
export type Poll = { question: string; options: string[]; several?: boolean | undefined }
/** Kinds of messages that the product cannot show. */
export const UNSUPPORTED_KINDS = ['event', 'product', 'payment', 'stickers'] as const
export type UnsupportedKind = (typeof UNSUPPORTED_KINDS)[number]

export type Place = {
  latitude: number
  longitude: number
  name?: string | undefined
  address?: string | undefined
}
export type Card = { name: string; number: string }

/** A message's content as a phone shows it. */
export type ShownContent = {
  kind: MessageKind
  text: string | undefined
  fileName?: string | undefined
  mimetype?: string | undefined
  seconds?: number | undefined
  /** Pixels of a picture or video, as the sender's phone says. */
  width?: number | undefined
  height?: number | undefined
  /** Pages of a document. */
  pages?: number | undefined
  /** A silent video that repeats by itself. */
  gif?: boolean | undefined
  place?: Place | undefined
  /** vCards, as sent. */
  cards?: string[] | undefined
  quotedId?: string | undefined
  forwarded?: boolean | undefined
  viewOnce?: boolean | undefined
  preview?: Preview | undefined
  media?: { directPath: string; mediaKey: string; type: MediaType } | undefined
}

const MEDIA_TYPE: Record<MediaKind, MediaType> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  voice: 'audio',
  document: 'document',
  sticker: 'sticker',
}

const MIMETYPE: Record<MediaKind, string> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/mpeg',
  voice: 'audio/ogg; codecs=opus',
  document: 'application/octet-stream',
  sticker: 'image/webp',
}

/** The encryption type of a file of this kind. */
export const mediaTypeOf = (kind: MediaKind): MediaType => MEDIA_TYPE[kind]

/** A message with a file that is already on the media host. */
export const mediaMessage = (
  input: MediaInput,
  reference: MediaReference,
  contextInfo?: proto.IContextInfo,
): proto.IMessage => {
  const { kind, caption, fileName, seconds, thumbnail, width, height, pages, waveform } = input
  const file = {
    ...reference,
    mimetype: input.mimetype ?? MIMETYPE[kind],
    mediaKeyTimestamp: nowSeconds(),
    contextInfo,
  }
  switch (kind) {
    case 'image':
      return { imageMessage: { ...file, caption, width, height, jpegThumbnail: thumbnail } }
    case 'video':
      return {
        videoMessage: { ...file, caption, width, height, seconds: seconds ?? 1, jpegThumbnail: thumbnail },
      }
    case 'audio':
    case 'voice':
      return { audioMessage: { ...file, seconds: seconds ?? 1, ptt: kind === 'voice', waveform } }
    case 'sticker':
      return { stickerMessage: { ...file, isAnimated: false } }
    case 'document': {
      const title = fileName ?? 'document'
      const documentMessage = { ...file, fileName: title, title, caption, pageCount: pages }
      return caption ? { documentWithCaptionMessage: { message: { documentMessage } } } : { documentMessage }
    }
  }
}

/** A text message with its context (quote, forward mark) and the preview of its link. */
export const textMessage = (
  text: string,
  contextInfo?: proto.IContextInfo,
  preview?: Preview,
): proto.IMessage => {
  if (!contextInfo && !preview) return { conversation: text }
  const { url: matchedText, title, description } = preview ?? {}
  return { extendedTextMessage: { text, contextInfo, matchedText, title, description } }
}

export const pollMessage = (poll: Poll, contextInfo?: proto.IContextInfo): proto.IMessage => ({
  pollCreationMessageV3: {
    name: poll.question,
    options: poll.options.map((optionName) => ({ optionName })),
    selectableOptionsCount: poll.several ? 0 : 1,
    contextInfo,
  },
})

/** A message of a kind that the product cannot show. */
export const unsupportedMessage = (kind: UnsupportedKind, text: string): proto.IMessage => {
  switch (kind) {
    case 'event':
      return { eventMessage: { name: text } }
    case 'product':
      return { productMessage: { product: { title: text } } }
    case 'payment':
      return { sendPaymentMessage: { noteMessage: { conversation: text } } }
    case 'stickers':
      return { stickerPackMessage: { name: text } }
  }
}

export const placeMessage = (place: Place, contextInfo?: proto.IContextInfo): proto.IMessage => ({
  locationMessage: {
    degreesLatitude: place.latitude,
    degreesLongitude: place.longitude,
    name: place.name,
    address: place.address,
    contextInfo,
  },
})

const vcard = ({ name, number }: Card) =>
  `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nTEL;type=CELL;waid=${number}:+${number}\nEND:VCARD`

/** One contact card, or several in one message. */
export const cardMessage = (cards: Card[], contextInfo?: proto.IContextInfo): proto.IMessage => {
  const [first] = cards
  if (first && cards.length === 1) {
    return { contactMessage: { displayName: first.name, vcard: vcard(first), contextInfo } }
  }
  const contacts = cards.map((card) => ({ displayName: card.name, vcard: vcard(card) }))
  return { contactsArrayMessage: { displayName: `${cards.length}`, contacts, contextInfo } }
}

const fileOf = (file: { directPath?: string | null; mediaKey?: Uint8Array | null }, type: MediaType) =>
  file.directPath && file.mediaKey
    ? { directPath: file.directPath, mediaKey: Buffer.from(file.mediaKey).toString('base64'), type }
    : undefined

const number = (value: unknown) => (value === null || value === undefined ? undefined : Number(value))

const VIEW_ONCE = ['viewOnceMessage', 'viewOnceMessageV2', 'viewOnceMessageV2Extension'] as const

const previewOf = (text: proto.Message.IExtendedTextMessage | null | undefined): Preview | undefined =>
  text?.matchedText && text.title
    ? { url: text.matchedText, title: text.title, description: text.description ?? undefined }
    : undefined

/** Reads the content of a message. Undefined if phones do not show such content as a message. */
export const readContent = (message: proto.IMessage): ShownContent | undefined => {
  const content = normalizeMessageContent(message)
  const type = getContentType(content)
  if (!content || !type) return undefined
  const part = content[type]
  const context = typeof part === 'object' && part && 'contextInfo' in part ? part.contextInfo : undefined
  const common = {
    quotedId: context?.stanzaId ?? undefined,
    forwarded: context?.isForwarded === true || undefined,
    viewOnce: VIEW_ONCE.some((wrapper) => message[wrapper]) || undefined,
  }
  const text = content.conversation ?? content.extendedTextMessage?.text
  if (text !== null && text !== undefined) {
    return { kind: 'text', text, preview: previewOf(content.extendedTextMessage), ...common }
  }
  const kinds = [
    ['image', content.imageMessage],
    ['video', content.videoMessage],
    ['document', content.documentMessage],
    ['sticker', content.stickerMessage],
    [content.audioMessage?.ptt ? 'voice' : 'audio', content.audioMessage],
  ] as const
  for (const [kind, file] of kinds) {
    if (!file) continue
    return {
      kind,
      text: ('caption' in file ? file.caption : undefined) ?? undefined,
      fileName: ('fileName' in file ? file.fileName : undefined) ?? undefined,
      mimetype: file.mimetype ?? undefined,
      seconds: number('seconds' in file ? file.seconds : undefined),
      width: ('width' in file ? file.width : undefined) ?? undefined,
      height: ('height' in file ? file.height : undefined) ?? undefined,
      pages: ('pageCount' in file ? file.pageCount : undefined) ?? undefined,
      gif: ('gifPlayback' in file && file.gifPlayback) || undefined,
      media: fileOf(file, mediaTypeOf(kind)),
      ...common,
    }
  }
  if (content.locationMessage) {
    const { degreesLatitude, degreesLongitude, name, address } = content.locationMessage
    const place = {
      latitude: degreesLatitude ?? 0,
      longitude: degreesLongitude ?? 0,
      name: name ?? undefined,
      address: address ?? undefined,
    }
    return { kind: 'location', text: undefined, place, ...common }
  }
  const cards = content.contactMessage ? [content.contactMessage] : content.contactsArrayMessage?.contacts
  if (cards) {
    const names = cards.map((card) => card.displayName ?? '').join(', ')
    return { kind: 'contact', text: names, cards: cards.map((card) => card.vcard ?? ''), ...common }
  }
  const poll = content.pollCreationMessageV3
  if (poll) {
    const lines = [poll.name, ...(poll.options ?? []).map((option) => `○ ${option.optionName ?? ''}`)]
    return { kind: 'poll', text: lines.join('\n'), ...common }
  }
  return { kind: 'unknown', text: undefined, ...common }
}
