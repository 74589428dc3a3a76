import { signerOf } from '@guiche/contracts/message/signature.js'
import type { TicketSpan } from '@guiche/contracts/views/conversation.js'
import type { MessageRecord } from '@guiche/contracts/views/records.js'

/** The start of another ticket's messages. Unknown facts about the ticket are left out. */
export interface TicketChange {
  readonly ticketId: number
  /** the ticket was opened here; false: it continues */
  readonly started: boolean
  /** id of the former ticket, if closed by then */
  readonly closed: number | null
  /** the connection's name, if it changed */
  readonly connection: string | null
}

/** Rows of the conversation, top to bottom. */
export type TimelineItem =
  | { readonly kind: 'day'; readonly key: string; readonly day: string }
  | ({ readonly kind: 'ticket'; readonly key: string } & TicketChange)
  | { readonly kind: 'unread'; readonly key: string; readonly count: number }
  /** `first` and `last` of a group of one author within three minutes */
  | {
      readonly kind: 'message'
      readonly key: string
      readonly message: MessageRecord
      readonly first: boolean
      readonly last: boolean
      /** the agent's name to show above the bubble: once in a group; else null */
      readonly name: string | null
    }
  /** consecutive pictures of one author; the key is the newest picture's */
  | {
      readonly kind: 'album'
      readonly key: string
      readonly messages: readonly MessageRecord[]
      readonly first: boolean
      readonly last: boolean
      readonly name: string | null
    }

/** The messages of a row. */
export const messagesOf = (
  item: TimelineItem | { readonly kind: 'outgoing' | 'note' },
): readonly MessageRecord[] =>
  item.kind === 'message' ? [item.message] : item.kind === 'album' ? item.messages : []

const ALBUM_MOST = 6
const GROUP_MS = 3 * 60_000

const localDay = (iso: string): string => {
  const at = new Date(iso)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

type AuthoredMessage = Pick<MessageRecord, 'fromMe' | 'ticketId' | 'userId' | 'author' | 'createdAt'>

/** Whether both have the same author; unknown authors may differ. */
const sameAuthor = (a: AuthoredMessage['author'], b: AuthoredMessage['author']): boolean => {
  if (!a || !b) return !a && !b
  return a.name === b.name && a.number === b.number && (a.name !== '' || a.number !== '')
}

/** Whether two consecutive messages form a group: same author, within three minutes. */
export const sameGroup = (a: AuthoredMessage | undefined, b: AuthoredMessage | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.fromMe === b.fromMe &&
  a.ticketId === b.ticketId &&
  a.userId === b.userId &&
  sameAuthor(a.author, b.author) &&
  localDay(a.createdAt) === localDay(b.createdAt) &&
  Math.abs(Date.parse(b.createdAt) - Date.parse(a.createdAt)) < GROUP_MS

/** Start of a conversation's unread part, and number of its messages at the opening. */
export interface UnreadPart {
  readonly from: string
  readonly count: number
}

/** Arrival time of a message: a late message arrived after its own time. */
const cameAt = ({ lateAt, createdAt }: MessageRecord): number => Date.parse(lateAt ?? createdAt)

/**
 * Finds the first unread message: the first of the last `count` messages of the ticket's contact. Messages
 * after `newest` do not count. Null if none is unread, or if the first is not loaded yet (`hasOlder`).
 */
export const unreadStart = (
  messages: readonly MessageRecord[],
  given: { ticketId: number; count: number; newest: string | null; hasOlder: boolean },
): UnreadPart | null => {
  const { ticketId, count, newest, hasOlder } = given
  if (count === 0) return null
  const inbound = messages.filter(
    (message) =>
      !message.fromMe && message.ticketId === ticketId && (newest === null || message.order <= newest),
  )
  if (inbound.length === 0 || (inbound.length < count && hasOlder)) return null
  // the sort is stable: of two messages of one moment, the later one is last
  const unread = new Set(inbound.toSorted((a, b) => cameAt(a) - cameAt(b)).slice(-count))
  const first = inbound.find((message) => unread.has(message))
  return first === undefined ? null : { from: first.id, count }
}

/** A picture or video without a text. */
const isPicture = (message: MessageRecord): boolean =>
  (message.mediaType === 'image' || message.mediaType === 'video') &&
  (message.mediaState === 'stored' || message.mediaState === 'pending') &&
  message.body === '' &&
  message.quotedMsgId === null &&
  message.details === null &&
  message.error === null &&
  message.actionError === null &&
  message.pending === null &&
  !message.isDeleted &&
  !message.isForwarded

const withAlbums = (items: readonly TimelineItem[]): TimelineItem[] => {
  const joined: TimelineItem[] = []
  for (const item of items) {
    const before = joined.at(-1)
    const known = before === undefined ? [] : messagesOf(before)
    const fits = known.length > 0 && known.length < ALBUM_MOST && known.every(isPicture)
    if (item.kind !== 'message' || item.first || !isPicture(item.message) || !fits) joined.push(item)
    else {
      const { key, message, last } = item
      const [first, name] =
        before !== undefined && 'first' in before ? [before.first, before.name] : [false, null]
      joined[joined.length - 1] = { kind: 'album', key, messages: [...known, message], first, last, name }
    }
  }
  return joined
}

/** The tickets of a conversation by their ids. */
export type Spans = ReadonlyMap<number, TicketSpan>

/**
 * The separator at the start of another ticket's messages. `isFirst`: no earlier message of this ticket is
 * shown.
 */
const changeOf = (
  before: MessageRecord,
  message: MessageRecord,
  spans: Spans,
  isFirst: boolean,
): TicketChange => {
  const [previous, next] = [spans.get(before.ticketId), spans.get(message.ticketId)]
  const opened = Date.parse(next?.createdAt ?? '')
  const started = isFirst && opened >= Date.parse(before.createdAt)
  // a ticket opened by a message is slightly younger than the message
  const now = Math.max(Date.parse(message.createdAt), started ? opened : 0)
  const connection = next?.connection ?? null
  return {
    ticketId: message.ticketId,
    started,
    closed: Date.parse(previous?.closedAt ?? '') <= now ? before.ticketId : null,
    connection: connection === previous?.connection ? null : connection,
  }
}

/**
 * Messages (oldest first) with separators of days and tickets, groups of bubbles, and a line before the first
 * unread message. A group without signature gets the name by `authorOf`: its author, unless that is the
 * reader.
 */
export const createTimeline = (
  messages: readonly MessageRecord[],
  unread: UnreadPart | null,
  spans: Spans,
  authorOf: (message: MessageRecord) => string | null = () => null,
): TimelineItem[] => {
  const unreadFrom = unread?.from
  const items: TimelineItem[] = []
  let signer: string | null = null
  const seen = new Set<number>()
  messages.forEach((message, index) => {
    const before = messages[index - 1]
    const after = messages[index + 1]
    if (before !== undefined && before.ticketId !== message.ticketId) {
      items.push({
        kind: 'ticket',
        key: `ticket-${message.ticketId}-${message.id}`,
        ...changeOf(before, message, spans, !seen.has(message.ticketId)),
      })
    }
    seen.add(message.ticketId)
    const day = localDay(message.createdAt)
    if (before === undefined || localDay(before.createdAt) !== day)
      items.push({ kind: 'day', key: `day-${day}-${message.id}`, day })
    const parted = message.id === unreadFrom
    if (parted) items.push({ kind: 'unread', key: 'unread', count: unread?.count ?? 0 })
    const first = parted || !sameGroup(before, message)
    if (first) signer = null
    const found = message.fromMe && !message.isDeleted ? signerOf(message.body) : null
    const author = first && message.fromMe && found === null ? authorOf(message) : null
    const name = found === signer ? author : found
    signer = found ?? signer
    items.push({
      kind: 'message',
      key: message.id,
      message,
      first,
      last: !sameGroup(message, after) || after?.id === unreadFrom,
      name,
    })
  })
  return withAlbums(items)
}

/** Merges pages and frames by id; the newer position wins. Ordered as in the conversation. */
export const mergeMessages = (
  known: readonly MessageRecord[],
  incoming: readonly MessageRecord[],
): MessageRecord[] => {
  const byId = new Map(known.map((message) => [message.id, message]))
  for (const message of incoming) {
    const have = byId.get(message.id)
    if (have === undefined || have.position <= message.position) byId.set(message.id, message)
  }
  return [...byId.values()].sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0))
}

interface LoadedPage {
  readonly messages: readonly Pick<MessageRecord, 'order'>[]
  readonly hasMore: boolean
  readonly newer: string | null
}

/**
 * Tests if a message belongs to a page that is not loaded yet: the message comes with that page. `pages`: newest first.
 */
export const isOutside = (pages: readonly LoadedPage[], message: Pick<MessageRecord, 'order'>): boolean => {
  const every = (holds: (order: string) => boolean) =>
    pages.every((page) => page.messages.every(({ order }) => holds(order)))
  if (pages.at(-1)?.hasMore === true && every((order) => message.order < order)) return true
  return typeof pages[0]?.newer === 'string' && every((order) => message.order > order)
}

/** Messages of the contact after the last seen one (its `order`, null if none was seen). */
export const newerThan = (messages: readonly MessageRecord[], seen: string | null): number =>
  seen === null ? 0 : messages.filter(({ order, fromMe }) => !fromMe && order > seen).length
