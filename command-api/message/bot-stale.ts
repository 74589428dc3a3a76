import type { StoredEvent } from '@guiche/contracts/envelope.js'

/** Age up to which the bot answers messages and sends pending texts. Older messages wait for a person. */
const STALE_MS = 12 * 3_600_000

/** Whether an event is too old for the bot: failed events are retried, even days later. */
export const isStale = ({ time }: Pick<StoredEvent, 'time'>, now: Date): boolean =>
  now.getTime() - Date.parse(time) > STALE_MS
