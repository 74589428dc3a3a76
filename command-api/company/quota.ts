import { domainError } from '@guiche/contracts/errors.js'
import type { QuotaEvent } from '@guiche/contracts/events/company.js'
import { err, ok } from '@guiche/contracts/result.js'
import type { Decider } from '../kernel/kernel.js'

type Seat = QuotaEvent['data']['kind']
/** Holders of the seats of a company (stream `quota-{companyId}`), by kind, in the order of taking. */
export type QuotaState = Readonly<Record<Seat, readonly string[]>>

export type QuotaCommand =
  /** `limit`: maximum of seats of this kind, null for unlimited */
  | { readonly kind: 'take'; readonly seat: Seat; readonly holder: string; readonly limit: number | null }
  | { readonly kind: 'release'; readonly seat: Seat; readonly holder: string }

/**
 * Each holder has at most one seat of a kind. Errors: ERR_USER_LIMIT (details `{limit}`); ERR_LAST_ADMIN if
 * the last admin's seat would be released.
 */
export const quotaDecider: Decider<QuotaState, QuotaCommand, QuotaEvent> = {
  initial: { user: [], admin: [] },
  evolve: (state, event) => {
    switch (event.type) {
      case 'quota.seat-taken.v1':
        return { ...state, [event.data.kind]: [...state[event.data.kind], event.data.holder] }
      case 'quota.seat-released.v1': {
        const { kind, holder } = event.data
        return { ...state, [kind]: state[kind].filter((other) => other !== holder) }
      }
      default:
        return state
    }
  },
  decide: (state, command) => {
    const { seat, holder } = command
    const holders = state[seat]
    const has = holders.includes(holder)
    if (command.kind === 'take') {
      if (has) return ok([])
      if (command.limit !== null && holders.length >= command.limit) {
        return err(domainError('ERR_USER_LIMIT', { limit: command.limit }))
      }
      return ok([{ type: 'quota.seat-taken.v1', data: { kind: seat, holder } }])
    }
    if (!has) return ok([])
    if (seat === 'admin' && holders.length === 1) return err(domainError('ERR_LAST_ADMIN'))
    return ok([{ type: 'quota.seat-released.v1', data: { kind: seat, holder } }])
  },
}
