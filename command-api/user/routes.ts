import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { plainName } from '@guiche/contracts/plain-text.js'
import { err, ok } from '@guiche/contracts/result.js'
import type { UserBody } from '@guiche/contracts/routes/users.js'
import { userRoutes } from '@guiche/contracts/routes/users.js'
import { streams } from '@guiche/contracts/streams.js'
import { hoursFault } from '@guiche/contracts/users/working-hours.js'
import { type CallOf, type Refusal, type Route, serving } from '@guiche/infra/http/route.js'
import type { Attempts } from '../auth/attempts.js'
import type { Flood } from '../auth/flood.js'
import type { RefreshTokens } from '../auth/refresh-tokens.js'
import { absentConnection } from '../connections/absent-connection.js'
import type { AreaDeps } from '../deps.js'
import type { Handled } from '../kernel/kernel.js'
import { metaOf } from '../kernel/meta.js'
import { letterOf } from '../mail/letters.js'
import type { FinishEvents } from '../processes/consequences.js'
import type { Mails } from '../processes/mails.js'
import { absentQueue } from '../records/absent-record.js'
import { currentAllowance } from '../records/allowance.js'
import { languageOf } from '../settings/of-company.js'
import { type CreateUserDeps, createUser } from './create-user.js'
import { userDecider } from './decide.js'
import { deleteUser, editUser } from './edit-user.js'
import { userGuard } from './guard.js'
import { normaliseEmail } from './holdings.js'
import type { Invitations } from './invitations.js'
import type { UserState } from './state.js'

export interface UserRoutesDeps
  extends CreateUserDeps,
    Pick<AreaDeps, 'records' | 'documents' | 'authenticator' | 'mailer'> {
  readonly finish: FinishEvents
  readonly attempts: Attempts
  readonly invitations: Invitations
  readonly mails: Mails
  readonly inviteFlood: Flood
  readonly refreshTokens: RefreshTokens
}

type Deps = UserRoutesDeps
type Guards = { readonly 'self-or-admin': ReturnType<typeof userGuard> }
type Call<K extends keyof typeof userRoutes & string> = CallOf<K, (typeof userRoutes)[K], Guards>

/** The error of a body with wrong working hours, or with a queue or connection that the company has not; else null. */
const wrongIn = async ({ kernel }: Deps, companyId: number, body: UserBody): Promise<DomainError | null> => {
  const field = hoursFault(body)
  if (field !== null) return domainError('ERR_VALIDATION', { field })
  return (
    (await absentQueue(kernel, companyId, body.queueIds ?? [])) ??
    absentConnection(kernel, companyId, [body.whatsappId || null])
  )
}

const sendInvitation = async (deps: Deps, user: UserState, link: string, until: string): Promise<void> => {
  const { records } = deps
  const { companyId, name, email } = user
  const company = (await records.company(companyId))?.name ?? ''
  const language = await languageOf(records, companyId)
  const letter = letterOf('invitation', { language, name, link, values: { company, email } })
  await deps.mails.add(companyId, { ...letter, to: email, until })
}

/** The refusal if this user or the company got too many mails; else null. */
const tooMuchMail = async (
  deps: Deps,
  userId: number,
  companyId: number,
  address: string,
): Promise<Refusal | null> => {
  const { state: user } = await deps.kernel.load(userDecider, streams.user(userId))
  if (user.companyId !== companyId) return null
  return deps.inviteFlood.refuses({ address, companyId, email: user.email })
}

const forgetEndedSessions = ({ authenticator }: Deps, handled: Handled<UserState>): void => {
  for (const { type, data } of handled.events) {
    if (type === 'user.session-ended.v1') authenticator.forget(data.sessionId)
  }
}

const answerOf = (deps: Deps, companyId: number, id: number, handled: Handled<UserState>) => ({
  id,
  position: handled.position,
  body: async () => {
    forgetEndedSessions(deps, handled)
    const doc = await deps.records.user(companyId, id)
    return doc === null ? null : ((await deps.records.presentUsers([doc]))[0] ?? null)
  },
})

const addUser = async (deps: Deps, call: Call<'POST /users'>) => {
  const { body, caller } = call
  const { companyId } = caller
  const { password } = body
  const invited = body.invited === true
  if (!invited && (password === undefined || password === ''))
    return err(domainError('ERR_VALIDATION', { field: 'password' }))
  const wrong = await wrongIn(deps, companyId, body)
  if (wrong !== null) return err(wrong)
  const input = {
    name: plainName(body.name),
    email: normaliseEmail(body.email),
    password: invited ? null : (password ?? null),
    profile: body.profile ?? 'user',
    super: false,
    allTicket: body.allTicket === 'enabled',
    queueIds: body.queueIds ?? [],
    connectionId: body.whatsappId || null,
    maxOpenTickets: body.maxOpenTickets ?? null,
    startWork: body.startWork ?? '',
    endWork: body.endWork ?? '',
  } as const
  const { limits } = await currentAllowance(deps.kernel, companyId)
  const created = await createUser(deps, input, limits.users, metaOf(call))
  return created.ok ? ok(answerOf(deps, companyId, created.value.state.userId, created.value)) : created
}

const changeUser = async (deps: Deps, call: Call<'PUT /users/:id'>) => {
  const { body, caller } = call
  const userId = call.params.id
  const isAdmin = caller.profile === 'admin'
  if (isAdmin) {
    const wrong = await wrongIn(deps, caller.companyId, body)
    if (wrong !== null) return err(wrong)
  }
  const wanted = {
    name: plainName(body.name),
    email: normaliseEmail(body.email),
    profile: body.profile,
    allTicket: body.allTicket === undefined ? undefined : body.allTicket === 'enabled',
    queueIds: body.queueIds,
    connectionId: body.whatsappId === undefined ? undefined : body.whatsappId || null,
    maxOpenTickets: body.maxOpenTickets,
    startWork: body.startWork,
    endWork: body.endWork,
  }
  const password = body.password === undefined || body.password === '' ? null : body.password
  const isOwn = userId === caller.userId
  const proof = isOwn ? { password: body.currentPassword ?? '', address: call.address } : null
  const edited = await editUser(deps, userId, { by: caller, wanted, password, proof }, metaOf(call))
  return edited.ok ? ok(answerOf(deps, caller.companyId, userId, edited.value)) : edited
}

const inviteUser = async (deps: Deps, call: Call<'POST /users/:id/invitation'>) => {
  const { params, caller, body, address } = call
  const isMailed = body.mail === true
  const tooMuch = isMailed ? await tooMuchMail(deps, params.id, caller.companyId, address) : null
  if (tooMuch !== null) return err(tooMuch)
  const made = await deps.invitations.make(params.id, caller, metaOf(call))
  if (!made.ok) return made
  const { handled, link, until } = made.value
  const { position, state } = handled
  if (isMailed) await sendInvitation(deps, state, link, until)
  const mail = isMailed ? (deps.mailer === null ? 'kept' : 'sent') : 'none'
  return ok({ position, body: { link, until, mail } as const, headers: { 'Cache-Control': 'no-store' } })
}

const endSession = async (deps: Deps, call: Call<'DELETE /users/:id/sessions'>) => {
  const { kernel, records } = deps
  const { caller: by, found } = call
  const { userId, sessionId } = found
  if (sessionId === null) return ok({})
  const reason = userId === by.userId ? 'logout' : 'admin'
  const end = { kind: 'end-session', by, sessionId, reason } as const
  const ended = await kernel.execute(userDecider, streams.user(userId), end, metaOf(call))
  if (!ended.ok) return ended
  await deps.refreshTokens.end(sessionId)
  const { position } = ended.value
  // forgotten only after the views show the end: a read of older views would cache the session again
  await records.waitFor(['users'], records.logPosition(by.companyId, position))
  forgetEndedSessions(deps, ended.value)
  return ok({ position })
}

const removeUser = async (deps: Deps, call: Call<'DELETE /users/:id'>) => {
  const deleted = await deleteUser(deps, call.params.id, call.caller, metaOf(call))
  if (!deleted.ok) return deleted
  await deps.finish(deleted.value.events)
  const body = async () => {
    forgetEndedSessions(deps, deleted.value)
    return { message: 'User deleted' }
  }
  return ok({ position: deleted.value.position, body })
}

/** Commands that make, edit and delete users. */
export const userCommands = (deps: UserRoutesDeps): readonly Route[] =>
  serving('command', { 'self-or-admin': userGuard(deps.kernel) })(userRoutes, {
    'POST /users': (call) => addUser(deps, call),
    'PUT /users/:id': (call) => changeUser(deps, call),
    'POST /users/:id/invitation': (call) => inviteUser(deps, call),
    'DELETE /users/:id/sessions': (call) => endSession(deps, call),
    'DELETE /users/:id': (call) => removeUser(deps, call),
  })
