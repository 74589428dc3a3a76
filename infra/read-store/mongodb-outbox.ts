import { type ClientSession, type Collection, ObjectId, Timestamp } from 'mongodb'
import type { CommitResult, OutboxEntry, ReadStore } from './read-store.js'

/** An entry of the outbox as MongoDB keeps it. */
export interface WaitingEntry {
  readonly _id: ObjectId
  /** MongoDB's own clock: in order for all processes */
  readonly at: Timestamp
  readonly key: number
  /** JSON */
  readonly value: string
}

/** Most own entries in memory. */
const MOST_KEPT = 10_000

/** The outbox in its collection, and in memory the entries committed by this process. */
export interface MongoOutbox {
  /** Writes entries within a transaction; its outcome is passed to `settled`. */
  add(entries: readonly OutboxEntry[], session: ClientSession): Promise<readonly WaitingEntry[]>
  /** Result of the transaction that added these entries; null = unknown. */
  settled(added: readonly WaitingEntry[], result: CommitResult | null): void
  readonly take: ReadStore['takeOutbox']
}

export const createMongoOutbox = async (collection: Collection<WaitingEntry>): Promise<MongoOutbox> => {
  await collection.createIndex({ at: 1, _id: 1 })
  /** outbox entries that this process has committed and not published yet, in the order of the commits */
  let own: WaitingEntry[] = []
  /** Whether the collection may hold entries that are not in `own`, from an earlier run or another process. */
  let unsure = true
  /** number of doubts so far: a read settles no doubt that arose during the read */
  let doubts = 0
  const doubt = () => {
    unsure = true
    doubts++
  }

  const take: ReadStore['takeOutbox'] = async (limit, whose = 'all') => {
    const isFromMemory = whose === 'own' && !unsure
    const before = doubts
    const rows = isFromMemory
      ? own.slice(0, limit)
      : await collection.find({}, { sort: { at: 1, _id: 1 }, limit, batchSize: limit }).toArray()
    const isAll = !isFromMemory && rows.length < limit
    const settle = () => {
      if (isAll && before === doubts) unsure = false
    }
    if (rows.length === 0) settle()
    return {
      entries: rows.map(({ key, value }) => ({ key, value: JSON.parse(value) as unknown })),
      done: async () => {
        if (rows.length === 0) return
        // Deletes by id: entries of a slower transaction may appear among them meanwhile.
        await collection.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } })
        const gone = new Set(rows.map(({ _id }) => _id.toHexString()))
        own = own.filter(({ _id }) => !gone.has(_id.toHexString()))
        settle()
      },
    }
  }

  return {
    add: async (entries, session) => {
      const added = entries.map(({ key, value }) => ({
        _id: new ObjectId(),
        // MongoDB replaces zero by its time at the insert, later each time.
        at: new Timestamp({ t: 0, i: 0 }),
        key,
        value: JSON.stringify(value),
      }))
      if (added.length > 0) await collection.insertMany(added, { session })
      return added
    },
    settled: (added, result) => {
      if (result !== 'committed' || own.length + added.length > MOST_KEPT) {
        doubt()
        own = []
      } else own.push(...added)
    },
    take,
  }
}
