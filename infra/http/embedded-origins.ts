import { presentEmbedded } from '@guiche/contracts/views/present-settings.js'
import type { Records } from '../records/records.js'
import { singleFlight } from '../single-flight.js'

/** Milliseconds after a failed read of the platform's settings before the next read. */
const RETRY_MS = 2000

/**
 * Gives the present origins of embedded pages, for the Content-Security-Policy of the page. Concurrent
 * callers share one read. If the read fails, gives the last known origins.
 */
export const createEmbeddedOrigins = (
  records: Pick<Records, 'company'>,
  now: () => Date,
): (() => Promise<readonly string[]>) => {
  let known: readonly string[] = []
  let failedAt = Number.NEGATIVE_INFINITY
  const read = singleFlight(async () => {
    try {
      const pages = presentEmbedded(await records.company(0))
      known = [...new Set(pages.map(({ address }) => new URL(address).origin))]
    } catch {
      failedAt = now().getTime()
    }
  })
  return async () => {
    if (now().getTime() - failedAt >= RETRY_MS) await read()
    return known
  }
}
