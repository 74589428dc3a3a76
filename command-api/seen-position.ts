import { toPosition } from '@guiche/contracts/envelope.js'
import type { RequestCall } from '@guiche/infra/http/route.js'

/**
 * The log position that the caller's screen shows, from the header `X-Seen-Position`: an X-Position, or a shown
 * record's `position`. Null without the header.
 */
export const seenPosition = ({ request }: Pick<RequestCall, 'request'>): string | null => {
  const header = request.headers['x-seen-position']
  const match = typeof header === 'string' ? /^(?:\d{1,4}:)?(\d{1,20})$/.exec(header) : null
  return match?.[1] === undefined ? null : toPosition(BigInt(match[1]))
}
