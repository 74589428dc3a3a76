import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import type { Logger } from '../logger.js'
import type { Leases } from './lease.js'
import type { StatusReport } from './session-types.js'

const NO_ROOM: ErrorCode = 'ERR_WAPP_NO_ROOM'

interface Deps {
  readonly leases: Leases
  readonly onStatus: (doc: ConnectionDoc, status: StatusReport) => Promise<void>
  readonly logger: Logger
}

/** Reports connections that wait because this process has no room. */
export const createNoRoom = ({ leases, onStatus, logger }: Deps) => {
  const waiting = new Set<number>()
  return {
    /**
     * Another process may have room and be about to take the connection. So `no room` is reported only if the
     * connection still waits at the next poll. The report is made under the lease, so that reports of another process
     * come later.
     */
    tell: async (doc: ConnectionDoc): Promise<void> => {
      const { connectionId, number } = doc
      const isNew = !waiting.has(connectionId)
      waiting.add(connectionId)
      if (doc.reason === NO_ROOM || (isNew && !leases.sole)) return
      const lease = await leases.claim(connectionId)
      if (lease === null) return
      logger.warn({ connectionId }, 'no room for another session in this process')
      await onStatus(doc, { status: 'OPENING', reason: NO_ROOM, number, retries: 0 })
      await lease.release()
    },
    over: (connectionId: number): void => void waiting.delete(connectionId),
  }
}
