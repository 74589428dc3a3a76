import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import { expiredCode, OUTGOING_KINDS } from './perform.js'
import type { Records } from './records.js'
import { EXPIRES_MS } from './sender.js'

interface Deps {
  readonly records: Pick<Records, 'overdue' | 'connections'>
  /** whether this process runs the connection's outbox */
  readonly isOpen: (connectionId: number) => boolean
  readonly fail: (work: DueWorkDoc, code: ErrorCode, detail: string) => Promise<void>
  readonly now: () => number
}

/**
 * Fails work that has waited for a day without a gateway: messages, and read receipts of deleted connections.
 * Read receipts of other connections are given late. Each call checks once, and skips the work reported by
 * the previous call.
 */
export const createExpiry = ({ records, isOpen, fail, now }: Deps): (() => Promise<void>) => {
  let reported: ReadonlySet<string> = new Set()
  return async () => {
    const before = new Date(now() - EXPIRES_MS).toISOString()
    const living = new Map<number, boolean>()
    const isGone = async (connectionId: number): Promise<boolean> => {
      if (!living.has(connectionId))
        living.set(connectionId, (await records.connections([connectionId])).size > 0)
      return living.get(connectionId) === false
    }
    const found = new Set<string>()
    for await (const work of records.overdue([...OUTGOING_KINDS, 'read'], before)) {
      const name = `${work.id}@${work.since}`
      if (isOpen(work.connectionId) || (work.kind === 'read' && !(await isGone(work.connectionId)))) continue
      found.add(name)
      if (!reported.has(name)) await fail(work, expiredCode(work.kind), 'waited too long')
    }
    reported = found
  }
}
