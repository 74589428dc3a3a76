import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import { createBoundedCache } from '@guiche/infra/bounded-cache.js'
import { wordsOf } from '../logger.js'
import type { ProviderSession } from '../providers/provider.js'
import type { Outcome } from './lane.js'

const MAX_CACHED_RUNS = 1_000

interface PreparationRun {
  readonly line: ProviderSession
  readonly ready: Promise<void>
  /** error of the preparation, null for success; undefined while it runs */
  outcome?: Outcome | null
  failure?: unknown
}

/** Gives the outcome that prevents the message's sending, or null. */
type PrepareMessage = () => Promise<Outcome | null>

interface PreparedThing {
  readonly id: string
  readonly connectionId: number
}

interface Deps {
  readonly blobs: Pick<Blobs, 'info'>
  /** files of one connection that are prepared at the same time */
  readonly atOnce: number
  /** the outcome when too many are being prepared */
  readonly whenFull: 'aside' | 'halt'
  /** error of an aborted preparation */
  readonly code: ErrorCode
}

/** An unused file id: asking for it tests whether the store of files answers. */
const NO_FILE = '0'.repeat(40)

/** Prepares files beside the lanes, several at once per connection. So a large file delays only its own chat. */
export const createPreparation = ({ blobs, atOnce, whenFull, code }: Deps) => {
  const made = createBoundedCache<string, PreparationRun>(MAX_CACHED_RUNS)
  const running = new Map<number, Set<Promise<void>>>()

  const begin = (
    { id, connectionId }: PreparedThing,
    line: ProviderSession,
    make: PrepareMessage,
  ): Outcome => {
    const others = running.get(connectionId) ?? new Set()
    if (others.size >= atOnce) {
      return whenFull === 'halt' ? { kind: 'halt' } : { kind: 'aside', ready: Promise.race(others) }
    }
    const over = (result: Pick<PreparationRun, 'outcome' | 'failure'>): void => {
      Object.assign(making, result)
      others.delete(ready)
      if (others.size === 0) running.delete(connectionId)
    }
    /**
     * A failed preparation is the file's fault, and counts as a try. Rejects while the store of files does not answer.
     */
    const faultOf = async (failure: unknown): Promise<Outcome> => {
      await blobs.info(NO_FILE)
      return { kind: 'fault', code, detail: wordsOf(failure) }
    }
    const ready = make()
      .catch(faultOf)
      .then(
        (outcome) => over({ outcome }),
        (failure: unknown) => over({ outcome: null, failure }),
      )
    const making: PreparationRun = { line, ready }
    made.set(id, making)
    running.set(connectionId, others.add(ready))
    return { kind: 'aside', ready }
  }

  /** Gives null if the message can be sent. The result is given once. Throws while files are away. */
  const makeReady = (message: PreparedThing, line: ProviderSession, make: PrepareMessage): Outcome | null => {
    const known = made.get(message.id)
    if (known === undefined) return begin(message, line, make)
    const { outcome, failure, ready } = known
    if (outcome === undefined) return { kind: 'aside', ready }
    made.delete(message.id)
    if (failure !== undefined) throw failure
    // The connection's line was replaced meanwhile.
    if (outcome?.kind === 'halt' && known.line !== line) return begin(message, line, make)
    return outcome
  }
  /** Resolves when nothing is under way. */
  const idle = async (): Promise<void> =>
    void (await Promise.all([...running.values()].flatMap((all) => [...all])))
  return Object.assign(makeReady, { idle })
}
