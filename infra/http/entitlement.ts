import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { ApiCaller, Caller } from '@guiche/contracts/users/permissions.js'
import { allowanceOfDoc } from '@guiche/contracts/views/company.js'
import { createBoundedCache } from '../bounded-cache.js'
import type { Records } from '../records/records.js'
import type { Route } from './route.js'

/** Maximum of companies whose users without a seat are cached, and the time of the cache in milliseconds. */
const COMPANIES = 20_000
const LIFE_MS = 1000

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
  const known = createBoundedCache<string, Promise<ReadonlySet<number>>>(COMPANIES, LIFE_MS)
  const withoutSeat = (companyId: number, seats: number): Promise<ReadonlySet<number>> => {
    // a changed number of seats takes effect at once
    const key = `${companyId}/${seats}`
    const found = known.get(key)
    if (found !== undefined) return found
    const fresh = records.withoutSeat(companyId, seats)
    known.set(key, fresh)
    fresh.catch(() => known.delete(key))
    return fresh
  }
  const allowanceOf = async ({ companyId }: Caller | ApiCaller) => {
    const company = await records.companyWithPlan(companyId)
    return company === null ? null : allowanceOfDoc(company)
  }

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
