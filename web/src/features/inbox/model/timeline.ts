import type { MessageRecord } from '@guiche/contracts/views/records.js'

/** What the conversation shows, top to bottom. */
export type TimelineItem =
  | { readonly kind: 'day'; readonly key: string; readonly day: string }
  | { readonly kind: 'ticket'; readonly key: string; readonly ticketId: number; readonly previousId: number }
  | { readonly kind: 'unread'; readonly key: string; readonly count: number }
  /** `first` and `last` of a group of one author within three minutes */
  | {
      readonly kind: 'message'
      readonly key: string
      readonly message: MessageRecord
      readonly first: boolean
      readonly last: boolean
    }

const GROUP_MS = 3 * 60_000

const localDay = (iso: string): string => {
  const at = new Date(iso)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

const sameGroup = (a: MessageRecord | undefined, b: MessageRecord | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.fromMe === b.fromMe &&
  a.ticketId === b.ticketId &&
  a.userId === b.userId &&
  localDay(a.createdAt) === localDay(b.createdAt) &&
  Math.abs(Date.parse(b.createdAt) - Date.parse(a.createdAt)) < GROUP_MS

/**
 * Messages (oldest first) with the separators between days and tickets, groups of bubbles, and a line before the first
 * unread one. `unreadFrom` = id of the message where the unread part began when the ticket was opened, or null.
 */
export const timeline = (messages: readonly MessageRecord[], unreadFrom: string | null): TimelineItem[] => {
  const items: TimelineItem[] = []
  messages.forEach((message, index) => {
    const before = messages[index - 1]
    const after = messages[index + 1]
    if (before !== undefined && before.ticketId !== message.ticketId) {
      items.push({
        kind: 'ticket',
        key: `ticket-${message.ticketId}-${message.id}`,
        ticketId: message.ticketId,
        previousId: before.ticketId,
      })
    }
    const day = localDay(message.createdAt)
    if (before === undefined || localDay(before.createdAt) !== day)
      items.push({ kind: 'day', key: `day-${day}-${message.id}`, day })
    if (message.id === unreadFrom) {
      const count = messages.slice(index).filter(({ fromMe }) => !fromMe).length
      items.push({ kind: 'unread', key: 'unread', count })
    }
    const parted = message.id === unreadFrom
    items.push({
      kind: 'message',
      key: message.id,
      message,
      first: parted || !sameGroup(before, message),
      last: !sameGroup(message, after) || after?.id === unreadFrom,
    })
  })
  return items
}

/** Merges pages and frames: by id, the newer position wins, ordered as the conversation is. */
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
