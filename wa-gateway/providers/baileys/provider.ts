import { createBoundedCache } from '@guiche/infra/bounded-cache.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import type { CacheStore } from '@whiskeysockets/baileys'
import { pnOf } from '../../jids.js'
import type { Logger } from '../../logger.js'
import type { Provider } from '../provider.js'
import { keepPeople } from './address-book.js'
import { createArrivals } from './arrivals.js'
import { arrivalsPrefix, credsKey, isPaired, keysPrefix, loadAuthState } from './auth-state.js'
import { createBacklog } from './backlog.js'
import { loadBaileys } from './load.js'
import { createMediaTransport } from './media-transport.js'
import { createRawMessages, rawPrefix } from './raw-messages.js'
import { type Backlogs, openSession } from './session.js'
import { watchedVault } from './watched-vault.js'

interface Deps {
  readonly vault: Vault
  readonly logger: Logger
}

const createRetryCounters = (): CacheStore => {
  const counts = createBoundedCache<string, object>(1_000, 3_600_000)
  return {
    get: <T>(key: string) => (counts.get(key) as { value: T } | undefined)?.value,
    set: (key, value) => {
      counts.set(key, { value })
    },
    del: (key) => {
      counts.delete(key)
    },
    flushAll: () => counts.clear(),
  }
}

/** WhatsApp as its web client, through Baileys. */
export const createBaileysProvider = ({ vault, logger }: Deps): Provider => {
  const counters = createBoundedCache<number, CacheStore>(500)
  const countersOf = (connectionId: number): CacheStore => {
    const found = counters.get(connectionId) ?? createRetryCounters()
    counters.set(connectionId, found)
    return found
  }
  /** not bounded: its content is nowhere else */
  const backlogs = new Map<number, Backlogs>()
  const backlogsOf = (connectionId: number): Backlogs => {
    const found = backlogs.get(connectionId) ?? { history: createBacklog(), live: createBacklog() }
    backlogs.set(connectionId, found)
    return found
  }
  return {
    open: async (options) => {
      const { companyId, connectionId, fence, emit } = options
      const baileys = await loadBaileys(logger)
      const onFenced = () => {
        emit({ kind: 'closed', code: 'fenced', expiresInSeconds: null }).catch(() => undefined)
      }
      const lost = new AbortController()
      const keysLost = lost.signal
      const watched = watchedVault(vault, () => lost.abort())
      const auth = await loadAuthState({ vault: watched, baileys, connectionId, fence, onFenced })
      const raws = createRawMessages(watched, companyId, connectionId)
      const shared = { vault: watched, baileys, auth, raws, keysLost, logger }
      return openSession(options, {
        ...shared,
        arrivals: createArrivals({ ...shared, connectionId, fence }),
        backlogs: backlogsOf(connectionId),
        withHistory: (await options.history()).wish !== null,
        keepPeople: (people) => keepPeople(watched, connectionId, people, fence),
        transport: createMediaTransport(options.server),
        retries: countersOf(connectionId),
      })
    },
    isPaired: async (connectionId) => {
      const entry = (await vault.getMany([credsKey(connectionId)])).get(credsKey(connectionId))
      return entry !== undefined && isPaired(JSON.parse(entry.value.toString()))
    },
    numbersOf: async (connectionIds) => {
      const entries = await vault.getMany(connectionIds.map(credsKey))
      const found = new Map<number, string>()
      for (const connectionId of connectionIds) {
        const entry = entries.get(credsKey(connectionId))
        const creds = entry === undefined ? null : JSON.parse(entry.value.toString())
        const number = creds !== null && isPaired(creds) ? pnOf(creds.me.id) : null
        if (number !== null) found.set(connectionId, number)
      }
      return found
    },
    forget: async (connectionId, fence) => {
      backlogs.delete(connectionId)
      const gone = await vault.commit([{ key: credsKey(connectionId), value: null }], fence)
      return gone === 'fenced' ? gone : vault.removeAll(keysPrefix(connectionId), fence)
    },
    erase: async (companyId, connectionId) => {
      await vault.removeAll(rawPrefix(companyId, connectionId))
      await vault.removeAll(arrivalsPrefix(connectionId))
    },
  }
}
