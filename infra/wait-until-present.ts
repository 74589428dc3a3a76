import { setTimeout as delay } from 'node:timers/promises'

const TELL_MS = 10_000

/**
 * Polls every `everyMs` until another process has created all missing things. Logs every ten seconds what is missing. `missing`
 * gives null if the check is impossible. Rejects when the signal aborts.
 */
export const waitUntilPresent = async (
  missing: () => Promise<readonly string[] | null>,
  options: {
    readonly everyMs: number
    readonly signal: AbortSignal
    readonly tell: (missing: readonly string[]) => void
  },
): Promise<void> => {
  const { everyMs, signal, tell } = options
  for (let lastLogged = 0; ; ) {
    signal.throwIfAborted()
    const absent = await missing()
    if (absent?.length === 0) return
    if (absent !== null && Date.now() - lastLogged >= TELL_MS) {
      lastLogged = Date.now()
      tell(absent)
    }
    await delay(everyMs, undefined, { signal })
  }
}
