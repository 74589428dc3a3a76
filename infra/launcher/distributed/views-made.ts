import { setTimeout as delay } from 'node:timers/promises'
import { generationOf, isOurs } from '@guiche/projector/engine/generations.js'
import { projections } from '@guiche/projector/views/index.js'
import type { Logger } from 'pino'
import type { ReadStore } from '../../read-store/read-store.js'

const LOOK_MS = 250
const TELL_MS = 10_000

/**
 * Waits until a projector has made every view by the folds of this release, and tells every ten seconds which are
 * missing. Faults of the read store are waited out. Rejects when the signal aborts.
 */
export const viewsMade = async (readStore: ReadStore, logger: Logger, signal: AbortSignal): Promise<void> => {
  const missing = async (): Promise<string[]> => {
    const absent = await Promise.all(
      Object.values(projections).map(async (projection) => {
        const generation = await generationOf(readStore, projection)
        const isMade = generation !== null && (await isOurs(readStore, projection, generation))
        return isMade ? [] : [projection.name]
      }),
    )
    return absent.flat()
  }
  let told = 0
  for (;;) {
    signal.throwIfAborted()
    const views = await missing().catch((failure: unknown) => {
      logger.warn({ err: failure }, 'the views cannot be looked at')
      return null
    })
    if (views?.length === 0) return
    if (views !== null && Date.now() - told >= TELL_MS) {
      told = Date.now()
      logger.warn({ views }, 'waiting for a projector to make the views')
    }
    await delay(LOOK_MS, undefined, { signal })
  }
}
