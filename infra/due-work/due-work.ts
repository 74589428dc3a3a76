import { collectionOf } from '@guiche/contracts/due-work/index.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import { createBoundedCache } from '../bounded-cache.js'
import type { Condition, Scalar } from '../read-store/read-store.js'
import type { Documents } from '../records/documents.js'
import { type Limits, roomOf, whoIsNext } from '../who-is-next.js'
import type { Attempts } from './attempts.js'

/** Work of one kind that is due at a time: requested and cancelled by events, folded by the view `due-work`. */
export interface DueWork {
  /** Claims due work, round-robin over companies. It runs until `done`, `retryLater` or `release` is called. */
  claim(): Promise<DueWorkDoc[]>
  /** It is over, done or given up: it is not claimed again while the view still shows it. */
  done(work: DueWorkDoc): Promise<void>
  /** It failed for a reason of its own. `later`: it becomes due again; `last`: that was its last try. */
  retryLater(work: DueWorkDoc, reason: string): Promise<'later' | 'last'>
  /** It was not tried, for a reason that is not its own. */
  release(work: DueWorkDoc): void
  /** Whether there is work whose time has come, also when it has failed and waits. */
  isAnyDue(): Promise<boolean>
  /** When the next one becomes due, in milliseconds since the epoch, after now; infinity when none is known. */
  nextDueAt(): Promise<number>
}

const PAGE = 100
const REMEMBERED = 10_000
/** Work in the order in which it is due. */
export const BY_TIME = [
  ['dueAt', 1],
  ['id', 1],
] as const
const isoOf = (time: number): string => new Date(time).toISOString()
/** Behind every time, as text. */
const BEHIND_ALL_TIMES = '~'

export const createDueWork = (deps: {
  readonly documents: Pick<Documents, 'find' | 'first'>
  readonly attempts: Attempts
  readonly kind: DueWorkDoc['kind']
  readonly limits: Limits
  readonly now: () => number
  /** Whether the work of a company has to wait now, however much of it is due. */
  readonly isHeld?: (companyId: number) => Promise<boolean>
}): DueWork => {
  const { documents, attempts, kind, limits, now, isHeld = async () => false } = deps
  const collection = collectionOf(kind)
  /** companies of what is under way, by id */
  const running = new Map<string, number>()
  /** requests that are over, by id */
  const finished = createBoundedCache<string, string>(REMEMBERED)
  let lastCompany = 0

  const first = (dueAt: Condition): Promise<DueWorkDoc | null> =>
    documents.first(collection, { where: { kind, dueAt }, sort: BY_TIME })
  const runningBy = (): Map<number, number> => {
    const counts = new Map<number, number>()
    for (const companyId of running.values()) counts.set(companyId, (counts.get(companyId) ?? 0) + 1)
    return counts
  }
  const isFree = (work: DueWorkDoc, time: number): boolean =>
    !running.has(work.id) && finished.get(work.id) !== work.since && (attempts.of(work)?.dueAt ?? 0) <= time

  /** Up to a company's room of each of these companies, until there is enough for all that may begin. */
  const collect = async (
    found: DueWorkDoc[],
    time: number,
    later: boolean,
    companyId: Condition,
  ): Promise<void> => {
    const where = { kind, later, dueAt: { lte: isoOf(time) }, companyId }
    const counts = runningBy()
    const taken = new Map<number, number>()
    const held = new Map<number, boolean>()
    const isFull = (id: number): boolean =>
      held.get(id) === true || (taken.get(id) ?? 0) >= roomOf(id, counts, limits)
    for (let after: readonly Scalar[] | null = null; found.length < limits.atOnce; ) {
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

  return {
    claim: async () => {
      const time = now()
      if (running.size >= limits.atOnce) return []
      const candidates: DueWorkDoc[] = []
      for (const later of [false, true]) {
        await collect(candidates, time, later, { gt: lastCompany })
        await collect(candidates, time, later, { lte: lastCompany })
      }
      const next = whoIsNext(candidates, runningBy(), limits, lastCompany)
      for (const { id, companyId } of next) running.set(id, companyId)
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
