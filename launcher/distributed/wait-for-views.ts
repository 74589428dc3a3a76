import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import { waitUntilPresent } from '@guiche/infra/wait-until-present.js'
import { generationOf, isOurs } from '@guiche/projector/engine/generations.js'
import { projections } from '@guiche/projector/views/index.js'
import type { Logger } from 'pino'

const POLL_MS = 250

/**
 * Waits until a projector has made every view with this release's folds, and logs the missing ones every ten seconds.
 * Faults of the read store are waited out. Rejects when the signal aborts.
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
  const look = () =>
    missing().catch((failure: unknown) => {
      logger.warn({ err: failure }, 'the views cannot be looked at')
      return null
    })
  const tell = (views: readonly string[]) =>
    logger.warn({ views }, 'waiting for a projector to make the views of this release')
  await waitUntilPresent(look, { everyMs: POLL_MS, signal, tell })
}
