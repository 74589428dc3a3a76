import { collectionOf } from '@guiche/contracts/due-work/index.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import { createBoundedCache } from '../bounded-cache.js'
import type { Condition, Scalar } from '../read-store/read-store.js'
import type { Documents } from '../records/documents.js'
import { type Limits, nextInTurn } from '../round-robin.js'
import type { Attempts } from './attempts.js'

/** Work of one kind that is due at a time: requested and cancelled by events, folded by the view `due-work`. */
export interface DueWork {
  /** Claims due work, round-robin over companies. A claim lasts until `done`, `retryLater` or `release` is called. */
  claim(): Promise<DueWorkDoc[]>
  /** The work is done or given up. It is not claimed again while the view still shows the work. */
  done(work: DueWorkDoc): Promise<void>
  /** The work itself failed. Gives `later`: due again later; `last`: that was the last attempt. */
  retryLater(work: DueWorkDoc, reason: string): Promise<'later' | 'last'>
  /** Ends the claim without an attempt: the work could not start for another reason. */
  release(work: DueWorkDoc): void
  /** Whether any work is due, including failed and waiting work. */
  isAnyDue(): Promise<boolean>
  /** Time when the next work becomes due, in milliseconds since the epoch, after now; infinity if unknown. */
  nextDueAt(): Promise<number>
}

const PAGE = 100
const REMEMBERED = 10_000
/**
 * Limits of reading ahead: all work, work of one company, and milliseconds. Changes of work (due, cancelled,
 * held) take effect after that time.
 */
const AHEAD = { inAll: 400, ofOne: 50, ms: 500 }
/** Work by due time. */
export const BY_TIME = [
  ['dueAt', 1],
  ['id', 1],
] as const
const isoOf = (time: number): string => new Date(time).toISOString()
/** Greater than every time as text. */
const BEHIND_ALL_TIMES = '~'

export const createDueWork = (deps: {
  readonly documents: Pick<Documents, 'find' | 'first'>
  readonly attempts: Attempts
  readonly kind: DueWorkDoc['kind']
  readonly limits: Limits
  readonly now: () => number
  /** Whether the company's work must wait now, even if due. */
  readonly isHeld?: (companyId: number) => Promise<boolean>
}): DueWork => {
  const { documents, attempts, kind, limits, now, isHeld = async () => false } = deps
  const collection = collectionOf(kind)
  /** companies of running work, by id */
  const running = new Map<string, number>()
  /** finished requests, by id */
  const finished = createBoundedCache<string, string>(REMEMBERED)
  let lastCompany = 0
  /** read and unclaimed work, by due time */
  let ahead: readonly DueWorkDoc[] = []
  let readAt = 0

  const first = (dueAt: Condition): Promise<DueWorkDoc | null> =>
    documents.first(collection, { where: { kind, dueAt }, sort: BY_TIME })
  const runningBy = (): Map<number, number> => {
    const counts = new Map<number, number>()
    for (const companyId of running.values()) counts.set(companyId, (counts.get(companyId) ?? 0) + 1)
    return counts
  }
  const isFree = (work: DueWorkDoc, time: number): boolean =>
    !running.has(work.id) && finished.get(work.id) !== work.since && (attempts.of(work)?.dueAt ?? 0) <= time

  /** Collects work of these companies until the batch is full. */
  const collect = async (
    found: DueWorkDoc[],
    time: number,
    later: boolean,
    companyId: Condition,
  ): Promise<void> => {
    const where = { kind, later, dueAt: { lte: isoOf(time) }, companyId }
    const taken = new Map<number, number>()
    const held = new Map<number, boolean>()
    const isFull = (id: number): boolean => held.get(id) === true || (taken.get(id) ?? 0) >= AHEAD.ofOne
    for (let after: readonly Scalar[] | null = null; found.length < AHEAD.inAll; ) {
      const page: DueWorkDoc[] = await documents.find(collection, {
        ...{ where, limit: PAGE, ...(after !== null && { after }) },
        sort: [['companyId', 1], ...BY_TIME],
      })
      for (const work of page) {
        if (!held.has(work.companyId)) held.set(work.companyId, await isHeld(work.companyId))
        if (isFull(work.companyId) || !isFree(work, time)) continue
        found.push(work)
        taken.set(work.companyId, (taken.get(work.companyId) ?? 0) + 1)
      }
      const last = page.at(-1)
      if (last === undefined || page.length < PAGE) return
      after = isFull(last.companyId)
        ? [last.companyId, BEHIND_ALL_TIMES, '']
        : [last.companyId, last.dueAt, last.id]
    }
  }

  const readAhead = async (time: number): Promise<void> => {
    const found: DueWorkDoc[] = []
    for (const later of [false, true]) {
      await collect(found, time, later, { gt: lastCompany })
      await collect(found, time, later, { lte: lastCompany })
    }
    ahead = found
    readAt = time
  }
  /** Takes work that was read ahead; nothing if the read is too old. */
  const take = (time: number): DueWorkDoc[] => {
    if (running.size === 0 || Math.abs(time - readAt) > AHEAD.ms) return []
    return nextInTurn(
      ahead.filter((work) => isFree(work, time)),
      runningBy(),
      limits,
      lastCompany,
    )
  }

  return {
    claim: async () => {
      const time = now()
      if (running.size >= limits.atOnce) return []
      let next = take(time)
      if (next.length === 0) {
        await readAhead(time)
        next = nextInTurn(ahead, runningBy(), limits, lastCompany)
      }
      for (const { id, companyId } of next) running.set(id, companyId)
      const taken = new Set(next)
      ahead = ahead.filter((work) => !taken.has(work))
      lastCompany = next.at(-1)?.companyId ?? lastCompany
      return next
    },
    done: async (work) => {
      running.delete(work.id)
      finished.set(work.id, work.since)
      await attempts.over(work)
    },
    retryLater: async (work, reason) => {
      const dueAt = await attempts.failed(work, reason)
      if (dueAt === null) return 'last'
      running.delete(work.id)
      return 'later'
    },
    release: ({ id }) => void running.delete(id),
    isAnyDue: async () => (await first({ lte: isoOf(now()) })) !== null,
    nextDueAt: async () => {
      const time = now()
      const next = await first({ gt: isoOf(time) })
      return Math.min(
        next === null ? Number.POSITIVE_INFINITY : Date.parse(next.dueAt),
        attempts.nextDueAt(time),
      )
    },
  }
}
