import { setTimeout } from 'node:timers/promises'

/** Milliseconds between two looks: looking all the time would take the processor from what is waited for. */
const PAUSE_MS = 2

/** Resolves once `condition` holds, at which it looks every few milliseconds. Rejects after `timeoutMs`. */
export const until = async (
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> => {
  const end = Date.now() + timeoutMs
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`not within ${timeoutMs} ms: ${condition}`)
    await setTimeout(PAUSE_MS)
  }
}
