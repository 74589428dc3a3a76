import type { MessageDoc } from '@guiche/contracts/views/ticket.js'
import { LRUCache } from 'lru-cache'
import type { ProviderSession } from '../providers/provider.js'
import type { Outcome } from './lane.js'

/** Files that are read and uploaded at the same time for one connection. */
const AT_ONCE = 2
const REMEMBERED = 1_000

interface Making {
  readonly line: ProviderSession
  readonly ready: Promise<void>
  /** what is against it, null when nothing is; undefined while it is under way */
  outcome?: Outcome | null
  failure?: unknown
}

/** Gives what is against sending it, null when nothing is. */
type Make = () => Promise<Outcome | null>

/**
 * Makes files ready beside the order in which messages go, a few at once: a long film holds up nobody but its own
 * chat.
 */
export const createMakeReady = () => {
  const made = new LRUCache<string, Making>({ max: REMEMBERED })
  const running = new Map<number, Set<Promise<void>>>()

  const begin = ({ id, connectionId }: MessageDoc, line: ProviderSession, make: Make): Outcome => {
    const others = running.get(connectionId) ?? new Set()
    if (others.size >= AT_ONCE) return { kind: 'aside', ready: Promise.race(others) }
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

  /** Null when the message may be sent. What came of making it is told once; throws what `make` rejected with. */
  return (message: MessageDoc, line: ProviderSession, make: Make): Outcome | null => {
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
}
