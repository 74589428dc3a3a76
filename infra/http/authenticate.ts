import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { pick } from '@guiche/contracts/pick.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import type { SessionDoc } from '@guiche/contracts/views/directory.js'
import { parseCookie } from 'cookie'
import type { Request } from 'express'
import { createReadCache } from '../bounded-cache.js'
import type { Clock } from '../clock.js'
import type { Records } from '../records/records.js'
import { createStandings } from '../subscription/standings.js'
import type { TokenClaims, Tokens } from './tokens.js'

/** The cookies of a request, by name. */
export const cookiesOf = (request: Request): Readonly<Record<string, string | undefined>> =>
  parseCookie(request.headers.cookie ?? '')

type Visit = NonNullable<SessionDoc['visit']>

/** Claims of a token, or of a caller admitted earlier. */
type CallerClaims = TokenClaims & Pick<Caller, 'visit'>
const isOfVisit = ({ isVisit, visit }: CallerClaims): boolean => isVisit === true || visit !== undefined

export interface Authenticator {
  /**
   * The caller of an access token. `ERR_SESSION_EXPIRED` (401): no token, or an ended session.
   * `ERR_INVALID_TOKEN` (403): a wrong or expired token, so that the client renews it. `ERR_COMPANY_EXPIRED`
   * and `ERR_COMPANY_BLOCKED` (403): a blocked company.
   * `whileBlocked`: administrators of a blocked company may call; super users always may.
   * An ended visit gives `ERR_INVALID_TOKEN`: the client renews its token and returns to its own company.
   */
  byToken(token: string | null, whileBlocked?: boolean): Promise<Result<Caller, DomainError>>
  /** As byToken, for a session that was verified already (media cookie, open socket). */
  bySession(claims: CallerClaims, whileBlocked?: boolean): Promise<Result<Caller, DomainError>>
  /** Removes a session from the cache. */
  forget(sessionId: string): void
}

/**
 * Looks up session and user at most once a second per session, so ending a session works at once. Visits are
 * looked up with each call, because they end in other processes, which cannot clear this cache. The company's
 * standing is checked with each call, too.
 */
export const createAuthenticator = (deps: {
  records: Records
  tokens: Tokens
  clock: Clock
}): Authenticator => {
  const { records, tokens, clock } = deps
  const cache = createReadCache<string, Result<Caller, DomainError>>(20_000, 1000)
  const standings = createStandings(records, clock)

  /**
   * Whether a visitor may continue: signed in at the own company, a super user there, and that company is not
   * being erased.
   */
  const mayVisit = async ({ visitorId, visitorCompanyId, visitorSessionId }: Visit): Promise<boolean> => {
    const [home, visitor, isErasing] = await Promise.all([
      records.session(visitorSessionId),
      records.user(visitorCompanyId, visitorId),
      standings.isErasing(visitorCompanyId),
    ])
    return home?.userId === visitorId && visitor?.super === true && !isErasing
  }

  const load = async (claims: CallerClaims) => {
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
  const known = (claims: CallerClaims) =>
    isOfVisit(claims) ? load(claims) : cache.of(claims.sessionId, () => load(claims))

  const letIn = async (claims: CallerClaims, whileBlocked: boolean): Promise<Result<Caller, DomainError>> => {
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

  const bySession: Authenticator['bySession'] = async (claims, whileBlocked = false) => {
    const caller = await letIn(claims, whileBlocked)
    const isOver = !caller.ok && caller.error.code === 'ERR_SESSION_EXPIRED' && isOfVisit(claims)
    // a visitor is not signed out: the client renews its token and returns to its own company
    return isOver ? err(domainError('ERR_INVALID_TOKEN')) : caller
  }

  return {
    bySession,
    byToken: async (token, whileBlocked) => {
      if (token === null) return err(domainError('ERR_SESSION_EXPIRED'))
      const claims = await tokens.verify(token, clock.now())
      if (!claims.ok) return err(domainError('ERR_INVALID_TOKEN'))
      return bySession(claims.value, whileBlocked)
    },
    forget: (sessionId) => cache.forget(sessionId),
  }
}
