import { type Db, MongoClient, MongoServerError } from 'mongodb'
import { reasonAgainst } from './requirements.js'

/** A connection to MongoDB that the adapters of one process share. */
export interface Mongo {
  readonly client: MongoClient
  readonly db: Db
  /** Ends the connection. Only the opener calls it; an adapter's own `close` leaves the connection open. */
  close(): Promise<void>
}

const DEFAULT_DATABASE = 'guiche'
const DATABASE = /^[a-zA-Z0-9_-]{1,38}$/
const UNAUTHORIZED = new Set([13, 18, 8000])

const plainReason = (failure: unknown): string => {
  if (failure instanceof MongoServerError && UNAUTHORIZED.has(Number(failure.code))) {
    return 'MongoDB refuses the credentials of MONGODB_URL'
  }
  return `MongoDB does not answer at MONGODB_URL: ${failure instanceof Error ? failure.message : String(failure)}`
}

const clientOf = (url: string, answerWithinMs: number): MongoClient => {
  try {
    return new MongoClient(url, {
      appName: 'guiche',
      // While MongoDB is away an operation is refused after this time, and the next operation tries again.
      serverSelectionTimeoutMS: answerWithinMs,
      connectTimeoutMS: 5000,
      waitQueueTimeoutMS: 5000,
      heartbeatFrequencyMS: 5000,
      maxPoolSize: 50,
      ignoreUndefined: true,
      readPreference: 'primary',
      readConcern: { level: 'majority' },
      writeConcern: { w: 'majority', journal: true },
    })
  } catch {
    // The driver's message may contain the URL with its password.
    throw new Error('MONGODB_URL is not the URL of a MongoDB: mongodb://host:port/?replicaSet=name')
  }
}

/**
 * Connects to the MongoDB of `url` and checks its requirements. `database`: its name, instead of the one in
 * the URL or `guiche`. `answerWithinMs`: how long an operation waits for an absent server. Rejects with a
 * sentence without the password: a wrong URL, no answer, refused credentials, too old, or no replica set.
 */
export const connectMongo = async (deps: {
  readonly url: string
  readonly database?: string
  readonly answerWithinMs?: number
}): Promise<Mongo> => {
  const { url, answerWithinMs = 5000 } = deps
  const client = clientOf(url, answerWithinMs)
  try {
    const named = client.options.dbName
    const database = deps.database ?? (named === 'test' ? DEFAULT_DATABASE : named)
    if (!DATABASE.test(database)) {
      throw new Error('the name of the database is 1 to 38 letters, digits, - and _')
    }
    const admin = client.db('admin')
    const [hello, build] = await (async () => {
      try {
        await client.connect()
        return [await admin.command({ hello: 1 }), await admin.command({ buildInfo: 1 })] as const
      } catch (failure) {
        throw new Error(plainReason(failure))
      }
    })()
    const against = reasonAgainst({
      version: String(build.version),
      isReplicaSet: typeof hello.setName === 'string' || hello.msg === 'isdbgrid',
    })
    if (against !== null) throw new Error(against)
    return { client, db: client.db(database), close: () => client.close() }
  } catch (failure) {
    await client.close()
    throw failure
  }
}
