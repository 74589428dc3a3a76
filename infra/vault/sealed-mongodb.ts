import type { Mongo } from '../mongodb/connect.js'
import { bytesOf, type Entry } from './mongodb.js'
import type { SealedEntries } from './rotate.js'

/** The entries of a vault in MongoDB that no process uses. */
export const sealedEntriesIn = ({ db }: Mongo): SealedEntries => {
  const entries = db.collection<Entry>('vault', { promoteBuffers: true })
  const sealed = ({ _id, value }: Entry) => ({ key: _id, value: bytesOf(value) })
  return {
    get: async (key) => {
      const found = await entries.findOne({ _id: { $eq: key } })
      return found === null ? null : bytesOf(found.value)
    },
    page: async (after, limit) => {
      const found = await entries.find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit }).toArray()
      return found.map(sealed)
    },
    write: async (writes) => {
      const operations = writes.map(({ key, value }) => {
        const filter = { _id: { $eq: key } }
        return value === null
          ? { deleteOne: { filter } }
          : { updateOne: { filter, update: { $set: { value }, $setOnInsert: { epoch: 1 } }, upsert: true } }
      })
      await entries.bulkWrite(operations, { ordered: true })
    },
  }
}
