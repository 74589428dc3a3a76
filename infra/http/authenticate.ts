import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { Caller } from '@guiche/contracts/permissions.js'
import { pick } from '@guiche/contracts/pick.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { SessionDoc } from '@guiche/contracts/views/directory.js'
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

type Visit = NonNullable<SessionDoc['visit']>

export interface Authenticator {
  /**
   * Who calls with this access token. `ERR_SESSION_EXPIRED` (401) without a token or with an ended session,
   * `ERR_INVALID_TOKEN` (403) for one that is wrong or over, so that the client renews it, `ERR_COMPANY_EXPIRED` and
   * `ERR_COMPANY_BLOCKED` (403) of a company that is blocked. `whileBlocked`: its administrators may call all the same.
   * Super users always may. A visit that is over gives `ERR_INVALID_TOKEN`: its client renews, and is at home again.
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

  /** Whether a visitor may still be where they are: signed in at home, and a super user there. */
  const mayVisit = async ({ visitorId, visitorCompanyId, visitorSessionId }: Visit): Promise<boolean> => {
    const [home, visitor] = await Promise.all([
      records.session(visitorSessionId),
      records.user(visitorCompanyId, visitorId),
    ])
    return home?.userId === visitorId && visitor?.super === true
  }

  const load = async (claims: { userId: number; companyId: number; sessionId: string }) => {
    const [session, user, standing] = await Promise.all([
      records.session(claims.sessionId),
      records.user(claims.companyId, claims.userId),
      standings.of(claims.companyId),
    ])
    if (session === null || session.userId !== claims.userId || user === null || standing === null) {
      return err(domainError('ERR_SESSION_EXPIRED'))
    }
    const { visit } = session
    if (visit !== undefined && !(user.profile === 'admin' && (await mayVisit(visit))))
      return err(domainError('ERR_SESSION_EXPIRED'))
    return ok<Caller>({
      userId: user.userId,
      companyId: user.companyId,
      profile: user.profile,
      super: user.super,
      allTicket: user.allTicket,
      queueIds: user.queueIds,
      sessionId: claims.sessionId,
      ...(visit !== undefined && { visit: pick(visit, 'visitorId', 'until') }),
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
    if (!caller.ok) return caller
    const { visit } = caller.value
    if (visit !== undefined && Date.parse(visit.until) <= clock.now().getTime())
      return err(domainError('ERR_SESSION_EXPIRED'))
    if (await standings.isErasing(caller.value.companyId)) return err(domainError('ERR_SESSION_EXPIRED'))
    if (caller.value.super) return caller
    if (whileBlocked && caller.value.profile === 'admin') return caller
    const refusal = await standings.refusal(caller.value.companyId)
    return refusal === null ? caller : err(refusal)
  }

  return {
    bySession,
    byToken: async (token, whileBlocked) => {
      if (token === null) return err(domainError('ERR_SESSION_EXPIRED'))
      const claims = await tokens.verify(token, clock.now())
      if (!claims.ok) return err(domainError('ERR_INVALID_TOKEN'))
      const caller = await bySession(claims.value, whileBlocked)
      // a visitor is not signed out: the client renews, and is at home again
      const isOver = !caller.ok && caller.error.code === 'ERR_SESSION_EXPIRED' && claims.value.isVisit
      return isOver ? err(domainError('ERR_INVALID_TOKEN')) : caller
    },
    forget: (sessionId) => void cache.delete(sessionId),
  }
}
