import type { Media, MessageKind } from '@guiche/contracts/events/message.js'
import type { proto } from '@whiskeysockets/baileys'

/** What a raw content means to a service desk. Pure: no call into the package. */
export type Reading =
  | {
      readonly as: 'message'
      readonly type: MessageKind
      readonly body: string
      readonly media: Media | null
      readonly quotedWaId: string | null
      /** address of whoever wrote the quoted message */
      readonly quotedAuthor: string | null
      readonly forwarded: boolean
    }
  | { readonly as: 'edit'; readonly key: proto.IMessageKey; readonly body: string }
  | { readonly as: 'revoke'; readonly key: proto.IMessageKey }
  | { readonly as: 'reaction'; readonly key: proto.IMessageKey; readonly emoji: string }

type Content = proto.IMessage
const MAX_BODY = 65_536
const MAX_NAME = 200
const REVOKE = 0
const MESSAGE_EDIT = 14

/** Contents that only wrap another one. */
const WRAPPERS = [
  'lottieStickerMessage',
  'pollCreationMessageV4',
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'deviceSentMessage',
  'editedMessage',
  'associatedChildMessage',
  'groupMentionedMessage',
] as const satisfies readonly (keyof Content)[]

/** The content inside all wrappers. */
export const unwrap = (content: Content): Content => {
  let inner = content
  for (let depth = 0; depth < 6; depth += 1) {
    const wrapped = WRAPPERS.map((name) => inner[name]?.message).find((found) => found)
    if (!wrapped) break
    inner = wrapped
  }
  return inner
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/3gpp': '3gp',
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/amr': 'amr',
  'application/pdf': 'pdf',
}

/** A file's ending by its type, without the dot; `bin` for unknown ones. */
export const extensionOf = (mimetype: string): string =>
  EXTENSIONS[mimetype.split(';')[0]?.trim().toLowerCase() ?? ''] ?? 'bin'

/** A name to show: no folders, no control characters. */
export const cleanName = (name: string): string =>
  (name.split(/[\\/]/).pop() ?? '')
    .replace(/[\p{Cc}"<>|:*?]/gu, '')
    .trim()
    .slice(0, MAX_NAME)

interface File {
  readonly mimetype?: string | null | undefined
  readonly fileName?: string | null | undefined
  readonly title?: string | null | undefined
  readonly fileLength?: unknown
  readonly seconds?: number | null | undefined
}

const whole = (value: unknown): number => {
  const number = Math.round(Number(String(value ?? 0)))
  return Number.isSafeInteger(number) && number >= 0 ? number : 0
}

const mediaOf = (file: File, base: string, fallback: string, timed: boolean, voice = false): Media => {
  const mimetype = (file.mimetype ?? fallback).slice(0, 150)
  const given = cleanName(file.fileName ?? file.title ?? '')
  return {
    blobId: '',
    mimetype,
    fileName: given === '' ? `${base}.${extensionOf(mimetype)}` : given,
    size: whole(file.fileLength),
    seconds: timed ? whole(file.seconds) : null,
    voice,
  }
}

type Part = { readonly type: MessageKind; readonly body: string; readonly media: Media | null }
const text = (body: string | null | undefined): Part => ({
  type: 'conversation',
  body: (body ?? '').slice(0, MAX_BODY),
  media: null,
})

const UNREADABLE: Part = { type: 'unreadable', body: '', media: null }
const unreadable = (): Part => UNREADABLE

const thumbnail = (bytes: Uint8Array | null | undefined): string =>
  bytes && bytes.length > 0 && bytes.length < 40_000
    ? `data:image/png;base64, ${Buffer.from(bytes).toString('base64')} `
    : ''

type Place = Pick<proto.Message.ILocationMessage, 'degreesLatitude' | 'degreesLongitude' | 'jpegThumbnail'> &
  Pick<proto.Message.ILocationMessage, 'name' | 'address'>

/** Thumbnail, link and coordinates, and where they are known name and address, divided by `|`. */
const place = ({ degreesLatitude, degreesLongitude, jpegThumbnail, name, address }: Place): Part => {
  const [latitude, longitude] = [degreesLatitude ?? 0, degreesLongitude ?? 0]
  const link = `https://maps.google.com/maps?q=${latitude}%2C${longitude}&z=17&hl=pt-BR`
  const named = [name, address]
    .map((part) =>
      (part ?? '')
        .replace(/[|\s]+/g, ' ')
        .trim()
        .slice(0, MAX_NAME),
    )
    .filter((part) => part !== '')
  const suffix = named.length === 0 ? '' : `|${named.join(', ')}`
  return {
    type: 'locationMessage',
    body: `${thumbnail(jpegThumbnail)}| ${link}|${latitude}, ${longitude}${suffix}`,
    media: null,
  }
}
const cards = (vcards: readonly (string | null | undefined)[]): Part => ({
  type: 'contactMessage',
  body: vcards
    .filter((card) => card)
    .join('\n')
    .slice(0, MAX_BODY),
  media: null,
})
/** What a business writes in a form that has no place here, by its words. */
const words = (...lines: readonly (string | null | undefined)[]): Part => {
  const body = lines.filter((line) => line).join('\n')
  return body === '' ? UNREADABLE : text(body)
}
const note = ({ noteMessage }: { readonly noteMessage?: Content | null }): Part =>
  words(noteMessage?.conversation, noteMessage?.extendedTextMessage?.text)
const poll = (one: proto.Message.IPollCreationMessage): Part =>
  text([one.name ?? '', ...(one.options ?? []).map((option) => `- ${option.optionName ?? ''}`)].join('\n'))

type Readers = { readonly [K in keyof Content]?: (part: NonNullable<Content[K]>) => Part | null }

/**
 * One reader a content that a person may write; what is not here is protocol and ignored. What we have no form for is
 * read by its words, or said to be unreadable: nothing that somebody wrote goes without a trace.
 */
const READERS: Readers = {
  conversation: (body) => text(body),
  extendedTextMessage: (part) => text(part.text),
  imageMessage: (part) => ({
    type: 'image',
    body: part.caption ?? '',
    media: mediaOf(part, 'image', 'image/jpeg', false),
  }),
  videoMessage: (part) => ({
    type: 'video',
    body: part.caption ?? '',
    media: mediaOf(part, part.gifPlayback ? 'gif' : 'video', 'video/mp4', true),
  }),
  ptvMessage: (part) => ({ type: 'video', body: '', media: mediaOf(part, 'video', 'video/mp4', true) }),
  audioMessage: (part) => ({
    type: 'audio',
    body: '',
    media: mediaOf(part, part.ptt ? 'voice' : 'audio', 'audio/ogg; codecs=opus', true, part.ptt === true),
  }),
  documentMessage: (part) => ({
    type: 'application',
    body: part.caption ?? '',
    media: mediaOf(part, 'document', 'application/octet-stream', false),
  }),
  stickerMessage: (part) => ({
    type: 'sticker',
    body: '',
    media: mediaOf({ ...part, seconds: null }, 'sticker', 'image/webp', false),
  }),
  locationMessage: (part) => place(part),
  liveLocationMessage: ({ degreesLatitude, degreesLongitude, jpegThumbnail, caption }) =>
    place({ degreesLatitude, degreesLongitude, jpegThumbnail, name: caption }),
  contactMessage: (part) => cards([part.vcard]),
  contactsArrayMessage: (part) => cards((part.contacts ?? []).map((card) => card.vcard)),
  buttonsResponseMessage: (part) => text(part.selectedDisplayText),
  listResponseMessage: (part) => text(part.title ?? part.singleSelectReply?.selectedRowId),
  templateButtonReplyMessage: (part) => text(part.selectedDisplayText),
  interactiveResponseMessage: (part) => text(part.body?.text),
  pollCreationMessage: poll,
  pollCreationMessageV2: poll,
  pollCreationMessageV3: poll,
  pollCreationMessageV5: poll,
  groupInviteMessage: (part) => text(part.caption ?? part.groupName),
  eventMessage: (part) => words(part.name, part.description),
  productMessage: (part) => words(part.product?.title, part.product?.description, part.body, part.footer),
  orderMessage: (part) => words(part.orderTitle, part.message),
  templateMessage: ({ hydratedTemplate, hydratedFourRowTemplate }) => {
    const found = hydratedTemplate ?? hydratedFourRowTemplate
    return words(found?.hydratedTitleText, found?.hydratedContentText, found?.hydratedFooterText)
  },
  buttonsMessage: (part) => words(part.text, part.contentText, part.footerText),
  listMessage: (part) => words(part.title, part.description, part.footerText),
  interactiveMessage: (part) => words(part.header?.title, part.body?.text, part.footer?.text),
  highlyStructuredMessage: unreadable,
  invoiceMessage: unreadable,
  sendPaymentMessage: note,
  requestPaymentMessage: note,
  paymentInviteMessage: unreadable,
  stickerPackMessage: (part) => words(part.name, part.caption),
  scheduledCallCreationMessage: (part) => words(part.title),
}

interface WithContext {
  readonly contextInfo?: proto.IContextInfo | null
}

const contextOf = (content: Content): proto.IContextInfo | null => {
  for (const part of Object.values(content)) {
    if (typeof part === 'object' && part !== null && 'contextInfo' in part) {
      const found = (part as WithContext).contextInfo
      if (found) return found
    }
  }
  return null
}

const readProtocol = (protocol: proto.Message.IProtocolMessage): Reading | null => {
  const { key } = protocol
  if (!key?.id) return null
  if (protocol.type === REVOKE) return { as: 'revoke', key }
  if (protocol.type !== MESSAGE_EDIT || !protocol.editedMessage) return null
  const inner = readContent(protocol.editedMessage)
  return inner?.as === 'message' ? { as: 'edit', key, body: inner.body } : null
}

/** Reads a content; null when it means nothing to a reader (protocol, key exchange, votes, unknown kinds). */
export const readContent = (raw: Content | null | undefined): Reading | null => {
  if (!raw) return null
  const content = unwrap(raw)
  if (content.protocolMessage) return readProtocol(content.protocolMessage)
  if (content.reactionMessage) {
    const { key, text: emoji } = content.reactionMessage
    return key?.id ? { as: 'reaction', key, emoji: (emoji ?? '').slice(0, 32) } : null
  }
  for (const [name, read] of Object.entries(READERS)) {
    const part = content[name as keyof Content]
    if (part === null || part === undefined || (part as unknown) === '') continue
    const found = (read as (part: unknown) => Part | null)(part)
    if (found === null) continue
    const context = contextOf(content)
    return {
      as: 'message',
      ...found,
      body: found.body.slice(0, MAX_BODY),
      quotedWaId: context?.quotedMessage && context.stanzaId ? context.stanzaId.slice(0, 128) : null,
      quotedAuthor: context?.participant ?? null,
      forwarded: context?.isForwarded === true,
    }
  }
  return null
}

/** What stands for a message of which there is no content. */
export const WITHOUT_CONTENT: Reading = {
  as: 'message',
  ...UNREADABLE,
  quotedWaId: null,
  quotedAuthor: null,
  forwarded: false,
}

/** WhatsApp's status of a message as an ack: 0 pending, 1–2 sent, 3 delivered, 4 read, 5 played. */
export const ackOf = (status: number | null | undefined): number =>
  typeof status === 'number' && status >= 0 && status <= 5 ? status : 0
