import { SYSTEM } from '@guiche/contracts/envelope.js'
import type { DomainError } from '@guiche/contracts/errors.js'
import { ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import type { Meta } from '../kernel/kernel.js'
import { Refused } from '../kernel/refused.js'
import { ticketDecider } from '../ticket/decide.js'
import { forEachDocument } from '../ticket/for-each-document.js'
import type { Rounds } from './rounds.js'
import { createSilence, type SilenceDeps } from './silence.js'
import { createWatch } from './watch.js'

/** A ticket that was deleted meanwhile needs no close. */
const isHarmless = ({ code }: DomainError): boolean => code === 'ERR_NO_TICKET_FOUND'

/**
 * Closes the attended tickets in which nobody has answered us for as long as their connection says. Waits where the
 * customer may have answered without our knowing, because something is or was away.
 */
export const createExpiry = (deps: SilenceDeps): Rounds => {
  const { kernel, documents } = deps
  const silenceOn = createSilence(deps)

  const close = async ({ id, ticketId, companyId, position }: TicketDoc) => {
    const commandId = derivedUuid('expiry', id, position)
    const meta: Meta = { commandId, companyId, actor: SYSTEM, correlationId: commandId }
    // with stale views somebody may have answered: `createReopening` checks again
    const command = {
      kind: 'close',
      reason: 'expired',
      onlyStatus: 'open',
      seen: position,
    } as const
    return kernel.execute(ticketDecider, streams.ticket(ticketId), command, meta)
  }
  const lookAt = async (connection: ConnectionDoc): Promise<void> => {
    const minutes = connection.expiresTicket * 60
    const silent = silenceOn(connection)
    if (!(await silent.areSure(minutes))) return
    const closeDue = async (ticket: TicketDoc) =>
      (await silent.isDue(minutes, ticket)) ? close(ticket) : ok(null)
    const failureOf = (done: Result<unknown, DomainError>) =>
      done.ok || isHarmless(done.error) ? null : done.error
    const failed = await forEachDocument(
      documents,
      'tickets',
      silent.where(minutes),
      closeDue,
      failureOf,
      'silentSince',
    )
    if (failed !== null) throw new Refused(failed.code)
  }
  return createWatch(deps, { name: 'expiry', where: { expiresTicket: { gt: 0 } }, lookAt })
}
