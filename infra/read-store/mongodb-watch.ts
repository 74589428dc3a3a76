import { clearTimeout, setTimeout } from 'node:timers'

/** Poll interval of checkpoints while a caller waits, in ms. */
const POLL_MS = 15

/** Waiters for checkpoints of other processes. */
export interface PollingWatch {
  /**
   * True as soon as all views are at or behind `position`, false after `timeoutMs` or when closed. Rejects when the
   * checkpoints cannot be read.
   */
  wait(views: readonly string[], partition: number, position: string, timeoutMs: number): Promise<boolean>
  close(): void
}

interface Waiter {
  readonly keys: readonly string[]
  readonly wanted: string
  readonly done: (reached: boolean) => void
  readonly failed: (failure: unknown) => void
}

/** `load` gives the existing positions of those keys. Only waiting callers trigger it. */
export const createPollingWatch = (deps: {
  readonly keyOf: (view: string, partition: number) => string
  readonly load: (keys: readonly string[]) => Promise<ReadonlyMap<string, string>>
}): PollingWatch => {
  const { keyOf, load } = deps
  const waiters = new Set<Waiter>()
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  const hasReached = (
    positions: ReadonlyMap<string, string>,
    { keys, wanted }: Pick<Waiter, 'keys' | 'wanted'>,
  ) => keys.every((key) => (positions.get(key) ?? '') >= wanted)

  const look = async () => {
    const looking = [...waiters]
    try {
      const positions = await load([...new Set(looking.flatMap(({ keys }) => keys))])
      for (const waiter of looking) if (hasReached(positions, waiter)) waiter.done(true)
    } catch (failure) {
      for (const waiter of looking) waiter.failed(failure)
    }
    timer = undefined
    lookSoon()
  }
  const lookSoon = () => {
    if (waiters.size > 0 && !isClosed) timer ??= setTimeout(() => void look(), POLL_MS)
  }

  return {
    wait: async (views, partition, position, timeoutMs) => {
      const keys = views.map((view) => keyOf(view, partition))
      const wanted = position.padStart(20, '0')
      const started = Date.now()
      if (keys.length === 0 || hasReached(await load(keys), { keys, wanted })) return true
      const left = timeoutMs - (Date.now() - started)
      if (left <= 0 || isClosed) return false
      return new Promise((resolve, reject) => {
        const end = () => {
          waiters.delete(waiter)
          clearTimeout(limit)
        }
        const waiter: Waiter = {
          keys,
          wanted,
          done: (reached) => {
            end()
            resolve(reached)
          },
          failed: (failure) => {
            end()
            reject(failure)
          },
        }
        const limit = setTimeout(() => waiter.done(false), left)
        waiters.add(waiter)
        lookSoon()
      })
    },
    close: () => {
      isClosed = true
      clearTimeout(timer)
      for (const { done } of waiters) done(false)
    },
  }
}
