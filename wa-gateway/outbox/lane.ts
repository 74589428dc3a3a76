import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import type { Attempts } from '@guiche/infra/due-work/attempts.js'
import { createLoop, type Loop } from '@guiche/infra/loop.js'

/** What became of one piece of work. */
export type Outcome =
  | { readonly kind: 'done' }
  /** for good; it is reported and the next one goes on */
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly detail: string }
  /** the same again after some milliseconds */
  | { readonly kind: 'wait'; readonly ms: number }
  /** retried a few times (`Attempts`), then reported with `code` */
  | { readonly kind: 'fault'; readonly code: ErrorCode; readonly detail: string }
  /** the lane stops until it is woken */
  | { readonly kind: 'halt' }
  /** it is being prepared: the others go on meanwhile, except those of the same chat */
  | { readonly kind: 'aside'; readonly ready: Promise<unknown> }

interface Deps {
  /** work after this position, oldest first */
  readonly load: (after: string) => Promise<readonly DueWorkDoc[]>
  readonly perform: (work: DueWorkDoc) => Promise<Outcome>
  /** tells of a failure; the lane goes on when it is kept */
  readonly fail: (work: DueWorkDoc, code: ErrorCode, detail: string) => Promise<void>
  /** how often each piece was tried */
  readonly attempts: Attempts
  /**
   * `all`: one that failed holds up all others until its next try, and nothing overtakes anything of its chat. `itself`:
   * each stands for itself.
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

const chatOf = ({ contactId, ticketId }: DueWorkDoc): string => `${contactId ?? `ticket ${ticketId}`}`

/** Works for one connection, in order. Finished work is skipped while the view still shows it. */
export const createLane = (deps: Deps): Lane => {
  /** everything up to here is finished */
  let after = ''
  /** positions beyond it that are finished, too, while something before them is aside */
  const finished = new Set<string>()
  /** positions of what is being made ready */
  const aside = new Set<string>()

  const setAside = ({ since }: DueWorkDoc, ready: Promise<unknown>): void => {
    aside.add(since)
    const isReady = () => {
      aside.delete(since)
      loop.wake()
    }
    ready.then(isReady, isReady)
  }

  /** Leaves a piece alone until its next try. */
  const until = (time: number): 'held' | 'stop' => {
    loop.wakeIn(time - deps.now())
    return deps.holdsUp === 'all' ? 'stop' : 'held'
  }

  const step = async (work: DueWorkDoc): Promise<'finished' | 'held' | 'stop'> => {
    const notBefore = deps.attempts.of(work)?.dueAt ?? 0
    if (notBefore > deps.now()) return until(notBefore)
    const outcome = await deps.perform(work)
    if (outcome.kind === 'halt') return 'stop'
    if (outcome.kind === 'wait') {
      loop.wakeIn(outcome.ms)
      return 'stop'
    }
    if (outcome.kind === 'aside') {
      setAside(work, outcome.ready)
      return 'held'
    }
    if (outcome.kind === 'fault') {
      const next = await deps.attempts.failed(work, outcome.code)
      if (next !== null) return until(next)
    }
    if (outcome.kind !== 'done') await deps.fail(work, outcome.code, outcome.detail)
    await deps.attempts.over(work)
    return 'finished'
  }

  /** Processes due work once. */
  const pass = async (): Promise<void> => {
    const held = new Set<string>()
    for (let from = after; ; ) {
      const batch = await deps.load(from)
      if (batch.length === 0) return
      for (const work of batch) {
        if (loop.stopped) return
        from = work.since
        const chat = deps.holdsUp === 'all' ? chatOf(work) : work.id
        const isDone = finished.has(from)
        if (!isDone && (held.has(chat) || aside.has(from))) {
          held.add(chat)
          continue
        }
        const went = isDone ? 'finished' : await step(work)
        if (went === 'stop') return
        if (went === 'held') held.add(chat)
        else if (held.size > 0) finished.add(from)
        else {
          after = from
          for (const one of finished) if (one <= after) finished.delete(one)
        }
      }
    }
  }

  const loop = createLoop(pass, { onFailure: deps.onError, retryMs: ERROR_MS })
  return loop
}
