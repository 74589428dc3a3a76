import type { Mongo } from '@guiche/infra/mongodb/connect.js'

/** The state of a migration, as the target stores it. */
export interface MigrationState {
  /** identity of the store that is moved */
  readonly storeId: string
  readonly state: 'copying' | 'finished'
  readonly at: Date
}

const ID = 'embedded'

const collectionIn = (mongo: Mongo) =>
  mongo.db.collection<MigrationState & { readonly _id: string }>('migration')

export const readMigration = (mongo: Mongo): Promise<MigrationState | null> =>
  collectionIn(mongo).findOne({ _id: ID })

export const writeMigration = async (mongo: Mongo, { storeId, state, at }: MigrationState): Promise<void> => {
  await collectionIn(mongo).updateOne({ _id: ID }, { $set: { storeId, state, at } }, { upsert: true })
}
