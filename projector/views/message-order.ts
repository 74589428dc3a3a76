import type { ChatClockDoc, MessageDoc } from '@guiche/contracts/views/ticket.js'

/** The first event of a message. Only what came from WhatsApp has `sentAt`, which is WhatsApp's time. */
interface First {
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

/** A message that takes longer than this from WhatsApp to us is late, also where no line was broken. */
const ON_TIME_MS = 60_000
/**
 * A shorter delay marks a message as late only if an earlier message stands below the late one. WhatsApp also keeps
 * messages of the moment when a line links, and tells whole seconds.
 */
const MOMENT_MS = 10_000
/** A message that is later than this stands where it came: nobody looks for it so far above. */
const LATE_MS = 24 * 60 * 60_000
/** WhatsApp tells whole seconds: a message may have been sent until the end of its second. */
const SECOND_MS = 999

/**
 * Sort key of imported messages: before all others, by WhatsApp's time. Phones send the newest first, so of two
 * messages of the same second the later event is the older message.
 */
const orderOfOld = (sentAt: string, position: string): string =>
  `!${sentAt}!${position.replace(/[0-9]/g, (digit) => String(9 - Number(digit)))}`

/** Our clock's time, or the conversation's where that is later: clocks of several instances differ. */
const timeOf = (time: string, clock: ChatClockDoc | null): string =>
  clock !== null && clock.at > time ? clock.at : time

/** WhatsApp's time of a late message; null for one that is so late that it stands where it came. */
const timeOfLate = (sent: number, came: number): string | null =>
  came - sent > LATE_MS ? null : new Date(Math.min(sent + SECOND_MS, came)).toISOString()

/**
 * Where a new message stands in its conversation, and the conversation's clock after it. The key is a time and the
 * position of the event. Messages that come in time stand in the order of their positions. A late one stands by
 * WhatsApp's time, within a day.
 */
export const orderOf = (
  { companyId, time, position, data }: First,
  clock: ChatClockDoc | null,
): {
  readonly place: Pick<MessageDoc, 'order' | 'arrived' | 'lateAt'>
  readonly clock: ChatClockDoc | null
} => {
  const { contactId, sentAt = time, late = false, imported = false } = data
  if (imported) return { place: { order: orderOfOld(sentAt, position), arrived: '' }, clock }
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
