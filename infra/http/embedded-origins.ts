import { presentEmbedded } from '@guiche/contracts/views/present.js'
import type { Records } from '../records/records.js'
import { singleFlight } from '../single-flight.js'

/** Milliseconds for which the platform's settings are not read again. */
const REMEMBERED_MS = 2000

/**
 * Gives the origins of embedded pages, for the Content-Security-Policy. They are read at most every two seconds, by one
 * read for all callers. While they cannot be read, the last known ones are given.
 */
export const createEmbeddedOrigins = (
  records: Pick<Records, 'company'>,
  now: () => Date,
): (() => Promise<readonly string[]>) => {
  let known: readonly string[] = []
  let readAt = 0
  const read = singleFlight(async () => {
    try {
      const pages = presentEmbedded(await records.company(0))
      known = [...new Set(pages.map(({ address }) => new URL(address).origin))]
    } catch {
      // the policy is as it was
    }
    readAt = now().getTime()
  })
  return async () => {
    if (now().getTime() - readAt >= REMEMBERED_MS) await read()
    return known
  }
}
