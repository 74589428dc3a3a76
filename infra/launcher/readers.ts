import type { Clock } from '../clock.js'
import { createAuthenticator } from '../http/authenticate.js'
import { createTokens } from '../http/tokens.js'
import { deriveKey } from '../keys.js'
import type { ReadStore } from '../read-store/read-store.js'
import { createViewNames } from '../read-store/views.js'
import { createRecords } from '../records/create-records.js'
import { createPresence } from '../records/presence.js'

/** What both APIs answer with: the views, who is here, and whose token it is. */
export const createReaders = (deps: {
  readonly readStore: ReadStore
  readonly secretKey: Buffer
  readonly clock: Clock
  /** partition of the log in which a company's events stand; 0 for all unless given */
  readonly partitionOf?: (companyId: number) => number
}) => {
  const { readStore, secretKey, clock, partitionOf } = deps
  const views = createViewNames(readStore)
  const presence = createPresence(clock)
  const records = createRecords({ readStore, views, presence, ...(partitionOf && { partitionOf }) })
  const tokens = createTokens(deriveKey(secretKey, 'tokens'))
  const authenticator = createAuthenticator({ records, tokens, clock })
  return { views, presence, records, tokens, authenticator }
}
