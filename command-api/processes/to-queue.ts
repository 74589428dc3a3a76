import { SYSTEM } from '@guiche/contracts/envelope.js'
import type { DomainError } from '@guiche/contracts/errors.js'
import { openMinutes } from '@guiche/contracts/opening-hours/hours-at.js'
import { ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { Refused } from '../kernel/refused.js'
import { deciders } from '../records/deciders.js'
import { openingHoursOf } from '../records/opening-hours.js'
import { ticketDecider } from '../ticket/decide.js'
import { inPages } from '../ticket/pages.js'
import type { Rounds } from './rounds.js'
import { createWatch, type WatchDeps } from './watch.js'

const MINUTE_MS = 60_000

/** A ticket that was deleted meanwhile waits no more. */
const isHarmless = ({ code }: DomainError): boolean => code === 'ERR_NO_TICKET_FOUND'

/**
 * Moves the tickets that have waited without a queue for as long as their connection says to the queue that it names.
 * Minutes count while the company is open.
 */
export const createToQueue = (deps: WatchDeps & Pick<AreaDeps, 'kernel' | 'clock' | 'records'>): Rounds => {
  const { kernel, documents, clock } = deps

  const lookAt = async (connection: ConnectionDoc): Promise<void> => {
    const { companyId, connectionId, sendIdQueue: queueId, timeSendQueue } = connection
    const { state: queues } = await kernel.load(deciders.queue, streams.records('queues', companyId))
    // the view may still name a queue that is gone
    if (!queues.records.has(queueId)) return
    const { hours, timezone } = await openingHoursOf(deps, companyId, null)
    const now = clock.now().getTime()
    const enqueue = async ({ id, ticketId, position, waitingSince }: TicketDoc) => {
      const since = Date.parse(waitingSince ?? '')
      if (openMinutes(hours, timezone, since, now) < timeSendQueue) return ok(null)
      const commandId = derivedUuid('to-queue', id, position)
      const meta: Meta = { commandId, companyId, actor: SYSTEM, correlationId: commandId }
      const command = { kind: 'enqueue', connectionId, queueId } as const
      return kernel.execute(ticketDecider, streams.ticket(ticketId), command, meta)
    }
    const before = new Date(now - timeSendQueue * MINUTE_MS).toISOString()
    const waiting = { companyId, connectionId, status: 'pending', queueId: null, imported: false }
    const where = { ...waiting, waitingSince: { lt: before } }
    const failureOf = (done: Result<unknown, DomainError>) =>
      done.ok || isHarmless(done.error) ? null : done.error
    const failed = await inPages(documents, 'tickets', where, enqueue, failureOf, 'waitingSince')
    if (failed !== null) throw new Refused(failed.code)
  }
  return createWatch(deps, { name: 'to-queue', where: { timeSendQueue: { gt: 0 } }, lookAt })
}
