import { systemClock } from '@guiche/infra/clock.js'
import { createAvailability } from '@guiche/infra/health/availability.js'
import { createAuthenticator } from '@guiche/infra/http/authenticate.js'
import { createTokens } from '@guiche/infra/http/tokens.js'
import { deriveKey } from '@guiche/infra/keys.js'
import { createViewNames } from '@guiche/infra/read-store/views.js'
import { createRecords } from '@guiche/infra/records/create-records.js'
import { createPresence } from '@guiche/infra/records/presence.js'
import type { StoreParts } from './service.js'

/**
 * The readers of both APIs. `retrying`: engines whose short outages are waited out. `readers`: views, presence and
 * authentication on these engines.
 */
export const createReaders = (deps: StoreParts) => {
  const { eventStore, eventBus, readStore, secretKey, logger, metrics } = deps
  const clock = systemClock
  const partitionOf = deps.partitionOf && { partitionOf: deps.partitionOf }
  const availability = createAvailability({
    ...{ eventStore, eventBus, readStore, clock, logger, ...partitionOf },
    views: createViewNames(readStore),
  })
  metrics.watch({ engines: availability.engines, waiting: availability.waiting })
  const retrying = availability.retrying({ eventStore, readStore })
  const views = createViewNames(retrying.readStore)
  const presence = createPresence(clock)
  const records = createRecords({ readStore: retrying.readStore, views, presence, ...partitionOf })
  const tokens = createTokens(deriveKey(secretKey, 'tokens'))
  const authenticator = createAuthenticator({ records, tokens, clock })
  return { availability, retrying, readers: { views, presence, records, tokens, authenticator } }
}

export type Readers = ReturnType<typeof createReaders>

/** Parts of command-api and query-api. */
export type ApiParts = StoreParts & Readers
