import { extname } from 'node:path'
import type { Media, MessageDetails, MessageKind } from '@guiche/contracts/events/message.js'
import { HIDDEN_CHARACTERS } from '@guiche/contracts/plain-text.js'
import { truncateText } from '@guiche/contracts/truncate.js'
import type { proto } from '@whiskeysockets/baileys'
import type { WrittenContent } from './content-kinds.js'

/**
 * A text of the longest characters takes 192 KB as JSON. An event has room for the other fields of a message beside
 * the text.
 */
const MAX_BODY = 65_536
const MAX_NAME = 200
const MAX_LINE = 1_000
const MAX_URL = 2_000
const MAX_WAVEFORM = 128
const MAX_OPTIONS = 20
/** bytes */
const MAX_THUMBNAIL = 30_000

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

/** Longest ending of a file's name, with its dot. */
const MAX_ENDING = 12

/** A file name for display: without folders and hidden characters. A long name is cut before its extension. */
export const cleanName = (name: string): string => {
  const clean = (name.split(/[\\/]/).pop() ?? '')
    .replace(HIDDEN_CHARACTERS, '')
    .replace(/["<>|:*?]/g, '')
    .trim()
  const ending = truncateText(extname(clean), MAX_ENDING + 1)
  if (clean.length <= MAX_NAME || ending.length > MAX_ENDING) return truncateText(clean, MAX_NAME)
  return truncateText(clean, MAX_NAME - ending.length) + ending
}

interface File {
  readonly mimetype?: string | null | undefined
  readonly fileName?: string | null | undefined
  readonly title?: string | null | undefined
  readonly fileLength?: unknown
  readonly seconds?: number | null | undefined
  readonly width?: number | null | undefined
  readonly height?: number | null | undefined
  readonly pageCount?: number | null | undefined
  readonly waveform?: Uint8Array | null | undefined
}

const wholeNumber = (value: unknown): number => {
  const number = Math.round(Number(String(value ?? 0)))
  return Number.isSafeInteger(number) && number >= 0 ? number : 0
}

const measuresOf = ({ width, height, pageCount, waveform }: File) => ({
  ...(wholeNumber(width) > 0 &&
    wholeNumber(height) > 0 && { width: wholeNumber(width), height: wholeNumber(height) }),
  ...(wholeNumber(pageCount) > 0 && { pages: wholeNumber(pageCount) }),
  ...(waveform &&
    waveform.length > 0 && {
      waveform: Array.from(waveform.subarray(0, MAX_WAVEFORM), (loudness) => Math.min(100, loudness)),
    }),
})

const mediaOf = (file: File, base: string, fallback: string, timed: boolean, voice = false): Media => {
  const mimetype = (file.mimetype ?? fallback).slice(0, 150)
  const given = cleanName(file.fileName ?? file.title ?? '')
  return {
    blobId: '',
    mimetype,
    fileName: given === '' ? `${base}.${extensionOf(mimetype)}` : given,
    size: wholeNumber(file.fileLength),
    seconds: timed ? wholeNumber(file.seconds) : null,
    voice,
    ...measuresOf(file),
  }
}

/** A content in our terms. */
export interface Part {
  readonly type: MessageKind
  readonly body: string
  readonly media: Media | null
  readonly details?: MessageDetails
}
const textPart = (body: string | null | undefined): Part => ({
  type: 'conversation',
  body: body ?? '',
  media: null,
})

/** Control characters, except tabs and line ends: nobody sees them, and in JSON each takes six bytes. */
const CONTROLS = /[^\P{Cc}\t\r\n]/gu

/** Other systems put this direction mark before automatic messages. */
const ROBOT_MARK = /^\u200e+/

/** A message's words for a report. Direction marks inside of words stay, because some languages need them. */
export const bodyOf = (body: string): string =>
  truncateText(body.replace(CONTROLS, '').replace(ROBOT_MARK, ''), MAX_BODY)

export const UNREADABLE_PART: Part = { type: 'unreadable', body: '', media: null }

export const smallThumbnail = (bytes: Uint8Array | null | undefined): string =>
  bytes && bytes.length > 0 && bytes.length < MAX_THUMBNAIL ? Buffer.from(bytes).toString('base64') : ''

export const line = (words: string | null | undefined, longest = MAX_LINE): string =>
  truncateText((words ?? '').replace(/\s+/g, ' ').replace(HIDDEN_CHARACTERS, '').trim(), longest)

type Place = Pick<proto.Message.ILocationMessage, 'degreesLatitude' | 'degreesLongitude' | 'jpegThumbnail'> &
  Pick<proto.Message.ILocationMessage, 'name' | 'address'>

const limitDegrees = (degrees: number | null | undefined, most: number): number =>
  Math.max(-most, Math.min(most, Number(degrees) || 0))

/** The body is thumbnail, link and coordinates, and where they are known name and address, divided by `|`. */
const placePart = ({ jpegThumbnail, ...given }: Place, live: boolean): Part => {
  const latitude = limitDegrees(given.degreesLatitude, 90)
  const longitude = limitDegrees(given.degreesLongitude, 180)
  const link = `https://maps.google.com/maps?q=${latitude}%2C${longitude}&z=17&hl=pt-BR`
  const [name = '', address = ''] = [given.name, given.address].map((part) => line(part, MAX_NAME))
  const named = [name, address].map((part) => part.replace(/[|\s]+/g, ' ')).filter((part) => part !== '')
  const suffix = named.length === 0 ? '' : `|${named.join(', ')}`
  const thumbnail = smallThumbnail(jpegThumbnail)
  const image = thumbnail === '' ? '' : `data:image/png;base64, ${thumbnail} `
  return {
    type: 'locationMessage',
    body: `${image}| ${link}|${latitude}, ${longitude}${suffix}`,
    media: null,
    details: { of: 'place', latitude, longitude, name, address, live },
  }
}

/** An address that may be opened, or null. */
export const webAddress = (words: string): string | null => {
  try {
    const { href, protocol } = new URL(/^[a-z][a-z0-9+.-]*:/i.test(words) ? words : `https://${words}`)
    return /^https?:$/.test(protocol) && href.length <= MAX_URL ? href : null
  } catch {
    return null
  }
}

const withLink = (part: proto.Message.IExtendedTextMessage): Part => {
  const url = part.matchedText ? webAddress(part.matchedText) : null
  const [title, description] = [line(part.title), line(part.description)]
  const plain = textPart(part.text)
  if (url === null || (title === '' && description === '')) return plain
  return {
    ...plain,
    details: { of: 'link', url, title, description, thumbnail: smallThumbnail(part.jpegThumbnail) },
  }
}
const cardsPart = (vcards: readonly (string | null | undefined)[]): Part => ({
  type: 'contactMessage',
  body: vcards.filter((card) => card).join('\n'),
  media: null,
})
type OtherForm = Exclude<MessageDetails['of'], 'link' | 'ad' | 'place' | 'poll' | 'call' | 'view-once'>

/** A text of the lines that are not empty; unreadable without such lines. */
const textOfLines = (...lines: readonly (string | null | undefined)[]): Part => {
  const body = lines.filter((line) => line).join('\n')
  return body === '' ? UNREADABLE_PART : textPart(body)
}

/** A message of a kind that Guichê does not support, as its text; unreadable without text. */
const words = (of: OtherForm, ...lines: readonly (string | null | undefined)[]): Part => ({
  ...textOfLines(...lines),
  details: { of },
})
const paymentPart = (part: { readonly noteMessage?: proto.IMessage | null }): Part =>
  words('payment', part.noteMessage?.conversation, part.noteMessage?.extendedTextMessage?.text)

const pollPart = (one: proto.Message.IPollCreationMessage): Part => {
  const options = (one.options ?? [])
    .slice(0, MAX_OPTIONS)
    .map(({ optionName }) => line(optionName, MAX_NAME))
  const question = line(one.name)
  return {
    ...textPart([one.name ?? '', ...options.map((option) => `- ${option}`)].join('\n')),
    details: { of: 'poll', question, options, several: one.selectableOptionsCount !== 1 },
  }
}

const pollResultPart = (one: proto.Message.IPollResultSnapshotMessage): Part =>
  textOfLines(
    one.name,
    ...(one.pollVotes ?? []).map((vote) => `- ${vote.optionName}: ${wholeNumber(vote.optionVoteCount)}`),
  )

type Readers = { readonly [K in WrittenContent]: (part: NonNullable<proto.IMessage[K]>) => Part }

/**
 * One reader for each content that a person may send (`content-kinds.ts` lists all others). A content of unknown kind is
 * reported by its text, or as unreadable. So no message disappears without a trace.
 */
export const CONTENT_READERS: Readers = {
  conversation: (body) => textPart(body),
  extendedTextMessage: withLink,
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
  locationMessage: (part) => placePart(part, false),
  liveLocationMessage: ({ degreesLatitude, degreesLongitude, jpegThumbnail, caption }) =>
    placePart({ degreesLatitude, degreesLongitude, jpegThumbnail, name: caption }, true),
  contactMessage: (part) => cardsPart([part.vcard]),
  contactsArrayMessage: (part) => cardsPart((part.contacts ?? []).map((card) => card.vcard)),
  buttonsResponseMessage: (part) => textPart(part.selectedDisplayText),
  listResponseMessage: (part) => textPart(part.title ?? part.singleSelectReply?.selectedRowId),
  templateButtonReplyMessage: (part) => textPart(part.selectedDisplayText),
  interactiveResponseMessage: (part) => textPart(part.body?.text),
  pollCreationMessage: pollPart,
  pollCreationMessageV2: pollPart,
  pollCreationMessageV3: pollPart,
  pollCreationMessageV5: pollPart,
  groupInviteMessage: (part) => words('invite', part.groupName, part.caption),
  eventMessage: (part) => words('event', part.name, part.description),
  productMessage: (part) =>
    words('product', part.product?.title, part.product?.description, part.body, part.footer),
  orderMessage: (part) => words('order', part.orderTitle, part.message),
  templateMessage: ({ hydratedTemplate, hydratedFourRowTemplate }) => {
    const found = hydratedTemplate ?? hydratedFourRowTemplate
    return words('form', found?.hydratedTitleText, found?.hydratedContentText, found?.hydratedFooterText)
  },
  buttonsMessage: (part) => words('form', part.text, part.contentText, part.footerText),
  listMessage: (part) => words('form', part.title, part.description, part.footerText),
  interactiveMessage: (part) => words('form', part.header?.title, part.body?.text, part.footer?.text),
  highlyStructuredMessage: () => words('form'),
  invoiceMessage: (part) => words('payment', part.note),
  sendPaymentMessage: paymentPart,
  requestPaymentMessage: paymentPart,
  paymentInviteMessage: () => words('payment'),
  declinePaymentRequestMessage: () => words('payment'),
  cancelPaymentRequestMessage: () => words('payment'),
  stickerPackMessage: (part) => words('stickers', part.name, part.caption),
  scheduledCallCreationMessage: (part) => words('event', part.title),
  scheduledCallEditMessage: () => words('event'),
  bcallMessage: (part) => words('event', part.caption),
  pollResultSnapshotMessage: pollResultPart,
  pollResultSnapshotMessageV3: pollResultPart,
  richResponseMessage: (part) => textOfLines(...(part.submessages ?? []).map((one) => one.messageText)),
  questionResponseMessage: (part) => textOfLines(part.text),
  statusQuestionAnswerMessage: (part) => textOfLines(part.text),
  statusQuotedMessage: (part) => textOfLines(part.text),
  newsletterAdminInviteMessage: (part) => textOfLines(part.newsletterName, part.caption),
  newsletterFollowerInviteMessageV2: (part) => textOfLines(part.newsletterName, part.caption),
  requestPhoneNumberMessage: () => UNREADABLE_PART,
  statusMentionMessage: () => UNREADABLE_PART,
  groupStatusMentionMessage: () => UNREADABLE_PART,
  // Placeholder for content that linked devices do not get.
  placeholderMessage: () => UNREADABLE_PART,
}
