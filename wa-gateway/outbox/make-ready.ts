import { createBoundedCache } from '@guiche/infra/bounded-cache.js'
import type { ProviderSession } from '../providers/provider.js'
import type { Outcome } from './lane.js'

const REMEMBERED = 1_000

interface Making {
  readonly line: ProviderSession
  readonly ready: Promise<void>
  /** why it cannot be sent, null when it can; undefined while it is being prepared */
  outcome?: Outcome | null
  failure?: unknown
}

/** Gives why it cannot be sent, or null. */
type Make = () => Promise<Outcome | null>

interface Thing {
  readonly id: string
  readonly connectionId: number
}

/**
 * Prepares files beside the lanes, several at once for each connection, so that a large file delays its own chat only.
 * `whenFull`: the outcome when too many are being prepared.
 */
export const createMakeReady = (atOnce: number, whenFull: 'aside' | 'halt') => {
  const made = createBoundedCache<string, Making>(REMEMBERED)
  const running = new Map<number, Set<Promise<void>>>()

  const begin = ({ id, connectionId }: Thing, line: ProviderSession, make: Make): Outcome => {
    const others = running.get(connectionId) ?? new Set()
    if (others.size >= atOnce) {
      return whenFull === 'halt' ? { kind: 'halt' } : { kind: 'aside', ready: Promise.race(others) }
    }
    const over = (result: Pick<Making, 'outcome' | 'failure'>): void => {
      Object.assign(making, result)
      others.delete(ready)
      if (others.size === 0) running.delete(connectionId)
    }
    const ready = make().then(
      (outcome) => over({ outcome }),
      (failure: unknown) => over({ outcome: null, failure }),
    )
    const making: Making = { line, ready }
    made.set(id, making)
    running.set(connectionId, others.add(ready))
    return { kind: 'aside', ready }
  }

  /** Null when it can be sent. The result is given once; throws what `make` rejected with. */
  const makeReady = (message: Thing, line: ProviderSession, make: Make): Outcome | null => {
    const known = made.get(message.id)
    if (known === undefined) return begin(message, line, make)
    const { outcome, failure, ready } = known
    if (outcome === undefined) return { kind: 'aside', ready }
    made.delete(message.id)
    if (failure !== undefined) throw failure
    // Another line is up by now.
    if (outcome?.kind === 'halt' && known.line !== line) return begin(message, line, make)
    return outcome
  }
  /** Resolves when nothing is under way. */
  const idle = async (): Promise<void> =>
    void (await Promise.all([...running.values()].flatMap((all) => [...all])))
  return Object.assign(makeReady, { idle })
}
