import { deriveKey } from '@guiche/infra/keys.js'
import type { Mongo } from '@guiche/infra/mongodb/connect.js'
import { bytesOf, type Entry } from '@guiche/infra/vault/mongodb.js'
import { PROBE_KEY } from '@guiche/infra/vault/names.js'
import { createSeal } from '@guiche/infra/vault/seal.js'
import type { Collection } from 'mongodb'
import { type PositionMap, translatedEntry } from './position-map.js'
import type { SealedEntry, Source } from './source.js'

const collectionIn = (mongo: Mongo): Collection<Entry> =>
  mongo.db.collection<Entry>('vault', { promoteBuffers: true })

/**
 * Describes entries of the target's vault that are foreign or newer; null if there are none. `begun`: an earlier run has copied
 * entries, some of which may have been removed from the folder since.
 */
export const foreignEntry = async (source: Source, mongo: Mongo, begun: boolean): Promise<string | null> => {
  const cursor = collectionIn(mongo).find({ _id: { $ne: PROBE_KEY } }, { projection: { epoch: 1 } })
  for (let page: Entry[] = [], more = true; more; page = []) {
    while (page.length < 500 && more) {
      const entry = await cursor.next()
      if (entry === null) more = false
      else page.push(entry)
    }
    const own = source.entriesOf(page.map(({ _id }) => _id))
    const other = page.find(({ _id, epoch }) => epoch > (own.get(_id)?.epoch ?? (begun ? epoch : 0)))
    if (other !== undefined)
      return `the vault of the target holds entries of its own (the first: ${other._id})`
  }
  return null
}

/** Copies the vault with its epochs. Entries stay sealed, except those that hold a position. */
export const createVaultCopy = (deps: {
  readonly source: Source
  readonly mongo: Mongo
  readonly secretKey: Buffer
  readonly positions: PositionMap
}) => {
  const { source, mongo, positions } = deps
  const entries = collectionIn(mongo)
  const seal = createSeal(deriveKey(deps.secretKey, 'vault'))

  const valueFor = ({ key, value }: SealedEntry): Buffer => {
    const plain = seal.open(key, value)
    const other = translatedEntry(key, plain, positions)
    return other.equals(plain) ? value : seal.close(key, other)
  }
  const isCopied = (own: SealedEntry, there: Entry | undefined): boolean => {
    if (there === undefined || there.epoch !== own.epoch) return false
    const wanted = translatedEntry(own.key, seal.open(own.key, own.value), positions)
    return wanted.equals(seal.open(own.key, bytesOf(there.value)))
  }

  return {
    copy: async (): Promise<void> => {
      let after: string = PROBE_KEY
      for (const page of source.entries()) {
        const keys = page.map(({ key }) => key)
        const last = keys.at(-1) ?? after
        await entries.deleteMany({ _id: { $gt: after, $lte: last, $nin: keys } })
        after = last
        await entries.bulkWrite(
          page.map((entry) => ({
            updateOne: {
              filter: { _id: { $eq: entry.key } },
              update: { $set: { epoch: entry.epoch, value: valueFor(entry) } },
              upsert: true,
            },
          })),
          { ordered: false },
        )
      }
      await entries.deleteMany({ _id: { $gt: after } })
    },
    /** Reads everything back. Gives the keys of entries that differ. */
    verify: async (): Promise<string[]> => {
      const wrong: string[] = []
      for (const page of source.entries()) {
        const found = await entries.find({ _id: { $in: page.map(({ key }) => key) } }).toArray()
        const there = new Map(found.map((entry) => [entry._id, entry]))
        wrong.push(...page.filter((own) => !isCopied(own, there.get(own.key))).map(({ key }) => key))
      }
      const count = await entries.countDocuments({ _id: { $ne: PROBE_KEY } })
      if (count !== source.counts.entries) wrong.push(`${count} entries instead of ${source.counts.entries}`)
      return wrong
    },
  }
}
