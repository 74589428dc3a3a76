import { randomUUID } from 'node:crypto'
import { connectMongo, type Mongo } from '../mongodb/connect.js'
import { defineEngineTests, engineAddress } from './engines/address.js'

export interface MongoForTests {
  readonly url: string
  /** A connection with a database of its own, which `close` drops. */
  fresh(): Promise<Mongo>
}

/** The MongoDB at the address of `engineAddress`. */
export const mongoForTests = async (what: string): Promise<MongoForTests | null> => {
  const url = await engineAddress('MONGODB_URL', what)
  if (url === null) return null
  return {
    url,
    fresh: async () => {
      const mongo = await connectMongo({ url, database: `test-${randomUUID().slice(0, 13)}` })
      return {
        ...mongo,
        close: async () => {
          await mongo.db.dropDatabase()
          await mongo.close()
        },
      }
    },
  }
}

/** Defines tests on MongoDB. Without MongoDB they are skipped, with a warning. */
export const onMongo = async (what: string, tests: (mongo: MongoForTests) => void): Promise<void> =>
  defineEngineTests(what, await mongoForTests(what), tests)

/**
 * Wraps a connection for one adapter: transactions wait before their commit until `open` is called. `reached` resolves when a
 * transaction waits. `open` with a failure commits, but the callers get the failure.
 */
export const heldBack = (mongo: Mongo) => {
  let open: (lost?: Error) => void = () => {}
  let reach: () => void = () => {}
  const gate = new Promise<Error | undefined>((resolve) => {
    open = resolve
  })
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const client = new Proxy(mongo.client, {
    get: (target, name) => {
      if (name !== 'startSession') return Reflect.get(target, name)
      return () => {
        const session = target.startSession()
        const commit = session.commitTransaction.bind(session)
        session.commitTransaction = async () => {
          reach()
          const lost = await gate
          await commit()
          if (lost !== undefined) throw lost
        }
        return session
      }
    },
  })
  return { mongo: { ...mongo, client }, reached, open: (lost?: Error) => open(lost) }
}
