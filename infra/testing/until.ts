import { setTimeout } from 'node:timers/promises'

/** Milliseconds between two checks. A busy loop would take the CPU from the awaited work. */
const PAUSE_MS = 2

/** Resolves once `condition` holds, checked every few milliseconds. Rejects after `timeoutMs`. */
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
