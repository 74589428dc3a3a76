import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { presentSettings } from '@guiche/contracts/views/present.js'
import type { SessionRecord } from '@guiche/contracts/views/records.js'
import type { Clock } from '@guiche/infra/clock.js'
import { type Authenticator, companyRefusal } from '@guiche/infra/http/authenticate.js'
import type { Answer } from '@guiche/infra/http/route.js'
import type { Tokens } from '@guiche/infra/http/tokens.js'
import { newUuid } from '@guiche/infra/ids.js'
import type { Records } from '@guiche/infra/records/records.js'
import { companyDecider } from '../company/decide.js'
import { positionHeader } from '../http/reply.js'
import type { Kernel, Meta } from '../kernel/kernel.js'
import { userDecider } from '../user/decide.js'
import type { UserState } from '../user/state.js'
import type { Cookies } from './cookies.js'
import type { RefreshTokens } from './refresh-tokens.js'

export interface SessionsDeps {
  readonly kernel: Kernel
  readonly records: Records
  readonly tokens: Tokens
  readonly refreshTokens: RefreshTokens
  readonly cookies: Cookies
  readonly authenticator: Authenticator
  readonly clock: Clock
}

export interface Sessions {
  /** Why this user may not work now, or null: the company expired or is blocked. Super users always may. */
  refusal(user: UserState): Promise<DomainError | null>
  /** A new session, which ends the one there was, answered with tokens and the user's record. */
  open(user: UserState, meta: Meta): Promise<Answer>
  /** Tokens and record of a session that goes on with this refresh token. */
  answer(user: UserState, sessionId: string, refreshToken: string, position: string | null): Promise<Answer>
}

export const createSessions = (deps: SessionsDeps): Sessions => {
  const { kernel, records, tokens, refreshTokens, cookies, clock } = deps

  const record = async (user: UserState): Promise<Result<SessionRecord['user'], DomainError>> => {
    const [doc, company] = await Promise.all([
      records.user(user.companyId, user.userId),
      records.company(user.companyId),
    ])
    const [presented] = doc === null ? [] : await records.presentUsers([doc])
    if (presented === undefined || company === null) return err(domainError('ERR_UNAVAILABLE'))
    return ok({ ...presented, company: { ...presented.company, settings: presentSettings(company) } })
  }

  const answer: Sessions['answer'] = async (user, sessionId, refreshToken, position) => {
    // a token is of no use before the views know its session
    const place = position === null ? null : records.place(user.companyId, position)
    const known = place === null || (await records.waitFor(['users', 'companies', 'queues'], place))
    if (!known) return err(domainError('ERR_UNAVAILABLE'))
    const presented = await record(user)
    if (!presented.ok) return presented
    const token = await tokens.sign({ ...user, sessionId }, clock.now())
    const body: SessionRecord = { token, user: presented.value }
    const headers = {
      'Set-Cookie': cookies.set(refreshToken, token, user.super),
      'Cache-Control': 'no-store',
      ...(place === null ? {} : positionHeader(place)),
    }
    return ok({ body, headers })
  }

  return {
    answer,
    refusal: async (user) => {
      if (user.super) return null
      const { state: company } = await kernel.load(companyDecider, streams.company(user.companyId))
      return company === null ? domainError('ERR_NO_COMPANY_FOUND') : companyRefusal(company, clock.now())
    },
    open: async (user, meta) => {
      const sessionId = newUuid()
      const { userId, companyId, passwordRef } = user
      const command = { kind: 'start-session', sessionId, passwordRef } as const
      const started = await kernel.execute(userDecider, streams.user(userId), command, meta)
      if (!started.ok) return started
      const refreshToken = await refreshTokens.start({ userId, companyId, sessionId })
      const opened = await answer(started.value.state, sessionId, refreshToken, started.value.position)
      if (user.sessionId !== null) deps.authenticator.forget(user.sessionId)
      return opened
    },
  }
}
