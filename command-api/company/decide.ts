import type { DomainError } from '@guiche/contracts/errors.js'
import { domainError } from '@guiche/contracts/errors.js'
import type { CompanyEvent } from '@guiche/contracts/events/company.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { Ladder } from '@guiche/contracts/subscription/ladder.js'
import {
  mayUnblock,
  type Subscribed,
  standingAt,
  stepsOf,
  unblockedFrom,
} from '@guiche/contracts/subscription/standing.js'
import type { Decider } from '../kernel/kernel.js'

type Registered = EventNamed<'company.registered.v1'>['data']

/** A company as stream `company-{id}` tells it; null before it is registered. */
export type CompanyState = (Registered & Pick<Subscribed, 'unblocked'>) | null

/** `unblock`: an administrator asks at this moment, while this ladder holds. */
export type CompanyCommand =
  | ({ readonly kind: 'register' } & Registered)
  | { readonly kind: 'unblock'; readonly now: Date; readonly ladder: Ladder }

const unblock = (
  state: NonNullable<CompanyState>,
  now: number,
  ladder: Ladder,
): Result<CompanyEvent[], DomainError> => {
  const { companyId, dueDate } = state
  const standing = standingAt(stepsOf(state, ladder), now)
  if (standing.standing !== 'blocked') return err(domainError('ERR_COMPANY_NOT_BLOCKED'))
  if (standing.why === 'closed' || dueDate === null) return err(domainError('ERR_COMPANY_BLOCKED'))
  if (!mayUnblock(state, standing)) return err(domainError('ERR_ALREADY_UNBLOCKED'))
  return ok([{ type: 'company.unblocked.v1', data: { companyId, dueDate, until: unblockedFrom(now) } }])
}

/**
 * Registering a company that is registered changes nothing. Errors of `unblock`: ERR_NO_COMPANY_FOUND,
 * ERR_COMPANY_NOT_BLOCKED, ERR_COMPANY_BLOCKED (by the platform), ERR_ALREADY_UNBLOCKED (once for each due date).
 */
export const companyDecider: Decider<CompanyState, CompanyCommand, CompanyEvent> = {
  initial: null,
  evolve: (state, event) => {
    if (event.type === 'company.registered.v1') return event.data
    if (event.type === 'company.unblocked.v1' && state !== null) return { ...state, unblocked: event.data }
    return state
  },
  decide: (state, command) => {
    if (command.kind === 'unblock')
      return state === null
        ? err(domainError('ERR_NO_COMPANY_FOUND'))
        : unblock(state, command.now.getTime(), command.ladder)
    const { kind: _, ...data } = command
    return ok(state === null ? [{ type: 'company.registered.v1', data }] : [])
  },
}
