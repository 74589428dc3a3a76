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
  /** it has to be made ready, which takes its time: the others go on meanwhile, except those of the same chat */
  | { readonly kind: 'aside'; readonly ready: Promise<unknown> }

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
  /** Resolves when nothing is under way any more, apart from what is being made ready. */
  stop(): Promise<void>
}

const TRIES = 3
const RETRY_MS = 2_000
const ERROR_MS = 1_000

/** Within a chat nothing overtakes anything. */
const chatOf = ({ contactId, ticketId }: DueWorkDoc): string => `${contactId ?? `ticket ${ticketId}`}`

/**
 * Does the work of one connection in order, one at a time. What was finished here is not done again while the view
 * still shows it.
 */
export const createLane = (deps: Deps): Lane => {
  /** everything up to here is finished */
  let after = deps.after ?? ''
  /** positions beyond it that are finished, too, while something before them is aside */
  const finished = new Set<string>()
  /** positions of what is being made ready */
  const aside = new Set<string>()
  const tries = new Map<string, number>()
  let again = false
  let stopped = false
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  const later = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(wake, ms)
    timer.unref()
  }

  const setAside = ({ since }: DueWorkDoc, ready: Promise<unknown>): void => {
    aside.add(since)
    const isReady = () => {
      aside.delete(since)
      wake()
    }
    ready.then(isReady, isReady)
  }

  const step = async (work: DueWorkDoc): Promise<'finished' | 'aside' | 'stop'> => {
    const outcome = await deps.perform(work)
    if (outcome.kind === 'halt') return 'stop'
    if (outcome.kind === 'wait') {
      later(outcome.ms)
      return 'stop'
    }
    if (outcome.kind === 'aside') {
      setAside(work, outcome.ready)
      return 'aside'
    }
    if (outcome.kind === 'fault') {
      const tried = (tries.get(work.since) ?? 0) + 1
      tries.set(work.since, tried)
      if (tried < TRIES) {
        later(RETRY_MS * tried * deps.delayScale)
        return 'stop'
      }
    }
    if (outcome.kind !== 'done') await deps.fail(work, outcome.code, outcome.detail)
    tries.delete(work.since)
    return 'finished'
  }

  /** Goes through what is due, once. */
  const pass = async (): Promise<void> => {
    const held = new Set<string>()
    for (let from = after; ; ) {
      const batch = await deps.load(from)
      if (batch.length === 0) return
      for (const work of batch) {
        if (stopped) return
        from = work.since
        const chat = chatOf(work)
        const isDone = finished.has(from)
        if (!isDone && (held.has(chat) || aside.has(from))) {
          held.add(chat)
          continue
        }
        const went = isDone ? 'finished' : await step(work)
        if (went === 'stop') return
        if (went === 'aside') held.add(chat)
        else if (held.size > 0) finished.add(from)
        else {
          after = from
          for (const one of finished) if (one <= after) finished.delete(one)
          await deps.onProgress?.(after)
        }
      }
    }
  }

  const run = async (): Promise<void> => {
    while (again && !stopped) {
      again = false
      try {
        await pass()
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
