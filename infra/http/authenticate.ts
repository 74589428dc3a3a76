import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { Caller } from '@guiche/contracts/permissions.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { parseCookie } from 'cookie'
import type { Request } from 'express'
import { createBoundedCache } from '../bounded-cache.js'
import type { Clock } from '../clock.js'
import type { Records } from '../records/records.js'
import { createStandings } from '../subscription/standings.js'
import type { Tokens } from './tokens.js'

/** The cookies of a request, by name. */
export const cookiesOf = (request: Request): Readonly<Record<string, string | undefined>> =>
  parseCookie(request.headers.cookie ?? '')

export interface Authenticator {
  /**
   * The caller of an access token. `ERR_SESSION_EXPIRED` (401) without a token or with an ended session.
   * `ERR_INVALID_TOKEN` (403) for a wrong or expired token, so that the client renews it. `ERR_COMPANY_EXPIRED` and
   * `ERR_COMPANY_BLOCKED` (403) of a company that is blocked. `whileBlocked`: the company's administrators may call
   * all the same. Super users always may.
   */
  byToken(token: string | null, whileBlocked?: boolean): Promise<Result<Caller, DomainError>>
  /** As byToken, for a session already known to be genuine (media cookie, open socket). */
  bySession(
    claims: { userId: number; companyId: number; sessionId: string },
    whileBlocked?: boolean,
  ): Promise<Result<Caller, DomainError>>
  /** Removes a session from the cache. */
  forget(sessionId: string): void
}

/**
 * Session and user are looked up at most once a second a session, so ending one works at once. Where their company stands
 * is asked of each call.
 */
export const createAuthenticator = (deps: {
  records: Records
  tokens: Tokens
  clock: Clock
}): Authenticator => {
  const { records, tokens, clock } = deps
  const cache = createBoundedCache<string, Promise<Result<Caller, DomainError>>>(20_000, 1000)
  const standings = createStandings(records, clock)

  const load = async (claims: { userId: number; companyId: number; sessionId: string }) => {
    const [session, user, standing] = await Promise.all([
      records.session(claims.sessionId),
      records.user(claims.companyId, claims.userId),
      standings.of(claims.companyId),
    ])
    if (session === null || session.userId !== claims.userId || user === null || standing === null) {
      return err(domainError('ERR_SESSION_EXPIRED'))
    }
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
  const known = (claims: { userId: number; companyId: number; sessionId: string }) => {
    const found = cache.get(claims.sessionId)
    if (found !== undefined) return found
    const fresh = load(claims)
    cache.set(claims.sessionId, fresh)
    fresh.catch(() => cache.delete(claims.sessionId))
    return fresh
  }

  const bySession: Authenticator['bySession'] = async (claims, whileBlocked = false) => {
    const caller = await known(claims)
    if (!caller.ok || caller.value.super) return caller
    if (whileBlocked && caller.value.profile === 'admin') return caller
    const refusal = await standings.refusal(caller.value.companyId)
    return refusal === null ? caller : err(refusal)
  }

  return {
    bySession,
    byToken: async (token, whileBlocked) => {
      if (token === null) return err(domainError('ERR_SESSION_EXPIRED'))
      const claims = await tokens.verify(token, clock.now())
      return claims.ok ? bySession(claims.value, whileBlocked) : err(domainError('ERR_INVALID_TOKEN'))
    },
    forget: (sessionId) => void cache.delete(sessionId),
  }
}
