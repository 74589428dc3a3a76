import { waitUntilPresent } from '@guiche/infra/wait-until-present.js'
import type { EngineLog } from './log.js'

const LOOK_EVERY_MS = 1000

export const STANDS_BY =
  'views are of a newer release, so this one stands by: go on with the newer one, or run "npm run rebuild" of this one'

/**
 * Waits while views were built by newer folds than ours, and logs a line every ten seconds. So a process that restarts during
 * an upgrade does not take the views back. Gives whether it waited. Rejects when the signal aborts.
 */
export const waitWhileNewer = async (
  newer: () => Promise<readonly string[]>,
  logger: EngineLog,
  signal: AbortSignal,
): Promise<boolean> => {
  if ((await newer()).length === 0) return false
  const tell = (views: readonly string[]) => logger.error({ views }, STANDS_BY)
  await waitUntilPresent(newer, { everyMs: LOOK_EVERY_MS, signal, tell })
  return true
}
