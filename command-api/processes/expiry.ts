import { SYSTEM } from '@guiche/contracts/envelope.js'
import type { DomainError } from '@guiche/contracts/errors.js'
import type { Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import type { Uptime } from '@guiche/infra/uptime.js'
import type { Gateway } from '../contact/ask-gateway.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { Refused } from '../kernel/refused.js'
import { ticketDecider } from '../ticket/decide.js'
import { inPages } from '../ticket/pages.js'
import type { Rounds } from './rounds.js'
import { createWatch, type WatchDeps } from './watch.js'

type Deps = WatchDeps &
  Pick<AreaDeps, 'kernel' | 'clock' | 'eventStore' | 'records'> & {
    readonly gateway: Pick<Gateway, 'upFor'>
    readonly uptime: Pick<Uptime, 'ms'>
  }

const HOUR_MS = 3_600_000
/** In so many milliseconds after an outage everything that waited for its end has come: at WhatsApp, or in the bus. */
const DELIVERED_MS = 300_000
/** The views are a moment behind always. If they are so many milliseconds behind, nobody knows how they stand. */
const SHOWN_MS = 2_000

/** A ticket that was deleted meanwhile needs no close. */
const isHarmless = ({ code }: DomainError): boolean => code === 'ERR_NO_TICKET_FOUND'

/**
 * Closes the attended tickets in which nobody has answered us for as long as their connection says. Waits where the
 * customer may have answered without our knowing, because something is or was away.
 */
export const createExpiry = (deps: Deps): Rounds => {
  const { kernel, documents, clock, eventStore, records, gateway, uptime } = deps

  /** Each partition of the log is shown by itself. */
  const viewsShowAll = async (companyId: number): Promise<boolean> => {
    const newest = await eventStore.lastPublished(companyId)
    if (newest === null) return true
    const place = records.logPosition(newest.companyId, newest.position)
    return records.waitFor(['inbox'], place, SHOWN_MS)
  }
  const knowsAnswers = async ({ companyId, connectionId }: ConnectionDoc): Promise<boolean> => {
    if (uptime.ms() < DELIVERED_MS) return false
    const upFor = await gateway.upFor(companyId, connectionId)
    return upFor !== null && upFor >= DELIVERED_MS && (await viewsShowAll(companyId))
  }
  const close = async ({ id, ticketId, companyId, position }: TicketDoc) => {
    const commandId = derivedUuid('expiry', id, position)
    const meta: Meta = { commandId, companyId, actor: SYSTEM, correlationId: commandId }
    // by views that are behind, somebody may have answered: `createComesBack` looks again
    const command = {
      kind: 'close',
      reason: 'expired',
      onlyStatus: 'open',
      seen: position,
    } as const
    return kernel.execute(ticketDecider, streams.ticket(ticketId), command, meta)
  }
  const lookAt = async (connection: ConnectionDoc): Promise<void> => {
    const { companyId, connectionId, expiresTicket } = connection
    const before = new Date(clock.now().getTime() - expiresTicket * HOUR_MS).toISOString()
    const silent = {
      companyId,
      connectionId,
      status: 'open',
      fromMe: true,
      isGroup: false,
      snoozedUntil: null,
      // what goes out by itself is the last word, too, but no answer to who asked something
      waitingSince: null,
    }
    const where = { ...silent, updatedAt: { lt: before } }
    // The list's index gives them by time, the longest silence first. So only tickets that are due are read.
    const due = await documents.first('tickets', { where, sort: [['updatedAt', 1]] })
    if (due === null || !(await knowsAnswers(connection))) return
    const failureOf = (done: Result<unknown, DomainError>) =>
      done.ok || isHarmless(done.error) ? null : done.error
    const failed = await inPages(documents, 'tickets', where, close, failureOf, 'updatedAt')
    if (failed !== null) throw new Refused(failed.code)
  }
  return createWatch(deps, { name: 'expiry', where: { expiresTicket: { gt: 0 } }, lookAt })
}
