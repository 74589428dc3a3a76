import type { ChatClockDoc, MessageDoc } from '@guiche/contracts/views/ticket.js'

/** The first event of a message. Only messages from WhatsApp have `sentAt`, the time of WhatsApp's clock. */
interface FirstEvent {
  readonly companyId: number
  readonly time: string
  readonly position: string
  readonly data: {
    readonly contactId: number
    readonly sentAt?: string
    readonly late?: true
    readonly imported?: boolean
  }
}

/** A message that takes longer than this from WhatsApp to us is late, even without a broken connection. */
const ON_TIME_MS = 60_000
/**
 * A shorter delay marks a message as late only if an earlier message is below it. Reason: WhatsApp holds messages back for a
 * moment when a device connects, and its times are whole seconds.
 */
const MOMENT_MS = 10_000
/** A message with more delay stays where it arrived: agents do not look for new messages so far above. */
const LATE_MS = 24 * 60 * 60_000
/** WhatsApp tells whole seconds: a message may have been sent until the end of its second. */
const SECOND_MS = 999

/**
 * Sort key of imported messages: before all others, by WhatsApp's time. Phones send the newest first, so of two
 * messages of the same second the later event is the older message.
 */
const importedOrder = (sentAt: string, position: string): string =>
  `!${sentAt}!${position.replace(/[0-9]/g, (digit) => String(9 - Number(digit)))}`

/** Our clock's time, or the conversation's where that is later: clocks of several instances differ. */
const timeOf = (time: string, clock: ChatClockDoc | null): string =>
  clock !== null && clock.at > time ? clock.at : time

/** WhatsApp's time of a late message; null if it is so late that it stays where it arrived. */
const timeOfLate = (sent: number, came: number): string | null =>
  came - sent > LATE_MS ? null : new Date(Math.min(sent + SECOND_MS, came)).toISOString()

/**
 * The sort key of a new message, and the conversation's clock after it. The key is a time and the position of the event.
 * Messages in time are sorted by position. A message that is late by less than a day is sorted by WhatsApp's time.
 */
export const orderOf = (
  { companyId, time, position, data }: FirstEvent,
  clock: ChatClockDoc | null,
): {
  readonly place: Pick<MessageDoc, 'order' | 'arrived' | 'lateAt'>
  readonly clock: ChatClockDoc | null
} => {
  const { contactId, sentAt = time, late = false, imported = false } = data
  if (imported) return { place: { order: importedOrder(sentAt, position), arrived: '' }, clock }
  const [sent, came] = [Date.parse(sentAt), Date.parse(time)]
  const isLate = late || came - sent > ON_TIME_MS
  const byWhatsApp = isLate ? timeOfLate(sent, came) : null
  const at = byWhatsApp ?? timeOf(time, clock)
  const isMarked = isLate && (came - sent > MOMENT_MS || (clock !== null && clock.at > at))
  return {
    place: { order: `${at}!${position}`, arrived: position, ...(isMarked && { lateAt: time }) },
    clock: byWhatsApp === null ? { id: String(contactId), companyId, at } : clock,
  }
}
