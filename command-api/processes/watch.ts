import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import type { Find } from '@guiche/infra/read-store/read-store.js'
import { pagesOf } from '@guiche/infra/records/documents.js'
import type { AreaDeps } from '../deps.js'
import { createRounds, type Rounds, type RoundsDeps } from './rounds.js'

export type WatchDeps = RoundsDeps & Pick<AreaDeps, 'documents' | 'standings'>

/** How often it is looked, in milliseconds: no setting that is watched is finer. */
const LOOK_MS = 60_000

/**
 * Looks at the linked connections that match `where` once a minute, in one instance of all that share the vault. What
 * depends on a setting of a connection and on time is found by looking, because the setting may change meanwhile. Those of
 * companies that are blocked are passed over: nobody there could have answered.
 * `lookAt` rejects on failure; the other connections are looked at all the same.
 */
export const createWatch = (
  deps: WatchDeps,
  {
    name,
    where,
    lookAt,
  }: {
    readonly name: string
    readonly where: Find['where']
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
  return createRounds(deps, { name, everyMs: LOOK_MS, failed: 'no connection was looked at', round })
}
