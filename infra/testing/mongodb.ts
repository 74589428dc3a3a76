import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { connectMongo, type Mongo } from '../mongodb/connect.js'

export interface MongoForTests {
  readonly url: string
  /** A connection with a database of its own, which `close` drops. */
  fresh(): Promise<Mongo>
}

/** The MongoDB that MONGODB_URL names; null and one loud line without it. */
export const mongoForTests = (what: string): MongoForTests | null => {
  const url = process.env.MONGODB_URL
  if (url === undefined || url === '') {
    writeSync(2, `SKIPPED without MONGODB_URL: ${what}\n`)
    return null
  }
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

/**
 * The same connection for one adapter whose transactions wait before they commit, until `open`. `reached` resolves when
 * one waits. `open` with a failure: they are committed, and who waits for that gets the failure instead of an answer.
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
