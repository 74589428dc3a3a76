import type { Mongo } from '../mongodb/connect.js'
import type { Counters } from './counters.js'

interface Count {
  readonly _id: string
  readonly count: number
  /** MongoDB removes the count some time later; until then `add` restarts an ended count */
  readonly until: Date
}

/** Counters in the collection `counters` of MongoDB, by MongoDB's clock. */
export const createMongoCounters = async (deps: { readonly mongo: Mongo }): Promise<Counters> => {
  const counters = deps.mongo.db.collection<Count>('counters')
  await counters.createIndex({ until: 1 }, { expireAfterSeconds: 0 })
  return {
    add: async (key, amount, windowMs) => {
      const isOpen = { $gt: ['$until', '$$NOW'] }
      const found = await counters.findOneAndUpdate(
        { _id: { $eq: key } },
        [
          {
            $set: {
              count: { $cond: [isOpen, { $add: ['$count', amount] }, amount] },
              until: { $cond: [isOpen, '$until', { $add: ['$$NOW', windowMs] }] },
            },
          },
        ],
        { upsert: true, returnDocument: 'after' },
      )
      return found?.count ?? amount
    },
    forget: async (key) => void (await counters.deleteOne({ _id: { $eq: key } })),
  }
}
