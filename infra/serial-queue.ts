/**
 * Runs tasks of one key one after another, in the order of calls. Tasks of different keys run concurrently.
 */
export interface SerialQueue<K = string> {
  /** Gives the task's value. A failing task does not stop later tasks. */
  <T>(key: K, task: () => Promise<T>): Promise<T>
  /** Whether a task of this key runs or waits. */
  busy(key: K): boolean
  /** Resolves when all tasks enqueued so far have ended. */
  idle(): Promise<void>
}

/** A serial queue within this process. */
export const createSerialQueue = <K = string>(): SerialQueue<K> => {
  const tails = new Map<K, Promise<void>>()
  const run = <T>(key: K, task: () => Promise<T>): Promise<T> => {
    const result = tails.get(key)?.then(task) ?? task()
    // never rejects: a failed task must not fail the next task, or be an unhandled rejection
    const tail: Promise<void> = result.then(end, end)
    function end() {
      if (tails.get(key) === tail) tails.delete(key)
    }
    tails.set(key, tail)
    return result
  }
  return Object.assign(run, {
    busy: (key: K) => tails.has(key),
    idle: async () => void (await Promise.all(tails.values())),
  })
}
