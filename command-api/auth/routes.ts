import { domainError, type ErrorCode } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { sessionRoutes } from '@guiche/contracts/routes/session.js'
import { streams } from '@guiche/contracts/streams.js'
import { NEW_PASSWORD } from '@guiche/contracts/text.js'
import { RESET_LINK_SECONDS } from '@guiche/contracts/users/reset-link.js'
import { isHostAllowed, originAllowed } from '@guiche/infra/http/origin.js'
import { type CallOf, type Refusal, type RequestCall, type Route, serving } from '@guiche/infra/http/route.js'
import { newUuid } from '@guiche/infra/ids.js'
import type { AreaDeps, CommandApiConfig } from '../deps.js'
import { tellFailedSignIn } from '../failed-sign-ins.js'
import type { Claims, Meta } from '../kernel/kernel.js'
import { StoreUnavailable } from '../kernel/unavailable.js'
import type { FinishEvents } from '../processes/consequences.js'
import type { ResetRequests } from '../processes/reset-requests.js'
import { isSetUpCode, setUpCode } from '../setup/code.js'
import type { SetUpFlow } from '../setup/set-up.js'
import { userDecider } from '../user/decide.js'
import { normaliseEmail, userOfEmail } from '../user/holdings.js'
import type { Invitations } from '../user/invitations.js'
import type { Passwords } from '../user/passwords.js'
import { noUser, type UserState } from '../user/state.js'
import type { Attempts } from './attempts.js'
import type { Flood } from './flood.js'
import type { Verification } from './human-verification.js'
import type { PasswordResets } from './password-resets.js'
import type { Owner } from './refresh-tokens.js'
import { askWebhook } from './reset-webhook.js'
import type { Sessions, SessionsDeps } from './sessions.js'

export interface AuthRoutesDeps extends SessionsDeps {
  readonly claims: Claims
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly attempts: Attempts
  readonly verification: Verification
  readonly setUp: SetUpFlow
  readonly invitations: Invitations
  readonly resets: PasswordResets
  readonly resetRequests: ResetRequests
  readonly resetFlood: Flood
  readonly finish: FinishEvents
  readonly config: Pick<
    CommandApiConfig,
    'publicUrl' | 'isPublic' | 'passwordResetWebhook' | 'humanVerification'
  >
  readonly secretKey: Buffer
  readonly logger: AreaDeps['logger']
  readonly observer?: AreaDeps['observer']
}

/** Clears the browser's cache, so that its next user finds nothing of this session. */
const CLEAR_CACHE_HEADER = { 'Clear-Site-Data': '"cache"' } as const

const NEW_PASSWORD_ERRORS: ReadonlySet<ErrorCode> = new Set(NEW_PASSWORD)

/** Meta of a command of a user who signs in or renews a session. */
const metaOfUser = (
  user: Pick<UserState, 'userId' | 'companyId' | 'super'>,
  correlationId: string,
): Meta => ({
  commandId: newUuid(),
  companyId: user.companyId,
  actor: { kind: user.super ? 'super' : 'user', id: user.userId },
  correlationId,
})

type Deps = AuthRoutesDeps
type Call<K extends keyof typeof sessionRoutes & string> = CallOf<K, (typeof sessionRoutes)[K]>

/** Whether a page of another origin sent the request. Such a page must not use its visitor's cookies. */
const isFromOtherOrigin = (deps: Deps, { request }: Pick<RequestCall, 'request'>): boolean =>
  !originAllowed(request.headers.origin, deps.config.publicUrl)

/** A refusal that also removes the cookies. */
const signedOut = (deps: Deps, code: ErrorCode) =>
  err({ code, headers: { ...CLEAR_CACHE_HEADER, 'Set-Cookie': deps.cookies.clear() } })

/** Null while the event store is away. */
const stateOf = async ({ kernel }: Deps, userId: number): Promise<UserState | null> => {
  try {
    return (await kernel.load(userDecider, streams.user(userId))).state
  } catch (failure) {
    if (failure instanceof StoreUnavailable) return null
    throw failure
  }
}

/**
 * The session's user as the views know the user. Sessions go on without the event store for longer than a token
 * lives.
 */
const fromViews = async (
  deps: Deps,
  { userId, companyId, sessionId }: Owner,
): Promise<Result<UserState, Refusal>> => {
  const caller = await deps.authenticator.bySession({ userId, companyId, sessionId }, true)
  if (!caller.ok) {
    return caller.error.code === 'ERR_SESSION_EXPIRED' ? signedOut(deps, 'ERR_SESSION_EXPIRED') : caller
  }
  const doc = await deps.records.user(companyId, userId)
  if (doc === null) return signedOut(deps, 'ERR_SESSION_EXPIRED')
  return ok({ ...noUser, ...caller.value, name: doc.name, email: doc.email, status: 'active' })
}

/** The user whose session may go on, or the error why it may not. */
const continuingUser = async (deps: Deps, owner: Owner): Promise<Result<UserState, Refusal>> => {
  const user = await stateOf(deps, owner.userId)
  if (user === null) return fromViews(deps, owner)
  if (user.status !== 'active' || user.sessionId !== owner.sessionId)
    return signedOut(deps, 'ERR_SESSION_EXPIRED')
  const refused = await deps.sessions.refusal(user)
  return refused === null ? ok(user) : err(refused)
}

/**
 * The session of a browser's window: during a visit the session that began the visit, else the session of the cookie.
 * Windows share the cookie.
 */
const windowSession = async (deps: Deps, jrt: string, visitId: string | null): Promise<Owner | null> => {
  const { refreshTokens, records } = deps
  const visit = visitId === null ? undefined : (await records.session(visitId))?.visit
  if (visit === undefined) return refreshTokens.owner(jrt)
  const { visitorId: userId, visitorCompanyId: companyId, visitorSessionId: sessionId } = visit
  return { userId, companyId, sessionId }
}

/** Rotates a refresh token; a reused one ends its session. */
const rotateToken = async (deps: Deps, token: string, correlationId: string) => {
  const { kernel, refreshTokens } = deps
  const next = await refreshTokens.renew(token)
  if (next.ok) return ok(next.value.token)
  if (next.error !== 'invalid') {
    const { reused: sessionId, userId } = next.error
    const stream = streams.user(userId)
    const { state } = await kernel.load(userDecider, stream)
    const end = { kind: 'end-session', by: null, sessionId, reason: 'reuse' } as const
    await kernel.execute(userDecider, stream, end, metaOfUser(state, correlationId))
    await refreshTokens.end(sessionId)
    deps.authenticator.forget(sessionId)
  }
  return signedOut(deps, 'ERR_SESSION_EXPIRED')
}

const setUp = async (
  deps: Deps,
  { request, body, address, cookies: sent, correlationId }: Call<'POST /setup'>,
) => {
  const { sessions, attempts } = deps
  // Refuses requests from pages of other origins, and host names rebound to this machine (DNS rebinding): such a
  // page could create its own super user.
  if (isFromOtherOrigin(deps, { request }) || !isHostAllowed(request.headers.host, deps.config.publicUrl)) {
    return err(domainError('ERR_NO_PERMISSION'))
  }
  if (deps.config.isPublic) {
    const attempt = { account: null, address }
    if (!(await attempts.begin(attempt))) return err(attempts.refusal)
    if (!(await deps.setUp.needed())) return err(domainError('ERR_ALREADY_SET_UP'))
    if (!isSetUpCode(body.code ?? '', setUpCode(deps.secretKey))) return err(domainError('ERR_SET_UP_CODE'))
    await attempts.succeeded(attempt)
  }
  const made = await deps.setUp.run(body, correlationId)
  if (!made.ok) return made
  const { companyId, userId } = made.value
  const actor = { kind: 'super', id: userId } as const
  return sessions.open(made.value, { commandId: newUuid(), companyId, actor, correlationId }, sent.device)
}

const signIn = async (
  deps: Deps,
  { body, address, cookies: sent, correlationId }: Call<'POST /auth/login'>,
) => {
  const { passwords, sessions, attempts, verification, devices } = deps
  if (!(await verification.passes(body.verification, address))) {
    return err(domainError('ERR_HUMAN_VERIFICATION'))
  }
  const email = normaliseEmail(body.email)
  const attempt = { account: email, address, device: devices.idOf(sent.device, email) }
  const failed = (refusal: Refusal) => {
    tellFailedSignIn(deps, refusal.code, { address, account: email })
    return err(refusal)
  }
  if (!(await attempts.begin(attempt))) return failed(attempts.refusal)
  const user = await userOfEmail(deps, email)
  const right = await passwords.isRight(user?.passwordRef ?? null, body.password)
  if (user === null || !right) return failed(domainError('ERR_INVALID_CREDENTIALS'))
  await attempts.succeeded(attempt)
  const refused = await sessions.refusal(user)
  if (refused !== null) return err(refused)
  return sessions.open(user, metaOfUser(user, correlationId), sent.device)
}

const checkInvitation = async (deps: Deps, { body, address }: Call<'POST /auth/invitation/check'>) => {
  const { attempts, records } = deps
  const account = deps.invitations.accountOf(body.token)
  if (!(await attempts.begin({ account, address }))) return err(attempts.refusal)
  const user = await deps.invitations.check(body.token)
  if (!user.ok) return user
  await attempts.succeeded({ account, address })
  const { name, email, companyId } = user.value
  const company = await records.company(companyId)
  return ok({ body: { name, email, company: company?.name ?? '' } })
}

const takeInvitation = async (
  deps: Deps,
  { body, address, cookies: sent, correlationId }: Call<'POST /auth/invitation'>,
) => {
  const { sessions, attempts } = deps
  const account = deps.invitations.accountOf(body.token)
  if (!(await attempts.begin({ account, address }))) return err(attempts.refusal)
  const invited = await deps.invitations.check(body.token)
  if (!invited.ok) return invited
  // a link that cannot sign its user in yet is not used up
  const early = await sessions.refusal(invited.value)
  if (early !== null) {
    await attempts.succeeded({ account, address })
    return err(early)
  }
  const user = await deps.invitations.take(body.token, body.password, (taking) =>
    metaOfUser(taking, correlationId),
  )
  // a weak password is no guess at the link
  if (user.ok || NEW_PASSWORD_ERRORS.has(user.error.code)) await attempts.succeeded({ account, address })
  if (!user.ok) return user
  const refused = await sessions.refusal(user.value)
  if (refused !== null) return err(refused)
  return sessions.open(user.value, metaOfUser(user.value, correlationId), sent.device)
}

const requestReset = async (deps: Deps, { body, address }: Call<'POST /auth/reset-password-request'>) => {
  const { language = null, turnstileToken } = body
  const { passwordResetWebhook: webhook = null, humanVerification } = deps.config
  // a Turnstile token counts once, and the webhook checks it
  const isCheckedThere = webhook !== null && humanVerification.kind === 'turnstile'
  if (!isCheckedThere && !(await deps.verification.passes(turnstileToken, address)))
    return err(domainError('ERR_HUMAN_VERIFICATION'))
  const email = normaliseEmail(body.email)
  const tooOften = await deps.resetFlood.refuses({ address, email })
  if (tooOften !== null) return err(tooOften)
  if (webhook !== null) {
    const answered = await askWebhook(webhook, { email, turnstileToken })
    if (answered === 'taken') return ok({})
    return err(domainError('ERR_RESET_REFUSED', answered.refused === '' ? {} : { message: answered.refused }))
  }
  const until = new Date(deps.clock.now().getTime() + RESET_LINK_SECONDS * 1000).toISOString()
  // the user is looked up later, so that the answer takes the same time for unknown e-mails
  await deps.resetRequests.add(0, { email, language, until })
  return ok({})
}

const resetPassword = async (
  deps: Deps,
  { body, address, correlationId }: Call<'POST /auth/reset-password'>,
) => {
  const { attempts, records } = deps
  const account = deps.resets.accountOf(body.token)
  if (!(await attempts.begin({ account, address }))) return err(attempts.refusal)
  const taken = await deps.resets.take(body.token, (user) => metaOfUser(user, correlationId))
  if (!taken.ok) return taken
  await attempts.succeeded({ account, address })
  const { state, position, events } = taken.value
  await deps.finish(events)
  // after the views know the end; otherwise the cache would read the session again
  await records.waitFor(['users'], records.logPosition(state.companyId, position))
  for (const { type, data } of events)
    if (type === 'user.session-ended.v1') deps.authenticator.forget(data.sessionId)
  return ok({ companyId: state.companyId, position })
}

const renewSession = async (
  deps: Deps,
  { request, cookies: sent, correlationId }: Call<'POST /auth/refresh_token'>,
) => {
  const { sessions, refreshTokens } = deps
  if (isFromOtherOrigin(deps, { request })) return err(domainError('ERR_NO_PERMISSION'))
  const { jrt } = sent
  if (jrt === undefined || jrt === '') return err(domainError('ERR_SESSION_EXPIRED'))
  const owner = await refreshTokens.owner(jrt)
  if (owner === null) return signedOut(deps, 'ERR_SESSION_EXPIRED')
  const user = await continuingUser(deps, owner)
  if (!user.ok) return user
  const next = () => rotateToken(deps, jrt, correlationId)
  const desk = await sessions.visited(user.value)
  return desk === null
    ? sessions.answer(user.value, owner.sessionId, null, next)
    : sessions.answer(desk.user, desk.sessionId, null, next, desk.visit)
}

const signOut = async (
  deps: Deps,
  { request, cookies: sent, correlationId }: Call<'DELETE /auth/logout'>,
) => {
  const { kernel, refreshTokens, records } = deps
  const [, bearer] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
  if (bearer === undefined && isFromOtherOrigin(deps, { request }))
    return err(domainError('ERR_NO_PERMISSION'))
  const named = bearer === undefined ? null : await deps.tokens.verify(bearer, deps.clock.now())
  // signing out during a visit ends the visitor's own session, and the visit with it
  const visitId = named?.ok && named.value.isVisit ? named.value.sessionId : null
  const owner =
    named?.ok && visitId === null ? named.value : await windowSession(deps, sent.jrt ?? '', visitId)
  if (owner === null) return signedOut(deps, 'ERR_SESSION_EXPIRED')
  const { userId, sessionId } = owner
  const stream = streams.user(userId)
  const { state } = await kernel.load(userDecider, stream)
  const end = { kind: 'end-session', by: null, sessionId, reason: 'logout' } as const
  const ended = await kernel.execute(userDecider, stream, end, metaOfUser(state, correlationId))
  if (!ended.ok) return ended
  await refreshTokens.end(sessionId)
  await deps.finish(ended.value.events)
  const { companyId } = state
  const { position } = ended.value
  // after the views know the end; otherwise the cache would read the session again
  await records.waitFor(['users'], records.logPosition(companyId, position))
  deps.authenticator.forget(sessionId)
  return ok({ companyId, position, headers: { ...CLEAR_CACHE_HEADER, 'Set-Cookie': deps.cookies.clear() } })
}

/** Routes of set-up, sign-in and sessions. */
export const authCommands = (deps: AuthRoutesDeps): readonly Route[] =>
  serving('command', {})(sessionRoutes, {
    'POST /setup': (call) => setUp(deps, call),
    'POST /auth/login': (call) => signIn(deps, call),
    'POST /auth/invitation/check': (call) => checkInvitation(deps, call),
    'POST /auth/invitation': (call) => takeInvitation(deps, call),
    'POST /auth/reset-password-request': (call) => requestReset(deps, call),
    'POST /auth/reset-password': (call) => resetPassword(deps, call),
    'POST /auth/refresh_token': (call) => renewSession(deps, call),
    'DELETE /auth/logout': (call) => signOut(deps, call),
  })
