import { clearTimeout, setTimeout } from 'node:timers'

/** Checkpoints known to this process, and their waiters. */
export interface Watch {
  /** A checkpoint has advanced. */
  advanced(view: string, partition: number, position: string): void
  /** True as soon as all views are at or behind `position`, false after `timeoutMs` or when closed. */
  wait(views: readonly string[], partition: number, position: string, timeoutMs: number): Promise<boolean>
  /** Forgets everything: the data was dropped. */
  clear(): void
  close(): void
}

interface Waiter {
  readonly reached: () => boolean
  readonly done: (reached: boolean) => void
}

/** `load` gives a position from the database, null when there is none. */
export const createCheckpointWatch = (load: (view: string, partition: number) => string | null): Watch => {
  const known = new Map<string, string>()
  const waiters = new Set<Waiter>()
  const keyOf = (view: string, partition: number) => `${partition} ${view}`
  const positionOf = (view: string, partition: number): string | null => {
    const key = keyOf(view, partition)
    const found = known.get(key) ?? load(view, partition)
    if (found !== null) known.set(key, found)
    return found
  }

  return {
    advanced: (view, partition, position) => {
      known.set(keyOf(view, partition), position)
      for (const { reached, done } of waiters) if (reached()) done(true)
    },
    wait: (views, partition, position, timeoutMs) => {
      const wanted = position.padStart(20, '0')
      const reached = () => views.every((view) => (positionOf(view, partition) ?? '') >= wanted)
      if (reached()) return Promise.resolve(true)
      return new Promise((resolve) => {
        const waiter: Waiter = {
          reached,
          done: (result) => {
            waiters.delete(waiter)
            clearTimeout(timer)
            resolve(result)
          },
        }
        const timer = setTimeout(() => waiter.done(false), timeoutMs)
        waiters.add(waiter)
      })
    },
    clear: () => known.clear(),
    close: () => {
      for (const { done } of waiters) done(false)
    },
  }
}
