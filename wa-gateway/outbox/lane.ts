import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import { createBoundedCache } from '@guiche/infra/bounded-cache.js'
import type { Attempts } from '@guiche/infra/due-work/attempts.js'
import { createLoop, type Loop } from '@guiche/infra/loop.js'

/** The outcome of one piece of work. */
export type Outcome =
  | { readonly kind: 'done' }
  /** final: reported, and the next work goes on */
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly detail: string }
  /** the same again after some milliseconds */
  | { readonly kind: 'wait'; readonly ms: number }
  /** retried a few times (`Attempts`), then reported with `code` */
  | { readonly kind: 'fault'; readonly code: ErrorCode; readonly detail: string }
  /** the lane stops until woken */
  | { readonly kind: 'halt' }
  /** the file is being prepared: other work goes on meanwhile, except in the same chat */
  | { readonly kind: 'aside'; readonly ready: Promise<unknown> }

interface Deps {
  /** work after this position, oldest first */
  readonly load: (after: string) => Promise<readonly DueWorkDoc[]>
  /** whether loaded work is still due: it may have been withdrawn or requested again */
  readonly isDue: (work: DueWorkDoc) => Promise<boolean>
  readonly perform: (work: DueWorkDoc) => Promise<Outcome>
  /** reports a failure; the lane goes on once the report is stored */
  readonly fail: (work: DueWorkDoc, code: ErrorCode, detail: string) => Promise<void>
  /** number of tries of each work */
  readonly attempts: Attempts
  /**
   * `all`: a failed item blocks all other items until its next try, and each chat keeps its order. `itself`: items are
   * independent.
   */
  readonly holdsUp: 'all' | 'itself'
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

/** `stop` resolves when no work runs, apart from preparations. */
export type Lane = Pick<Loop, 'wake' | 'stop'>

/** Before the second and the third try, in milliseconds. */
export const RETRY_DELAYS = [2_000, 4_000]
const ERROR_MS = 1_000
/** Most work in a lane's memory. Beyond it only the askers in memory take turns. */
const MAX_WAITING = 5_000
/** Askers whose last turns are remembered. */
const MAX_CACHED_SENDERS = 1_000

const newState = () => ({
  /** loaded and not finished, oldest first */
  waiting: [] as DueWorkDoc[],
  /** position of the newest loaded work; finished work is not loaded again while the view still shows it */
  loaded: '',
  mayHaveMore: true,
  /** positions of work in preparation */
  aside: new Set<string>(),
  /** the turn at which each asker was served last */
  served: createBoundedCache<string, number>(MAX_CACHED_SENDERS),
  turn: 0,
})

interface WorkingLane extends Deps, ReturnType<typeof newState> {
  readonly loop: Loop
}

/** Processes due work once. */
const processDue = async (lane: WorkingLane): Promise<void> => {
  const { waiting, served, loop } = lane
  const held = new Set<string>()
  while (!loop.stopped) {
    if (lane.mayHaveMore) await loadMore(lane)
    const work = nextWork(lane, held)
    if (work === null || loop.stopped) return
    const went = await tryWork(lane, work)
    if (went === 'stop') return
    if (went === 'held') held.add(keyOf(lane, work))
    else {
      waiting.splice(waiting.indexOf(work), 1)
      lane.turn += 1
      served.set(work.asker, lane.turn)
    }
  }
}

/** Loads the work after the newest known one. */
const loadMore = async (lane: WorkingLane): Promise<void> => {
  lane.mayHaveMore = false
  try {
    while (lane.waiting.length < MAX_WAITING) {
      const batch = await lane.load(lane.loaded)
      const last = batch.at(-1)
      if (last === undefined) return
      lane.waiting.push(...batch)
      lane.loaded = last.since
    }
    lane.mayHaveMore = true
  } catch (error) {
    lane.mayHaveMore = true
    throw error
  }
}

/** The key of an item's lane: its chat, or the item itself if items are independent. */
const keyOf = ({ holdsUp }: WorkingLane, { id, contactId, ticketId }: DueWorkDoc): string =>
  holdsUp === 'all' ? `${contactId ?? `ticket ${ticketId}`}` : id

/** The next work whose chat is free: the oldest one of the asker who was served the longest ago. */
const nextWork = (lane: WorkingLane, held: ReadonlySet<string>): DueWorkDoc | null => {
  const { waiting, aside, served } = lane
  const [passed, askers] = [new Set(held), new Set<string>()]
  let [best, bestTurn]: [DueWorkDoc | null, number] = [null, Number.POSITIVE_INFINITY]
  for (const work of waiting) {
    const key = keyOf(lane, work)
    if (passed.has(key)) continue
    passed.add(key)
    if (aside.has(work.since) || askers.has(work.asker)) continue
    askers.add(work.asker)
    const servedAt = served.get(work.asker) ?? 0
    if (servedAt >= bestTurn) continue
    best = work
    bestTurn = servedAt
  }
  return best
}

/** Tries one piece of work. `held`: the work waits, and other work goes on. */
const tryWork = async (lane: WorkingLane, work: DueWorkDoc): Promise<'finished' | 'held' | 'stop'> => {
  const { attempts, now, loop } = lane
  if (!(await lane.isDue(work))) return 'finished'
  const notBefore = attempts.of(work)?.dueAt ?? 0
  if (notBefore > now()) return postponeWork(lane, notBefore)
  const outcome = await lane.perform(work)
  if (outcome.kind === 'halt') return 'stop'
  if (outcome.kind === 'wait') {
    loop.wakeIn(outcome.ms)
    return 'stop'
  }
  if (outcome.kind === 'aside') {
    setAside(lane, work, outcome.ready)
    return 'held'
  }
  if (outcome.kind === 'fault') {
    const again = await attempts.failed(work, outcome.code)
    if (again !== null) return postponeWork(lane, again)
  }
  if (outcome.kind !== 'done') await lane.fail(work, outcome.code, outcome.detail)
  await attempts.over(work)
  return 'finished'
}

/** Postpones a piece of work to the time of its next try. */
const postponeWork = ({ loop, now, holdsUp }: WorkingLane, time: number): 'held' | 'stop' => {
  loop.wakeIn(time - now())
  return holdsUp === 'all' ? 'stop' : 'held'
}

const setAside = ({ aside, loop }: WorkingLane, { since }: DueWorkDoc, ready: Promise<unknown>): void => {
  aside.add(since)
  const isReady = () => {
    aside.delete(since)
    loop.wake()
  }
  ready.then(isReady, isReady)
}

/**
 * The work of one connection. Users take turns: the oldest item of each user comes next, and each chat keeps its order. So
 * hundreds of items of one user do not delay other users.
 */
export const createLane = (deps: Deps): Lane => {
  const loop = createLoop(() => processDue(lane), { onFailure: deps.onError, retryMs: ERROR_MS })
  const lane: WorkingLane = { ...deps, ...newState(), loop }
  return {
    wake: () => {
      lane.mayHaveMore = true
      loop.wake()
    },
    stop: loop.stop,
  }
}
