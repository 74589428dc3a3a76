import { domainError } from '@guiche/contracts/errors.js'
import { isMove } from '@guiche/contracts/events/ticket.js'
import { err } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { AreaDeps } from '../deps.js'
import { userDecider } from '../user/decide.js'
import type { TicketResult } from './active-tickets.js'
import type { TicketCommand } from './commands.js'
import { ticketDecider } from './decide.js'
import type { TicketState } from './state.js'

/** Who gets the ticket by this command, and did not attend it before; null when nobody does. */
export const takerOf = (state: TicketState, command: TicketCommand): number | null => {
  const decided = ticketDecider.decide(state, command, '')
  const to = decided.ok ? decided.value.find(isMove)?.data.to : undefined
  const isHis = state.status === 'open' && state.userId === to?.userId
  return to?.status === 'open' && !isHis ? to.userId : null
}

/**
 * Runs a command that gives a ticket to a user (null: to nobody), unless the user has as many open tickets as allowed.
 * For one user such commands run one after another, and each waits until the views show the one before, so that the
 * count is right. Errors: ERR_USER_AT_CAPACITY (details `{name, limit}`), ERR_UNAVAILABLE (the views are late).
 */
export const createCapacity =
  ({
    kernel,
    documents,
    records,
    vault,
    exclusively,
  }: Pick<AreaDeps, 'kernel' | 'documents' | 'records' | 'vault' | 'exclusively'>) =>
  async (
    companyId: number,
    userId: number | null,
    run: () => Promise<TicketResult>,
  ): Promise<TicketResult> => {
    if (userId === null) return run()
    const { state: user } = await kernel.load(userDecider, streams.user(userId))
    const limit = user.maxOpenTickets
    if (limit === null) return run()
    const key = `capacity/${userId}`
    return exclusively(key, async () => {
      const last = (await vault.getMany([key])).get(key)?.value.toString() ?? ''
      if (last !== '' && !(await records.waitFor(['inbox'], records.logPosition(companyId, last))))
        return err(domainError('ERR_UNAVAILABLE'))
      const open = await documents.count('tickets', { companyId, userId, status: 'open' }, limit)
      if (open >= limit) return err(domainError('ERR_USER_AT_CAPACITY', { name: user.name, limit }))
      const done = await run()
      // a repeated command gives the position of its first run, which may be older than `last`
      if (done.ok && done.value.position > last)
        await vault.commit([{ key, value: Buffer.from(done.value.position) }])
      return done
    })
  }
