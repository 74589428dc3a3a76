import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { Caller } from '@guiche/contracts/permissions.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { CompanyDoc } from '@guiche/contracts/views/directory.js'
import { parseCookie } from 'cookie'
import type { Request } from 'express'
import { createBoundedCache } from '../bounded-cache.js'
import type { Clock } from '../clock.js'
import type { Records } from '../records/records.js'
import type { Tokens } from './tokens.js'

/** Why a company may not be used now, or null. A null due date is for ever. */
export const companyRefusal = (
  company: Pick<CompanyDoc, 'status' | 'dueDate'>,
  now: Date,
): DomainError | null => {
  if (!company.status) return domainError('ERR_COMPANY_BLOCKED')
  if (company.dueDate !== null && new Date(company.dueDate) < now) {
    return domainError('ERR_COMPANY_EXPIRED', { date: company.dueDate })
  }
  return null
}

/** The cookies of a request, by name. */
export const cookiesOf = (request: Request): Readonly<Record<string, string | undefined>> =>
  parseCookie(request.headers.cookie ?? '')

export interface Authenticator {
  /**
   * Who calls with this access token. `ERR_SESSION_EXPIRED` (401) without a token or with an ended session,
   * `ERR_INVALID_TOKEN` (403) for one that is wrong or over, so that the client renews it.
   */
  byToken(token: string | null): Promise<Result<Caller, DomainError>>
  /** As byToken, for a session already known to be genuine (media cookie, open socket). */
  bySession(claims: {
    userId: number
    companyId: number
    sessionId: string
  }): Promise<Result<Caller, DomainError>>
  /** Removes a session from the cache. */
  forget(sessionId: string): void
}

/** Session, user and company are looked up at most once a second a session, so ending one works at once. */
export const createAuthenticator = (deps: {
  records: Records
  tokens: Tokens
  clock: Clock
}): Authenticator => {
  const { records, tokens, clock } = deps
  const cache = createBoundedCache<string, Promise<Result<Caller, DomainError>>>(20_000, 1000)

  const load = async (claims: { userId: number; companyId: number; sessionId: string }) => {
    const [session, user, company] = await Promise.all([
      records.session(claims.sessionId),
      records.user(claims.companyId, claims.userId),
      records.company(claims.companyId),
    ])
    if (session === null || session.userId !== claims.userId || user === null || company === null) {
      return err(domainError('ERR_SESSION_EXPIRED'))
    }
    const refusal = user.super ? null : companyRefusal(company, clock.now())
    if (refusal !== null) return err(refusal)
    return ok<Caller>({
      userId: user.userId,
      companyId: user.companyId,
      profile: user.profile,
      super: user.super,
      allTicket: user.allTicket,
      queueIds: user.queueIds,
      sessionId: claims.sessionId,
    })
  }

  const bySession: Authenticator['bySession'] = (claims) => {
    const found = cache.get(claims.sessionId)
    if (found !== undefined) return found
    const fresh = load(claims)
    cache.set(claims.sessionId, fresh)
    fresh.catch(() => cache.delete(claims.sessionId))
    return fresh
  }

  return {
    bySession,
    byToken: async (token) => {
      if (token === null) return err(domainError('ERR_SESSION_EXPIRED'))
      const claims = await tokens.verify(token, clock.now())
      return claims.ok ? bySession(claims.value) : err(domainError('ERR_INVALID_TOKEN'))
    },
    forget: (sessionId) => void cache.delete(sessionId),
  }
}
