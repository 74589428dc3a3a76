import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { PLATFORM_COMPANY } from '@guiche/contracts/records/record.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { companyRefusal } from '@guiche/contracts/subscription/refusal.js'
import { VISIT_NOTICE_MS } from '@guiche/contracts/users/visits.js'
import { allowanceOfDoc } from '@guiche/contracts/views/company.js'
import {
  type LastVisit,
  presentOwnUser,
  type SessionRecord,
  type SignedInUser,
  type VisitRecord,
  type WithoutSeat,
} from '@guiche/contracts/views/session.js'
import type { Answer, Refusal } from '@guiche/infra/http/route.js'
import { newUuid } from '@guiche/infra/ids.js'
import { companyDecider } from '../company/decide.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { userDecider } from '../user/decide.js'
import type { UserState } from '../user/state.js'
import type { Cookies } from './cookies.js'
import type { Devices } from './devices.js'
import type { RefreshTokens } from './refresh-tokens.js'

/** Most administrators named to a user without a seat. */
const MAX_NAMED_ADMINS = 3

export interface SessionsDeps
  extends Pick<AreaDeps, 'kernel' | 'records' | 'documents' | 'tokens' | 'authenticator' | 'clock'> {
  readonly refreshTokens: RefreshTokens
  readonly cookies: Cookies
  readonly devices: Devices
}

export interface Sessions {
  /**
   * Why this user may have no session now, or null: the company expired or is blocked. Super users always may; an
   * administrator of the company may, to see how to pay.
   */
  refusal(user: UserState): Promise<DomainError | null>
  /**
   * Opens a session, which ends the user's earlier session. Answers with tokens and the user's record, and remembers
   * the browser. `device`: the cookie of a browser that is known.
   */
  open(user: UserState, meta: Meta, device: string | undefined): Promise<Answer<SessionRecord>>
  /**
   * Tokens and record of a session. The refresh token is made last: a rotated token that was never delivered would look
   * stolen later.
   */
  answer(
    user: UserState,
    sessionId: string,
    position: string | null,
    refreshToken: () => Promise<Result<string, Refusal>>,
    visit?: VisitRecord,
  ): Promise<Answer<SessionRecord>>
  /**
   * The desk that a super user visits now. Null: no visit was begun, the visit is over, or the company's administrator
   * is gone.
   */
  visited(
    visitor: UserState,
  ): Promise<{ readonly user: UserState; readonly sessionId: string; readonly visit: VisitRecord } | null>
}

export const createSessions = (deps: SessionsDeps): Sessions => {
  const { kernel, records, documents, tokens, refreshTokens, cookies, devices, clock } = deps

  /** Null for a user with a seat. */
  const seatless = async (user: UserState, limit: number | null): Promise<WithoutSeat | null> => {
    const { companyId, userId } = user
    if (limit === null || user.super) return null
    const without = await records.withoutSeat(companyId, limit)
    if (!without.has(userId)) return null
    const where = { companyId, deleted: false, profile: 'admin' }
    const admins = await documents.find('users', { where, limit: MAX_NAMED_ADMINS + without.size })
    const ask = admins.filter((admin) => !without.has(admin.userId)).slice(0, MAX_NAMED_ADMINS)
    return { limit, ask: ask.map(({ name }) => name) }
  }

  const record = async (user: UserState): Promise<Result<SignedInUser, DomainError>> => {
    const [doc, company] = await Promise.all([
      records.user(user.companyId, user.userId),
      records.companyWithPlan(user.companyId),
    ])
    const platform = (await records.company(PLATFORM_COMPANY))?.settings
    const [presented] = doc === null ? [] : await records.presentUsers([doc])
    if (presented === undefined || company === null) return err(domainError('ERR_UNAVAILABLE'))
    const withoutSeat = await seatless(user, allowanceOfDoc(company).limits.users)
    const own = presentOwnUser(presented, company, platform, clock.now())
    return ok(withoutSeat === null ? own : { ...own, withoutSeat })
  }

  /** The last visit to the own company, for its administrators alone. */
  const lastVisit = async ({ companyId, profile }: UserState): Promise<LastVisit | null> => {
    const last = profile === 'admin' ? (await records.company(companyId))?.lastVisit : undefined
    if (last === undefined || clock.now().getTime() - Date.parse(last.at) > VISIT_NOTICE_MS) return null
    const { sessionId: id, visitorId, visitorCompanyId, why: reason, at } = last
    const name = (await records.user(visitorCompanyId, visitorId))?.name ?? ''
    return { id, visitor: { id: visitorId, name }, reason, at }
  }

  const answer: Sessions['answer'] = async (user, sessionId, position, refreshToken, visit) => {
    // a token is useless before the views know its session
    const logPosition = position === null ? null : records.logPosition(user.companyId, position)
    const known =
      logPosition === null || (await records.waitFor(['users', 'companies', 'queues'], logPosition))
    if (!known) return err(domainError('ERR_UNAVAILABLE'))
    const presented = await record(user)
    if (!presented.ok) return presented
    const last = visit === undefined ? await lastVisit(user) : null
    const made = await refreshToken()
    if (!made.ok) return made
    const token = await tokens.sign({ ...user, sessionId, isVisit: visit !== undefined }, clock.now())
    const headers = {
      'Set-Cookie': cookies.set(made.value, token, user.super),
      'Cache-Control': 'no-store',
    }
    const body = {
      ...{ token, user: presented.value },
      ...(visit !== undefined && { visit }),
      ...(last !== null && { lastVisit: last }),
    }
    return ok({ body, headers, companyId: user.companyId, ...(position !== null && { position }) })
  }

  return {
    answer,
    visited: async ({ visiting: visit, userId: id, name }) => {
      if (visit === null || Date.parse(visit.until) <= clock.now().getTime()) return null
      const { sessionId, visitedUserId, until, why: reason } = visit
      const { state: user } = await kernel.load(userDecider, streams.user(visitedUserId))
      if (user.status !== 'active' || !user.visits.includes(sessionId)) return null
      const { state: company } = await kernel.load(companyDecider, streams.company(user.companyId))
      if (company === null || company.erasing) return null
      return { user, sessionId, visit: { visitor: { id, name }, reason, until } }
    },
    refusal: async (user) => {
      const { state: company } = await kernel.load(companyDecider, streams.company(user.companyId))
      if (company?.erasing) return domainError('ERR_NO_COMPANY_FOUND')
      if (user.super) return null
      if (company === null) return domainError('ERR_NO_COMPANY_FOUND')
      if (user.profile === 'admin') return null
      return companyRefusal(company, (await records.company(PLATFORM_COMPANY))?.settings, clock.now())
    },
    open: async (user, meta, device) => {
      const sessionId = newUuid()
      const { userId, companyId, passwordRef } = user
      const command = { kind: 'start-session', sessionId, passwordRef } as const
      const started = await kernel.execute(userDecider, streams.user(userId), command, meta)
      if (!started.ok) return started
      const { state, position } = started.value
      const opened = await answer(state, sessionId, position, async () =>
        ok(await refreshTokens.start({ userId, companyId, sessionId })),
      )
      if (user.sessionId !== null) deps.authenticator.forget(user.sessionId)
      if (!opened.ok) return opened
      const known = cookies.device(devices.cookieFor(user.email, device))
      const { headers } = opened.value
      return ok({
        ...opened.value,
        headers: { ...headers, 'Set-Cookie': [...(headers?.['Set-Cookie'] ?? []), known] },
      })
    },
  }
}
