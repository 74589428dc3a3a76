import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import { createLoop } from '@guiche/infra/loop.js'
import type { Find } from '@guiche/infra/read-store/read-store.js'
import { pagesOf } from '@guiche/infra/records/documents.js'
import type { AreaDeps } from '../deps.js'
import type { Running } from './running.js'

export type WatchDeps = Pick<AreaDeps, 'documents' | 'exclusively' | 'logger'>

export interface Watch extends Running {
  /** Looks once. */
  look(): Promise<void>
}

/** How often it is looked, in milliseconds: no setting that is watched is finer. */
const LOOK_MS = 60_000

/**
 * Looks at the linked connections that match `where` once a minute, in one instance of all that share the vault. What
 * depends on a setting of a connection and on time is found by looking, because the setting may change meanwhile.
 * `lookAt` rejects on failure; the other connections are looked at all the same.
 */
export const createWatch = (
  { documents, exclusively, logger }: WatchDeps,
  {
    name,
    where,
    lookAt,
  }: {
    readonly name: string
    readonly where: Find['where']
    lookAt(connection: ConnectionDoc): Promise<void>
  },
): Watch => {
  const lookAtAll = async (): Promise<void> => {
    for await (const page of pagesOf(documents, 'connections', { ...where, status: 'CONNECTED' })) {
      for (const connection of page) {
        if (loop.stopped) return
        try {
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
  const look = async (): Promise<void> => void (await exclusively(name, lookAtAll, loop.signal))
  const loop = createLoop(() => look().finally(() => loop.wakeIn(LOOK_MS)), {
    onFailure: (failure) => logger.warn({ err: failure, watch: name }, 'no connection was looked at'),
  })
  return { look, start: loop.wake, stop: loop.stop }
}
