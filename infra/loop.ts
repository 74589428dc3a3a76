/** Runs work on request, one pass at a time. */
export interface Loop {
  /** Requests a pass. Cheap, and harmless without work. */
  wake(): void
  /** Requests a pass in `ms` milliseconds; an earlier request wins. Keeps no process alive. */
  wakeIn(ms: number): void
  /** Starts no more passes; resolves when the requested passes have ended. */
  stop(): Promise<void>
  readonly stopped: boolean
  /** aborts at `stop`, for passes that wait for something */
  readonly signal: AbortSignal
}

/** Makes passes until `stop`. A failed pass is made again after `retryMs`; without `retryMs`, at the next wake-up. */
export const createLoop = (
  pass: () => Promise<unknown>,
  { onFailure, retryMs }: { readonly onFailure: (failure: unknown) => void; readonly retryMs?: number },
): Loop => {
  const stopping = new AbortController()
  const { signal } = stopping
  let wanted = false
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let dueAt = Number.POSITIVE_INFINITY

  const run = async (): Promise<void> => {
    while (wanted) {
      wanted = false
      try {
        await pass()
      } catch (failure) {
        onFailure(failure)
        if (retryMs !== undefined) loop.wakeIn(retryMs)
      }
    }
    // synchronously after the last check, so that a later call starts a new run
    running = null
  }
  const loop: Loop = {
    wake: () => {
      if (signal.aborted) return
      wanted = true
      running ??= run()
    },
    wakeIn: (ms) => {
      const at = performance.now() + ms
      if (signal.aborted || at >= dueAt) return
      clearTimeout(timer)
      dueAt = at
      timer = setTimeout(() => {
        dueAt = Number.POSITIVE_INFINITY
        loop.wake()
      }, ms).unref()
    },
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
    get stopped() {
      return signal.aborted
    },
    signal,
  }
  return loop
}
