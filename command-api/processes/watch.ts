import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import type { FindQuery } from '@guiche/infra/read-store/read-store.js'
import { pagesOf } from '@guiche/infra/records/documents.js'
import type { AreaDeps } from '../deps.js'
import { createRounds, type Rounds, type RoundsDeps } from './rounds.js'

export type WatchDeps = RoundsDeps & Pick<AreaDeps, 'documents' | 'standings'>

/** Poll interval in ms: no watched setting is finer. */
const POLL_MS = 60_000

/**
 * Polls the linked connections that match `where` once a minute, in one instance of all that share the vault. Work that
 * depends on time and a connection's setting is polled, because the setting may change. Connections of blocked
 * companies are skipped: nobody there could have answered. `lookAt` rejects on failure; the other connections go on.
 */
export const createWatch = (
  deps: WatchDeps,
  {
    name,
    where,
    lookAt,
  }: {
    readonly name: string
    readonly where: FindQuery['where']
    lookAt(connection: ConnectionDoc): Promise<void>
  },
): Rounds => {
  const { documents, standings, logger } = deps
  const round = async (signal: AbortSignal): Promise<void> => {
    for await (const page of pagesOf(documents, 'connections', { ...where, status: 'CONNECTED' })) {
      for (const connection of page) {
        if (signal.aborted) return
        try {
          if (await standings.isBlocked(connection.companyId)) continue
          await lookAt(connection)
        } catch (failure) {
          const { companyId, connectionId } = connection
          logger.warn(
            { err: failure, watch: name, companyId, connectionId },
            'tickets stay as they are for now',
          )
        }
      }
    }
  }
  return createRounds(deps, { name, everyMs: POLL_MS, failed: 'no connection was looked at', round })
}
