import { setTimeout } from 'node:timers/promises'
import { type ClientSession, MongoError, MongoServerSelectionError, ReadConcern } from 'mongodb'
import type { Mongo } from './connect.js'

/** Maximum of time that a transaction with write conflicts is retried, in ms. */
const RETRY_FOR = 5000
const DUPLICATE_KEY = 11000
/** Idle time in ms after which a transaction counts as abandoned. */
const ABANDONED_AFTER = 10_000
/**
 * Milliseconds that a transaction waits for others before it searches for abandoned ones, and between two
 * searches.
 */
const LOOK_EVERY = 1000

const isOf = (failure: unknown, label: string): boolean =>
  failure instanceof MongoError && failure.hasErrorLabel(label)

/** Whether another write has taken a unique key. */
export const isDuplicateKey = (failure: unknown): boolean =>
  failure instanceof MongoError && failure.code === DUPLICATE_KEY

/** Whether to retry: after a write conflict or a cut connection. Not while no server can be found. */
const mayRetry = (failure: unknown): boolean =>
  !(failure instanceof MongoServerSelectionError) &&
  (isOf(failure, 'TransientTransactionError') || isDuplicateKey(failure))

interface IdleSession {
  readonly lsid: { readonly id: unknown }
}

/**
 * Ends the transactions of dead or suspended processes. The server keeps such a transaction open for a
 * minute, with all its writes locked. A living owner starts its transaction again. Needs no right beyond the
 * user's own.
 */
const endAbandoned = async (client: Mongo['client'], afterMs: number): Promise<void> => {
  // $currentOp requires this read concern
  const admin = client.db('admin', { readConcern: new ReadConcern('local') })
  const idle = await admin
    .aggregate<IdleSession>([
      { $currentOp: { allUsers: false, idleSessions: true } },
      {
        $match: {
          type: 'idleSession',
          appName: { $eq: client.options.appName },
          'transaction.timeInactiveMicros': { $gt: afterMs * 1000 },
        },
      },
    ])
    .toArray()
  if (idle.length > 0) await admin.command({ killSessions: idle.map(({ lsid }) => ({ id: lsid.id })) })
}

const commitTransaction = async (session: ClientSession, until: number): Promise<void> => {
  for (;;) {
    try {
      await session.commitTransaction()
      return
    } catch (failure) {
      const unknown = isOf(failure, 'UnknownTransactionCommitResult')
      if (!unknown || failure instanceof MongoServerSelectionError || Date.now() > until) throw failure
    }
  }
}

/**
 * Runs `work` as one transaction, durable on a majority when it resolves; any outcome but `committed` undoes
 * it. Its reads are a snapshot. A read is safe from concurrent writers only if the transaction also writes
 * that document. `work` is repeated after a conflict, so it must have no other effects. Rejects while MongoDB
 * is away; whether the commit happened is then unknown.
 */
export const inTransaction = async <Other extends string>(
  { client }: Pick<Mongo, 'client'>,
  work: (session: ClientSession) => Promise<'committed' | Other>,
  { abandonedAfterMs = ABANDONED_AFTER }: { readonly abandonedAfterMs?: number } = {},
): Promise<'committed' | Other> => {
  const until = Date.now() + RETRY_FOR
  let look = Date.now() + LOOK_EVERY
  for (let attempt = 1; ; attempt++) {
    const session = client.startSession()
    try {
      session.startTransaction({
        readConcern: { level: 'snapshot' },
        writeConcern: { w: 'majority', journal: true },
        readPreference: 'primary',
      })
      const outcome = await work(session)
      if (outcome === 'committed') await commitTransaction(session, until)
      else await session.abortTransaction()
      return outcome
    } catch (failure) {
      if (!mayRetry(failure) || Date.now() > until) throw failure
    } finally {
      // Aborts an open transaction. Not awaited, because the server may be away.
      void session.endSession().catch(() => {})
    }
    await setTimeout(Math.random() * Math.min(100, 5 * attempt))
    if (Date.now() > look) {
      // Without the right to do so, the server aborts the transaction later.
      await endAbandoned(client, abandonedAfterMs).catch(() => undefined)
      look = Date.now() + LOOK_EVERY
    }
  }
}
