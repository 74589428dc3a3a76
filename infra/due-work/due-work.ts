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
const MAX_FINISHED = 10_000
/**
 * Limits of reading ahead: all work, work of one company, and milliseconds. Changes of work (due, cancelled,
 * held) take effect after that time.
 */
const READ_AHEAD = { inAll: 400, ofOne: 50, ms: 500 }
/** Work by due time. */
export const BY_TIME = [
  ['dueAt', 1],
  ['id', 1],
] as const
const isoOf = (time: number): string => new Date(time).toISOString()
/** Greater than every time as text. */
const BEHIND_ALL_TIMES = '~'

interface DueWorkDeps {
  readonly documents: Pick<Documents, 'find' | 'first'>
  readonly attempts: Attempts
  readonly kind: DueWorkDoc['kind']
  readonly limits: Limits
  readonly now: () => number
  /** Whether the company's work must wait now, even if due. */
  readonly isHeld?: (companyId: number) => Promise<boolean>
}

const stateOf = (deps: DueWorkDeps) => ({
  ...deps,
  collection: collectionOf(deps.kind),
  isHeld: deps.isHeld ?? (async () => false),
  /** companies of running work, by id */
  running: new Map<string, number>(),
  /** requests that are over, by id */
  finished: createBoundedCache<string, string>(MAX_FINISHED),
  lastCompany: 0,
  /** read and unclaimed work, in the order of its due time */
  ahead: [] as readonly DueWorkDoc[],
  readAt: 0,
})
type State = ReturnType<typeof stateOf>

const firstWork = ({ documents, collection, kind }: State, dueAt: Condition): Promise<DueWorkDoc | null> =>
  documents.first(collection, { where: { kind, dueAt }, sort: BY_TIME })
const runningBy = ({ running }: State): Map<number, number> => {
  const counts = new Map<number, number>()
  for (const companyId of running.values()) counts.set(companyId, (counts.get(companyId) ?? 0) + 1)
  return counts
}
const isFree = ({ running, finished, attempts }: State, work: DueWorkDoc, time: number): boolean =>
  !running.has(work.id) && finished.get(work.id) !== work.since && (attempts.of(work)?.dueAt ?? 0) <= time

/** Collects work of these companies, until there is enough. */
const collectWork = async (
  state: State,
  found: DueWorkDoc[],
  time: number,
  later: boolean,
  companyId: Condition,
): Promise<void> => {
  const { documents, collection, kind, isHeld } = state
  const where = { kind, later, dueAt: { lte: isoOf(time) }, companyId }
  const taken = new Map<number, number>()
  const held = new Map<number, boolean>()
  const isFull = (id: number): boolean => held.get(id) === true || (taken.get(id) ?? 0) >= READ_AHEAD.ofOne
  for (let after: readonly Scalar[] | null = null; found.length < READ_AHEAD.inAll; ) {
    const page: DueWorkDoc[] = await documents.find(collection, {
      ...{ where, limit: PAGE, ...(after !== null && { after }) },
      sort: [['companyId', 1], ...BY_TIME],
    })
    for (const work of page) {
      if (!held.has(work.companyId)) held.set(work.companyId, await isHeld(work.companyId))
      if (isFull(work.companyId) || !isFree(state, work, time)) continue
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

const readAhead = async (state: State, time: number): Promise<void> => {
  const found: DueWorkDoc[] = []
  for (const later of [false, true]) {
    await collectWork(state, found, time, later, { gt: state.lastCompany })
    await collectWork(state, found, time, later, { lte: state.lastCompany })
  }
  state.ahead = found
  state.readAt = time
}

/** Takes work that was read ahead; nothing if that read is old. */
const takeReadAhead = (state: State, time: number): DueWorkDoc[] => {
  const { running, readAt, ahead, limits, lastCompany } = state
  if (running.size === 0 || Math.abs(time - readAt) > READ_AHEAD.ms) return []
  const free = ahead.filter((work) => isFree(state, work, time))
  return nextInTurn(free, runningBy(state), limits, lastCompany)
}

const claimWork = async (state: State): Promise<DueWorkDoc[]> => {
  const { running, limits } = state
  const time = state.now()
  if (running.size >= limits.atOnce) return []
  let next = takeReadAhead(state, time)
  if (next.length === 0) {
    await readAhead(state, time)
    next = nextInTurn(state.ahead, runningBy(state), limits, state.lastCompany)
  }
  for (const { id, companyId } of next) running.set(id, companyId)
  const taken = new Set(next)
  state.ahead = state.ahead.filter((work) => !taken.has(work))
  state.lastCompany = next.at(-1)?.companyId ?? state.lastCompany
  return next
}

export const createDueWork = (deps: DueWorkDeps): DueWork => {
  const state = stateOf(deps)
  const { attempts, now, running, finished } = state
  return {
    claim: () => claimWork(state),
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
    isAnyDue: async () => (await firstWork(state, { lte: isoOf(now()) })) !== null,
    nextDueAt: async () => {
      const time = now()
      const next = await firstWork(state, { gt: isoOf(time) })
      const dueAt = next === null ? Number.POSITIVE_INFINITY : Date.parse(next.dueAt)
      return Math.min(dueAt, attempts.nextDueAt(time))
    },
  }
}
