import { pick } from '@guiche/contracts/pick.js'
import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import { SessionOverError } from '../session-over.js'
import type { Batch } from './batch.js'

/** A session that takes parts. */
interface Taker<P> {
  /** aborts when the session ends, or the vault fails */
  readonly ended: AbortSignal
  /** Takes the messages that an earlier session stored but did not report. */
  takeLeft(): Promise<void>
  take(part: P): Promise<void>
  /** called with each failure */
  failed(failure: unknown): void
}

/**
 * Events that come once and were not taken yet, such as parts of a phone's history. They outlive a connection's
 * session.
 */
export interface Backlog<P> {
  /** WhatsApp sends a part once, so it stays here until this session or the next one has handled it. */
  add(part: P): void
  /** A new session: takes waiting parts, the oldest first, and then new ones. */
  follow(session: Taker<P>): void
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
}

/** A backlog of one connection, in memory. Parts are taken one at a time, in their order. */
export const createBacklog = <P>(): Backlog<P> => {
  const parts: P[] = []
  const inOrder = createSerialQueue()
  let current: Taker<P> | null = null
  let begun: Taker<P> | null = null

  const takeAll = async (): Promise<void> => {
    const session = current
    if (session === null) return
    if (session !== begun) {
      begun = session
      await session.takeLeft().catch(session.failed)
    }
    // a newer session gets a pass of its own
    for (let [part] = parts; part !== undefined && session === current; [part] = parts) {
      if (session.ended.aborted) return
      try {
        await session.take(part)
      } catch (failure) {
        session.failed(failure)
        // If the session is alive, the part itself is bad. It would fail again and block the others, so it is dropped.
        if (session.ended.aborted || failure instanceof SessionOverError) return
      }
      parts.shift()
    }
  }
  const wake = (): void => void inOrder('pass', takeAll)

  return {
    add: (part) => {
      parts.push(part)
      wake()
    },
    follow: (session) => {
      current = session
      wake()
    },
    idle: inOrder.idle,
  }
}

/**
 * Waits until a batch is handled. The library acknowledges receipts, calls and messages without content before it emits them.
 * So a batch that fails while the vault is unavailable (`keysLost`) goes to the backlog of the next session.
 */
export const untilTaken = async (
  batch: Batch,
  taking: Promise<void>,
  { backlog, keysLost }: { readonly backlog: Pick<Backlog<Batch>, 'add'>; readonly keysLost: AbortSignal },
): Promise<void> => {
  try {
    await taking
  } catch (failure) {
    if (keysLost.aborted) {
      backlog.add(pick(batch, 'messages.upsert', 'messages.update', 'message-receipt.update', 'call'))
    }
    throw failure
  }
}
