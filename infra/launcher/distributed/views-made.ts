import { setTimeout as delay } from 'node:timers/promises'
import { projections } from '@guiche/projector/views/index.js'
import type { Logger } from 'pino'
import type { ReadStore } from '../../read-store/read-store.js'

const LOOK_MS = 250
const TELL_MS = 10_000

/**
 * Waits until a projector has made every view by the folds of this release, and tells every ten seconds which are
 * missing. Rejects when the signal aborts.
 */
export const viewsMade = async (
  readStore: Pick<ReadStore, 'alias'>,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> => {
  let told = 0
  for (;;) {
    signal.throwIfAborted()
    const made = await Promise.all(
      Object.values(projections).map(async ({ name, version }) => ({
        name,
        ok: (await readStore.alias(name)) !== null && (await readStore.alias(`${name}#fold`)) === version,
      })),
    ).catch((failure: unknown) => {
      logger.warn({ err: failure }, 'the views cannot be looked at')
      return null
    })
    const missing = made?.filter(({ ok }) => !ok).map(({ name }) => name)
    if (missing?.length === 0) return
    if (missing !== undefined && Date.now() - told >= TELL_MS) {
      told = Date.now()
      logger.warn({ views: missing }, 'waiting for a projector to make the views')
    }
    await delay(LOOK_MS, undefined, { signal })
  }
}
