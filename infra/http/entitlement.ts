import type { Allowance } from '@guiche/contracts/company/allowance.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { ApiCaller, Caller } from '@guiche/contracts/users/permissions.js'
import { allowanceOfDoc } from '@guiche/contracts/views/company.js'
import { createReadCache, createTurnCache } from '../bounded-cache.js'
import type { Records } from '../records/records.js'
import type { Route } from './route.js'

/** Maximum of companies whose users without a seat are cached, and the time of the cache in milliseconds. */
const COMPANIES = 20_000
const SEATS_MS = 1000

/** Whether the plan of a caller's company lets the caller call a route. */
export type Entitlement = (
  route: Pick<Route, 'key' | 'spec'>,
  caller: Caller | ApiCaller,
) => Promise<Result<void, DomainError>>

/**
 * Errors of the plan, by the declarations of routes. ERR_NOT_IN_PLAN (details `{feature}`): the plan lacks
 * the route's feature. ERR_NO_SEAT (details `{limit}`): a command of a user without a seat.
 */
export const createEntitlement = (records: Pick<Records, 'companyWithPlan' | 'withoutSeat'>): Entitlement => {
  const seats = createReadCache<string, ReadonlySet<number>>(COMPANIES, SEATS_MS)
  // a changed number of seats takes effect at once
  const withoutSeat = (companyId: number, limit: number): Promise<ReadonlySet<number>> =>
    seats.of(`${companyId}/${limit}`, () => records.withoutSeat(companyId, limit))
  const allowances = createTurnCache<number, Allowance | null>()
  const allowanceOf = ({ companyId }: Caller | ApiCaller) =>
    allowances.of(companyId, async () => {
      const company = await records.companyWithPlan(companyId)
      return company === null ? null : allowanceOfDoc(company)
    })

  return async ({ key, spec }, caller) => {
    const { plan: feature } = spec
    if (feature !== undefined && (await allowanceOf(caller))?.without.includes(feature))
      return err(domainError('ERR_NOT_IN_PLAN', { feature }))
    if (key.startsWith('GET ') || spec.reads || !('userId' in caller) || caller.super) return ok(undefined)
    const limit = (await allowanceOf(caller))?.limits.users ?? null
    if (limit === null || !(await withoutSeat(caller.companyId, limit)).has(caller.userId))
      return ok(undefined)
    return err(domainError('ERR_NO_SEAT', { limit }))
  }
}
