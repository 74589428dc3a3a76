/** Outages up to this length are hidden from callers, in milliseconds. */
const LIMIT_MS = 5000
/** Maximum of waiting calls of one process; further calls are refused. */
const MOST_WAITING = 1000
/** Interval in milliseconds at which one waiting call retries; after its success the others retry. */
const EVERY_MS = 100

/** Runs a call, and retries it while its engine is unavailable; the call must be repeatable. */
export type RunCall = <T>(call: () => Promise<T>) => Promise<T>

export interface RetryFor {
  /**
   * For the calls to one engine. `isAway`: whether a rejection means an outage (default: every rejection).
   * `refused`: whether a resolved value means an outage (default: no value). After 5 s of outage, or with 1,000
   * waiting calls, a call gives the outcome of its last attempt.
   */
  forEngine(options: {
    readonly isAway?: (failure: unknown) => boolean | Promise<boolean>
    readonly refused?: (value: unknown) => boolean
  }): RunCall
  /** number of waiting calls */
  waiting(): number
}

/** The only place where calls wait for an unavailable engine. */
export const createRetryFor = (limits: { limitMs?: number; most?: number } = {}): RetryFor => {
  const { limitMs = LIMIT_MS, most = MOST_WAITING } = limits
  let waiting = 0

  const forEngine: RetryFor['forEngine'] = ({ isAway = () => true, refused = () => false }) => {
    /** start of the engine's outage; null while the engine answers */
    let since: number | null = null
    let timer: NodeJS.Timeout | undefined
    const queue: ((again: boolean) => void)[] = []

    const wake = (count: number, again: boolean): void => {
      for (const resume of queue.splice(0, count)) resume(again)
      if (queue.length > 0) return
      clearInterval(timer)
      timer = undefined
    }
    const isLong = (begun: number): boolean => performance.now() - begun >= limitMs
    /** Waits for the call's turn, and gives whether to retry. */
    const turn = async (): Promise<boolean> => {
      if (waiting >= most) return false
      waiting++
      timer ??= setInterval(() => {
        if (since !== null && isLong(since)) wake(queue.length, false)
        else wake(1, true)
      }, EVERY_MS)
      return new Promise<boolean>((resolve) => queue.push(resolve)).finally(() => waiting--)
    }

    return async (call) => {
      const begun = performance.now()
      for (let round = 0; ; round++) {
        const tried = performance.now()
        let give: () => Awaited<ReturnType<typeof call>>
        try {
          const value = await call()
          if (!refused(value)) {
            since = null
            wake(queue.length, true)
            return value
          }
          give = () => value
        } catch (failure) {
          if (!(await isAway(failure))) {
            // the engine may be back already: one call tries
            if (round === 0) continue
            throw failure
          }
          give = () => {
            throw failure
          }
        }
        since ??= tried
        if (isLong(Math.min(since, begun)) || !(await turn())) return give()
      }
    }
  }
  return { forEngine, waiting: () => waiting }
}

/** The port with some of its functions called through `run`. */
export const wrapPort = <P extends object, N extends keyof P>(
  port: P,
  names: readonly N[],
  run: RunCall,
): P => {
  const functions = names.map((name) => {
    const own = port[name] as (...given: unknown[]) => Promise<unknown>
    return [name, (...given: unknown[]) => run(() => own.apply(port, given))] as const
  })
  return { ...port, ...Object.fromEntries(functions) }
}
