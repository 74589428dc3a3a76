import { START, type StoredEvent } from '@guiche/contracts/envelope.js'
import { afterErasure } from '@guiche/contracts/events/after-erasure.js'
import { streams } from '@guiche/contracts/streams.js'
import { vaultPlacesOf } from '@guiche/contracts/vault-places.js'
import {
  type CollectionName,
  SEARCHED_COLLECTIONS,
  VIEWS,
  type ViewName,
} from '@guiche/contracts/views/collections.js'
import { eventsBetween } from '@guiche/infra/event-store/events-between.js'
import { readJson } from '@guiche/infra/http/json.js'
import type { Survey } from '../company/closure/progress.js'
import type { AreaDeps } from '../deps.js'

export const EVERY_VIEW = Object.keys(VIEWS) as ViewName[]
/** All collections of all views, from their declarations. */
export const EVERY_COLLECTION: readonly CollectionName[] = EVERY_VIEW.flatMap((view) => VIEWS[view])

const BATCH = 500
/** A company has far fewer documents in one collection. */
const MOST = 100_000_000

/** All texts in a value, also in the middle of it. */
function* textsIn(value: unknown): Generator<string, void> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null)
    for (const one of Object.values(value)) yield* textsIn(one)
}

/** The company that an entry of the vault says to be of. */
const companyIn = (value: Buffer): unknown => {
  const entry = readJson(value.toString())
  return entry.ok ? (entry.value as { readonly companyId?: unknown } | null)?.companyId : undefined
}

/** The id in a stream's name, if `nameOf` makes this name of the id; else null. */
const idIn = (stream: string, nameOf: (id: number) => string): number | null => {
  const id = Number(stream.slice(stream.lastIndexOf('-') + 1))
  return Number.isInteger(id) && nameOf(id) === stream ? id : null
}

type Deps = Pick<AreaDeps, 'eventStore' | 'documents' | 'blobs' | 'vault'>

/** Called between two pages with the progress. Work of other companies runs during the call. */
export type PageCallback = (done: number, total: number) => Promise<void>

/**
 * Finds all data of a company by the declarations of streams, views, files and places of the vault.
 */
export interface CompanyTraces {
  /** Gives the company's events after a position to `each`, in batches. Returns the end of the log at the call. */
  events(
    companyId: number,
    after: string,
    each: (events: readonly StoredEvent[]) => Promise<void>,
    between: PageCallback,
  ): Promise<string>
  /** Counts everything, and notes references that only the events contain: an erasure removes the events. */
  survey(companyId: number, between: PageCallback): Promise<Survey>
  /** The company's present keys in the vault. */
  vaultKeys(companyId: number, found: Pick<Survey, 'connectionIds' | 'userIds' | 'named'>): Promise<string[]>
}

export const createCompanyTraces = ({ eventStore, documents, blobs, vault }: Deps): CompanyTraces => {
  const events: CompanyTraces['events'] = async (companyId, after, each, between) => {
    const until = await eventStore.head()
    const [from, to] = [Number(after), Number(until)]
    for await (const batch of eventsBetween(eventStore, { after, until, batchSize: BATCH })) {
      const own = batch.filter((event) => event.companyId === companyId)
      if (own.length > 0) await each(own)
      await between(Number(batch.at(-1)?.position ?? to) - from, to - from)
    }
    return until
  }

  /** Keys of entries of the vault that events name, by each text that may name an entry. */
  const namedKeys = async (): Promise<ReadonlyMap<string, string>> => {
    const found = new Map<string, string>()
    for (const place of vaultPlacesOf('named')) {
      for (const key of await vault.list(place)) found.set(key, key).set(key.slice(place.length), key)
    }
    return found
  }

  /** Keys of entries whose value names the company. */
  const keysNamingCompany = async (companyId: number): Promise<string[]> => {
    const found: string[] = []
    for (const place of vaultPlacesOf('entry')) {
      const keys = await vault.list(place)
      for (let at = 0; at < keys.length; at += BATCH)
        for (const [key, { value }] of await vault.getMany(keys.slice(at, at + BATCH)))
          if (companyIn(value) === companyId) found.push(key)
    }
    return found
  }

  const vaultKeys: CompanyTraces['vaultKeys'] = async (companyId, { connectionIds, userIds, named }) => {
    const found = [...(await vault.getMany(named)).keys(), ...(await keysNamingCompany(companyId))]
    const owners = [
      ['company', [companyId]],
      ['connection', connectionIds],
      ['user', userIds],
    ] as const
    for (const [owner, ids] of owners) {
      for (const place of vaultPlacesOf(owner)) {
        for (const id of ids) {
          const own = `${place}${id}`
          // the prefix `12` also matches keys of company 120
          found.push(...(await vault.list(own)).filter((key) => key === own || key[own.length] === '/'))
        }
      }
    }
    return found
  }

  return {
    events,
    vaultKeys,
    survey: async (companyId, between) => {
      let [streamCount, eventCount, views, search, files, bytes] = [0, 0, 0, 0, 0, 0]
      const known = await namedKeys()
      const named = new Set<string>()
      const connectionIds = new Set<number>()
      const userIds = new Set<number>()
      for await (const { id, size } of blobs.of(companyId)) {
        files += 1
        bytes += size
        for (const place of vaultPlacesOf('named')) {
          const key = known.get(`${place}${id}`)
          if (key !== undefined) named.add(key)
        }
      }
      await events(
        companyId,
        START,
        async (own) => {
          for (const { stream, revision, data } of own) {
            if (afterErasure(stream) !== 'is removed') continue
            eventCount += 1
            if (revision === 0) streamCount += 1
            const connectionId = idIn(stream, streams.connection)
            if (connectionId !== null) connectionIds.add(connectionId)
            const userId = idIn(stream, streams.user)
            if (userId !== null) userIds.add(userId)
            for (const text of textsIn(data)) {
              const key = known.get(text)
              if (key !== undefined) named.add(key)
            }
          }
        },
        between,
      )
      for (const collection of EVERY_COLLECTION) {
        const count = await documents.count(collection, { companyId }, MOST)
        views += count
        if (SEARCHED_COLLECTIONS.includes(collection)) search += count
      }
      const ids = { connectionIds: [...connectionIds], userIds: [...userIds], named: [...named] }
      const keys = await vaultKeys(companyId, ids)
      const counts = { streams: streamCount, events: eventCount, views, search, files, bytes }
      return { ...counts, vault: keys.length, ...ids }
    },
  }
}
