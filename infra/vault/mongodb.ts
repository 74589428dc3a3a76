import { pluck } from '@guiche/contracts/pick.js'
import type { AnyBulkWriteOperation, Binary, ClientSession } from 'mongodb'
import { deriveKey } from '../keys.js'
import type { Mongo } from '../mongodb/connect.js'
import { inTransaction, isDuplicateKey } from '../mongodb/transaction.js'
import { createSerialQueue } from '../serial-queue.js'
import { checkedKey, HALF_ROTATED, PROBE_KEY, ROTATING_KEY, rangeOf, WRONG_KEY } from './names.js'
import { createSeal } from './seal.js'
import type { Fence, Vault, VaultWrite } from './vault.js'

/** An entry as stored. */
export interface Entry {
  readonly _id: string
  readonly epoch: number
  readonly value: Buffer | Binary
  /**
   * number of uses as a fence: a fenced commit writes this field, so that it conflicts with a change of the
   * fence
   */
  readonly fenced?: number
}

/** The bytes of a value of the driver. */
export const bytesOf = (value: Buffer | Binary): Buffer =>
  Buffer.isBuffer(value) ? value : Buffer.from(value.buffer.subarray(0, value.position))

const storeOf = (mongo: Mongo, secretKey: Buffer) => ({
  mongo,
  entries: mongo.db.collection<Entry>('vault', { promoteBuffers: true }),
  seal: createSeal(deriveKey(secretKey, 'vault')),
  inOrder: createSerialQueue(),
})
type Store = ReturnType<typeof storeOf>
type Outcome = 'committed' | 'fenced'

/** Epochs of existing entries; all other keys have epoch 0. */
const epochsOf = async ({ entries }: Store, keys: readonly string[], session: ClientSession) => {
  if (keys.length === 0) return new Map<string, number>()
  const found = await entries
    .find({ _id: { $in: [...keys] } }, { session, projection: { epoch: 1 } })
    .toArray()
  return new Map(found.map(({ _id, epoch }) => [_id, epoch]))
}

/** Whether the fence holds until the transaction ends. */
const isFenceHeld = async (
  { entries }: Store,
  { key, epoch }: Fence,
  session: ClientSession,
): Promise<boolean> => {
  const filter = { _id: { $eq: key }, epoch: { $eq: epoch } }
  return (await entries.updateOne(filter, { $inc: { fenced: 1 } }, { session })).matchedCount === 1
}

/** Writes behind one fence run one after another, because in MongoDB they would conflict. */
const queueBehindFence = <T>(
  { inOrder }: Store,
  fence: Fence | undefined,
  work: () => Promise<T>,
): Promise<T> => (fence === undefined ? work() : inOrder(fence.key, work))

const operationOf = ({ seal }: Store, { key, value }: VaultWrite): AnyBulkWriteOperation<Entry> =>
  value === null
    ? { deleteOne: { filter: { _id: { $eq: key } } } }
    : {
        updateOne: {
          filter: { _id: { $eq: key } },
          update: { $set: { value: seal.close(key, value) }, $inc: { epoch: 1 } },
          upsert: true,
        },
      }

/** One entry by itself needs no transaction. */
const exchangeEntry = async (
  store: Store,
  key: string,
  value: Buffer,
  expected: number,
): Promise<Outcome> => {
  const { entries, seal } = store
  const filter =
    expected === 0
      ? { _id: { $eq: key }, value: { $exists: false } }
      : { _id: { $eq: key }, epoch: { $eq: expected } }
  const update = { $set: { value: seal.close(key, value) }, $inc: { epoch: 1 } }
  try {
    const upsert = expected === 0
    const { matchedCount, upsertedCount } = await entries.updateOne(filter, update, { upsert })
    return matchedCount + upsertedCount === 1 ? 'committed' : 'fenced'
  } catch (failure) {
    if (isDuplicateKey(failure)) return 'fenced'
    throw failure
  }
}

const commitWrites = async (store: Store, writes: readonly VaultWrite[], fence?: Fence): Promise<Outcome> => {
  for (const { key } of writes) checkedKey(key)
  const [first, ...others] = writes
  const { key, value = null, expected } = first ?? {}
  const isAlone = others.length === 0 && fence === undefined
  if (isAlone && key !== undefined && value !== null && expected !== undefined) {
    return exchangeEntry(store, key, value, expected)
  }
  const expecting = writes.filter(({ expected }) => expected !== undefined)
  const operations = writes.map((one) => operationOf(store, one))
  return queueBehindFence(store, fence, () =>
    inTransaction<'fenced'>(store.mongo, async (session) => {
      if (fence !== undefined && !(await isFenceHeld(store, fence, session))) return 'fenced'
      const epochs = await epochsOf(store, pluck(expecting, 'key'), session)
      if (expecting.some(({ key, expected }) => (epochs.get(key) ?? 0) !== expected)) return 'fenced'
      if (operations.length > 0) await store.entries.bulkWrite(operations, { session, ordered: true })
      return 'committed'
    }),
  )
}

const removeAll = async (store: Store, prefix: string, fence?: Fence): Promise<Outcome> => {
  const { mongo, entries } = store
  const [from, to] = rangeOf(prefix)
  const all = { _id: { $gte: from, $lt: to } }
  if (fence === undefined) {
    await entries.deleteMany(all)
    return 'committed'
  }
  return queueBehindFence(store, fence, () =>
    inTransaction<'fenced'>(mongo, async (session) => {
      if (!(await isFenceHeld(store, fence, session))) return 'fenced'
      await entries.deleteMany(all, { session })
      return 'committed'
    }),
  )
}

/**
 * The vault in the collection `vault` of MongoDB. `secretKey` is SECRET_KEY; the vault derives its own key from it.
 * Rejects when the collection was written under another SECRET_KEY, or a rotation of the key is unfinished.
 */
export const createMongoVault = async (deps: {
  readonly mongo: Mongo
  readonly secretKey: Buffer
}): Promise<Vault> => {
  const store = storeOf(deps.mongo, deps.secretKey)
  const { entries, seal } = store
  const probe = await entries.findOneAndUpdate(
    { _id: { $eq: PROBE_KEY } },
    { $setOnInsert: { epoch: 1, value: seal.close(PROBE_KEY, Buffer.alloc(16)) } },
    { upsert: true, returnDocument: 'after' },
  )
  try {
    seal.open(PROBE_KEY, bytesOf(probe?.value ?? Buffer.alloc(0)))
  } catch {
    throw new Error(WRONG_KEY)
  }
  if ((await entries.findOne({ _id: { $eq: ROTATING_KEY } })) !== null) throw new Error(HALF_ROTATED)

  return {
    getMany: async (keys) => {
      if (keys.length === 0) return new Map()
      const found = await entries
        .find({ _id: { $in: keys.map(checkedKey) } }, { batchSize: keys.length + 1 })
        .toArray()
      return new Map(
        found.map(
          ({ _id, epoch, value }) => [_id, { epoch, value: seal.open(_id, bytesOf(value)) }] as const,
        ),
      )
    },
    commit: (writes, fence) => commitWrites(store, writes, fence),
    list: async (prefix) => {
      const [from, to] = rangeOf(prefix)
      const found = await entries
        .find({ _id: { $gte: from, $lt: to } }, { projection: { _id: 1 }, sort: { _id: 1 } })
        .toArray()
      return found.map(({ _id }) => _id)
    },
    removeAll: (prefix, fence) => removeAll(store, prefix, fence),
    close: async () => undefined,
  }
}
