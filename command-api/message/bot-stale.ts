import type { StoredEvent } from '@guiche/contracts/envelope.js'

/** For so long the bot answers what was written, and says what it wanted to say; later a person reads it. */
const STALE_MS = 12 * 3_600_000

/** Whether an event is too old for the bot: what failed is tried again, even days later. */
export const isStale = ({ time }: Pick<StoredEvent, 'time'>, now: Date): boolean =>
  now.getTime() - Date.parse(time) > STALE_MS
