import { toPosition } from '@guiche/contracts/envelope.js'
import type { RequestCall } from '@guiche/infra/http/route.js'

/**
 * The position up to which the caller's screen shows the log, from the header `X-Seen-Position`: an X-Position, or the
 * `position` of the record that it shows. Null when not told.
 */
export const seenBy = ({ request }: Pick<RequestCall, 'request'>): string | null => {
  const header = request.headers['x-seen-position']
  const match = typeof header === 'string' ? /^(?:\d{1,4}:)?(\d{1,20})$/.exec(header) : null
  return match?.[1] === undefined ? null : toPosition(BigInt(match[1]))
}
