import { domainError, type ErrorCode } from '@guiche/contracts/errors.js'
import { err, ok } from '@guiche/contracts/result.js'
import { type Caller, mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { Answer } from '@guiche/infra/http/route.js'
import type { AreaDeps } from '../deps.js'
import type { TicketResult } from './active-tickets.js'
import { otherTicket } from './conflict.js'

/** Errors whose `userId` is shown as a name. */
const NAMES_USER: ReadonlySet<ErrorCode> = new Set([
  'ERR_TICKET_ALREADY_TAKEN',
  'ERR_TICKET_OF_COLLEAGUE',
  'ERR_TICKET_CHANGED',
])

/**
 * The answer to a command on a ticket: the ticket's record, once the views show the command. Errors have
 * details for the client's users. A repeated command skips the decider, so the caller's right is checked
 * again here. Without the right the caller learns only that the command was done. The record right after the
 * command is shown even if the command gave the ticket away. ERR_NO_TICKET_FOUND: the ticket was deleted
 * since.
 */
export const createTicketAnswer =
  ({ records }: Pick<AreaDeps, 'records'>) =>
  async (caller: Caller, result: TicketResult): Promise<Answer<TicketRecord>> => {
    const { companyId } = caller
    if (result.ok) {
      const { position, state, repeated = false } = result.value
      if (state.deleted) return err(domainError('ERR_NO_TICKET_FOUND'))
      const id = state.ticketId
      const isHidden = (doc: TicketDoc): boolean =>
        repeated && doc.position > position && !mayOpenTicket(caller, doc)
      const known = repeated ? await records.ticket(companyId, id) : null
      if (known !== null && isHidden(known)) return ok({ id, position, hidden: true, body: async () => null })
      const body = async () => {
        // another user may have got the ticket during the wait for the views
        const doc = await records.ticket(companyId, id)
        return doc === null || isHidden(doc) ? null : ((await records.presentTickets([doc]))[0] ?? null)
      }
      return ok({ id, position, body })
    }
    if ('taken' in result.error) return err(await otherTicket(records, caller, result.error.taken))
    const { code, details } = result.error
    if (!NAMES_USER.has(code)) return err(result.error)
    const userId = details?.userId as number | null
    const name = userId === null ? '' : ((await records.user(companyId, userId))?.name ?? '')
    return err(domainError(code, { ...details, name }))
  }
