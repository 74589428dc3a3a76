import { domainError } from '@guiche/contracts/errors.js'
import type { Caller } from '@guiche/contracts/permissions.js'
import { err, ok } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import type { Answer } from '@guiche/infra/http/route.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import type { TicketResult } from './active-tickets.js'
import { otherTicket } from './conflict.js'
import { ticketDecider } from './decide.js'

/** What commands on tickets answer, at first and when they are repeated. */
export const createAnswers = ({ kernel, records }: Pick<AreaDeps, 'kernel' | 'records'>) => ({
  /**
   * Runs a command on a ticket (null: on a new one), unless it was handled before: then its first answer stands,
   * whatever `run` would refuse today. Errors: also ERR_NO_TICKET_FOUND, where the ticket was deleted since.
   */
  once: async (
    ticketId: number | null,
    meta: Meta,
    run: () => Promise<TicketResult>,
  ): Promise<TicketResult> => {
    if (ticketId === null) return run()
    const before = await kernel.earlier(ticketDecider, streams.ticket(ticketId), meta)
    if (!before.ok) return before
    if (before.value === null) return run()
    return before.value.state.deleted ? err(domainError('ERR_NO_TICKET_FOUND')) : ok(before.value)
  },

  /** The record of the ticket once the views show it; errors with what clients tell their users. */
  answer: async ({ companyId }: Caller, result: TicketResult): Promise<Answer<TicketRecord>> => {
    if (result.ok) {
      const { position, state } = result.value
      const id = state.ticketId
      const body = async () => {
        const doc = await records.ticket(companyId, id)
        return doc === null ? null : ((await records.presentTickets([doc]))[0] ?? null)
      }
      return ok({ id, position, body })
    }
    if ('taken' in result.error) return err(await otherTicket(records, companyId, result.error.taken))
    if (result.error.code !== 'ERR_TICKET_ALREADY_TAKEN') return err(result.error)
    const { userId } = result.error.details as { userId: number }
    const name = (await records.user(companyId, userId))?.name ?? ''
    return err(domainError('ERR_TICKET_ALREADY_TAKEN', { userId, name }))
  },
})
