import { domainError } from '@guiche/contracts/errors.js'
import { err } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { AreaDeps } from '../deps.js'
import type { DecidedStates } from '../kernel/around.js'
import { userDecider } from '../user/decide.js'
import type { SideEffects } from './active-tickets.js'
import type { TicketState } from './state.js'

/** The ticket's new agent after a command; null without a change of agent. */
const takerOf = ({ before, after }: DecidedStates<TicketState>): number | null => {
  const isHis = before.exists && before.status === 'open' && before.userId === after.userId
  return after.status === 'open' && !isHis ? after.userId : null
}

/**
 * Wraps a command that gives a ticket to a user: the user must have fewer open tickets than allowed. Such
 * commands of one user run one after another. Each command waits until the views show the previous command,
 * so that the count is right. Errors: ERR_USER_AT_CAPACITY (details `{name, limit}`), ERR_UNAVAILABLE (the
 * views are late).
 */
export const createCapacity =
  ({
    kernel,
    documents,
    records,
    vault,
    exclusively,
  }: Pick<AreaDeps, 'kernel' | 'documents' | 'records' | 'vault' | 'exclusively'>): SideEffects =>
  (decided) => {
    const userId = takerOf(decided)
    if (userId === null) return null
    const { companyId } = decided.after
    return async (write) => {
      const { state: user } = await kernel.load(userDecider, streams.user(userId))
      const limit = user.maxOpenTickets
      if (limit === null) return write()
      const key = `capacity/${userId}`
      return exclusively(key, async () => {
        const last = (await vault.getMany([key])).get(key)?.value.toString() ?? ''
        if (last !== '' && !(await records.waitFor(['inbox'], records.logPosition(companyId, last))))
          return err(domainError('ERR_UNAVAILABLE'))
        const open = await documents.count('tickets', { companyId, userId, status: 'open' }, limit)
        if (open >= limit) return err(domainError('ERR_USER_AT_CAPACITY', { name: user.name, limit }))
        const done = await write()
        // a repeated command gives the position of its first run, which may be older than `last`
        if (done.ok && done.value.position > last)
          await vault.commit([{ key, value: Buffer.from(done.value.position) }])
        return done
      })
    }
  }
