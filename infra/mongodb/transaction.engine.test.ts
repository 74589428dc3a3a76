import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { ClientSession } from 'mongodb'
import { onMongo } from '../testing/mongodb.js'
import { connectMongo, type Mongo } from './connect.js'
import { inTransaction } from './transaction.js'

await onMongo('a transaction that was left in the middle', ({ url, fresh }) => {
  let mongo: Mongo
  let zombie: Mongo
  let session: ClientSession

  beforeAll(async () => {
    mongo = await fresh()
    zombie = await connectMongo({ url, database: mongo.db.databaseName })
    await things(mongo).insertOne({ _id: 'a', by: 'nobody' })
    session = zombie.client.startSession()
    session.startTransaction()
    await write(zombie, 'zombie', session)
  })
  afterAll(async () => {
    await session?.endSession()
    await zombie?.close()
    await mongo?.close()
  })

  const things = ({ db }: Mongo) => db.collection<{ _id: string; by: string }>('things')
  const write = (by: Mongo, name: string, inside: ClientSession) =>
    things(by).updateOne({ _id: { $eq: 'a' } }, { $set: { by: name } }, { session: inside })
  const attempt = (name: string, abandonedAfterMs: number) =>
    inTransaction<never>(
      mongo,
      async (inside) => {
        await write(mongo, name, inside)
        return 'committed'
      },
      { abandonedAfterMs },
    )

  it('makes other writes conflict within its time limit', async () => {
    await expect(attempt('somebody', 60_000)).rejects.toThrow('WriteConflict')
  })

  it('is aborted after its time limit by the next writer, and has no effect', async () => {
    expect(await attempt('somebody', 100)).toBe('committed')
    await expect(write(zombie, 'zombie', session)).rejects.toThrow('has been aborted')
    expect(await things(mongo).findOne()).toEqual({ _id: 'a', by: 'somebody' })
  })
})
