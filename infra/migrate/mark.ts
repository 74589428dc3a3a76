import type { Mongo } from '../mongodb/connect.js'

/** What the target says of a move into it. */
export interface Mark {
  /** identity of the store that is moved */
  readonly storeId: string
  readonly state: 'copying' | 'finished'
  readonly at: Date
}

const ID = 'embedded'

const collectionIn = (mongo: Mongo) => mongo.db.collection<Mark & { readonly _id: string }>('migration')

export const readMark = (mongo: Mongo): Promise<Mark | null> => collectionIn(mongo).findOne({ _id: ID })

export const writeMark = async (mongo: Mongo, { storeId, state, at }: Mark): Promise<void> => {
  await collectionIn(mongo).updateOne({ _id: ID }, { $set: { storeId, state, at } }, { upsert: true })
}
