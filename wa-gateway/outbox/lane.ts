import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'

/** What became of one piece of work. */
export type Outcome =
  | { readonly kind: 'done' }
  /** for good; it is reported and the next one goes on */
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly detail: string }
  /** the same again after some milliseconds */
  | { readonly kind: 'wait'; readonly ms: number }
  /** may go better: tried again a few times, then `code` */
  | { readonly kind: 'fault'; readonly code: ErrorCode; readonly detail: string }
  /** nothing goes until somebody wakes the lane */
  | { readonly kind: 'halt' }

interface Deps {
  /** work after this position, oldest first */
  readonly load: (after: string) => Promise<readonly DueWorkDoc[]>
  readonly perform: (work: DueWorkDoc) => Promise<Outcome>
  /** tells of a failure; the lane goes on when it is kept */
  readonly fail: (work: DueWorkDoc, code: ErrorCode, detail: string) => Promise<void>
  /** where to begin; work at or before it is finished */
  readonly after?: string
  /** called when everything up to this position is finished */
  readonly onProgress?: (position: string) => Promise<void>
  readonly onError: (error: unknown) => void
  /** factor on waits between tries */
  readonly delayScale: number
}

export interface Lane {
  /** There may be work: look now. Cheap, and harmless when there is none. */
  wake(): void
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>
}

const TRIES = 3
const RETRY_MS = 2_000
const ERROR_MS = 1_000

/**
 * Does the work of one connection strictly in order, one at a time. What was finished here is not done again while
 * the view still shows it.
 */
export const createLane = (deps: Deps): Lane => {
  let after = deps.after ?? ''
  let again = false
  let stopped = false
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let tries = 0

  const later = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(wake, ms)
    timer.unref()
  }

  /** Whether the next one may follow. */
  const step = async (work: DueWorkDoc): Promise<boolean> => {
    const outcome = await deps.perform(work)
    if (outcome.kind === 'halt') return false
    if (outcome.kind === 'wait') {
      later(outcome.ms)
      return false
    }
    if (outcome.kind === 'fault') {
      tries += 1
      if (tries < TRIES) {
        later(RETRY_MS * tries * deps.delayScale)
        return false
      }
    }
    if (outcome.kind !== 'done') await deps.fail(work, outcome.code, outcome.detail)
    tries = 0
    after = work.since
    await deps.onProgress?.(after)
    return true
  }

  const run = async (): Promise<void> => {
    while (again && !stopped) {
      again = false
      try {
        const batch = await deps.load(after)
        let all = batch.length > 0
        for (const work of batch) {
          if (stopped) return
          if (!(await step(work))) {
            all = false
            break
          }
        }
        again ||= all
      } catch (error) {
        deps.onError(error)
        later(ERROR_MS)
      }
    }
  }

  function wake(): void {
    again = true
    if (stopped) return
    running ??= run().finally(() => {
      running = null
      if (again && !stopped) wake()
    })
  }

  return {
    wake,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
