import { SYSTEM } from '@guiche/contracts/envelope.js'
import type { DomainError } from '@guiche/contracts/errors.js'
import { openMinutes } from '@guiche/contracts/opening-hours/hours-at.js'
import { ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import type { Where } from '@guiche/infra/read-store/read-store.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { Refused } from '../kernel/refused.js'
import { deciders } from '../records/deciders.js'
import { openingHoursOf } from '../records/opening-hours.js'
import { ticketDecider } from '../ticket/decide.js'
import { forEachDocument } from '../ticket/for-each-document.js'
import type { Rounds } from './rounds.js'
import { createWatch, type WatchDeps } from './watch.js'

const MINUTE_MS = 60_000

/** A ticket that was deleted meanwhile waits no more. */
const isHarmlessError = ({ code }: DomainError): boolean => code === 'ERR_NO_TICKET_FOUND'

/** A way to wait too long: since when a ticket waits like that, and where it stands then. */
interface Patience {
  readonly minutes: number
  readonly where: Where
  sinceOf(ticket: TicketDoc): string | null
}
/** Two times: without any queue (timeSendQueue), and in front of the menu without a choice (timeUseBotQueues). */
const patienceOf = ({ timeSendQueue, timeUseBotQueues }: ConnectionDoc, now: number): readonly Patience[] => {
  const before = (minutes: number) => ({ lt: new Date(now - minutes * MINUTE_MS).toISOString() })
  const all: readonly Patience[] = [
    {
      minutes: timeSendQueue,
      where: { waitingSince: before(timeSendQueue) },
      sinceOf: ({ waitingSince }) => waitingSince,
    },
    {
      minutes: timeUseBotQueues,
      where: { 'bot.at': 'menu', 'bot.askedAt': before(timeUseBotQueues) },
      sinceOf: ({ bot }) => bot?.askedAt ?? null,
    },
  ]
  return all.filter(({ minutes }) => minutes > 0)
}

/**
 * Moves tickets that have waited too long to the queue of their connection's setting. They wait without a
 * queue, or in front of the bot's menu. Minutes count while the company is open.
 */
export const createToQueue = (deps: WatchDeps & Pick<AreaDeps, 'kernel' | 'clock' | 'records'>): Rounds => {
  const { kernel, documents, clock } = deps

  const lookAt = async (connection: ConnectionDoc): Promise<void> => {
    const { companyId, connectionId, sendIdQueue: queueId } = connection
    const { state: queues } = await kernel.load(deciders.queue, streams.records('queues', companyId))
    // the view may still name a queue that is gone
    if (!queues.records.has(queueId)) return
    const { hours, timezone } = await openingHoursOf(deps, companyId, null)
    const now = clock.now().getTime()
    const enqueue =
      ({ minutes, sinceOf }: Patience) =>
      async (ticket: TicketDoc) => {
        const { id, ticketId, position } = ticket
        const since = Date.parse(sinceOf(ticket) ?? '')
        if (!(openMinutes(hours, timezone, since, now) >= minutes)) return ok(null)
        const commandId = derivedUuid('to-queue', id, position)
        const meta: Meta = { commandId, companyId, actor: SYSTEM, correlationId: commandId }
        const command = { kind: 'enqueue', connectionId, queueId } as const
        return kernel.execute(ticketDecider, streams.ticket(ticketId), command, meta)
      }
    const waiting = { companyId, connectionId, status: 'pending', queueId: null, imported: false }
    const failureOf = (done: Result<unknown, DomainError>) =>
      done.ok || isHarmlessError(done.error) ? null : done.error
    for (const patience of patienceOf(connection, now)) {
      const where = { ...waiting, ...patience.where }
      const failed = await forEachDocument(
        documents,
        'tickets',
        where,
        enqueue(patience),
        failureOf,
        'waitingSince',
      )
      if (failed !== null) throw new Refused(failed.code)
    }
  }
  return createWatch(deps, { name: 'to-queue', where: { sendIdQueue: { gt: 0 } }, lookAt })
}
