import { pick } from '@guiche/contracts/pick.js'
import type { Backlog } from './backlog.js'
import type { Batch } from './batch.js'

interface Deps {
  readonly take: (batch: Batch) => Promise<void>
  /** does one thing after another, for the session */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>
  /** outlives the session */
  readonly backlog: Backlog<Batch>
  /** aborts when the session ends, or the vault fails */
  readonly ended: AbortSignal
  /** aborts when the vault has failed */
  readonly keysLost: AbortSignal
  readonly failed: (failure: unknown) => void
}

/**
 * Takes batches. The package confirms receipts, calls and messages without content before it hands them over. So the
 * next session takes batches that failed while the vault was away. Idempotent.
 */
export const createOnce = ({ take, inTurn, backlog, ended, keysLost, failed }: Deps) => {
  backlog.follow({
    ended,
    takeLeft: async () => undefined,
    take: (batch) => inTurn(() => take(batch)),
    failed,
  })
  return async (batch: Batch): Promise<void> => {
    try {
      await take(batch)
    } catch (failure) {
      if (keysLost.aborted) {
        backlog.add(pick(batch, 'messages.upsert', 'messages.update', 'message-receipt.update', 'call'))
      }
      throw failure
    }
  }
}
