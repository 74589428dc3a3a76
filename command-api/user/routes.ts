import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok } from '@guiche/contracts/result.js'
import type { UserBody } from '@guiche/contracts/routes/users.js'
import { userRoutes } from '@guiche/contracts/routes/users.js'
import { streams } from '@guiche/contracts/streams.js'
import { plain } from '@guiche/contracts/text.js'
import { hoursFault } from '@guiche/contracts/working-hours.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import type { Attempts } from '../auth/attempts.js'
import type { RefreshTokens } from '../auth/refresh-tokens.js'
import { absentConnection } from '../connections/absent-connection.js'
import type { AreaDeps } from '../deps.js'
import type { Handled } from '../kernel/kernel.js'
import { metaOf } from '../kernel/meta.js'
import type { Finish } from '../processes/consequences.js'
import { absentQueue } from '../records/absent-record.js'
import { allowanceNow } from '../records/allowance.js'
import { type CreateUserDeps, createUser } from './create-user.js'
import { userDecider } from './decide.js'
import { deleteUser, editUser } from './edit-user.js'
import { userGuard } from './guard.js'
import { normaliseEmail } from './holdings.js'
import type { Invitations } from './invitations.js'
import type { UserState } from './state.js'

export interface UserRoutesDeps
  extends CreateUserDeps,
    Pick<AreaDeps, 'records' | 'documents' | 'authenticator'> {
  readonly finish: Finish
  readonly attempts: Attempts
  readonly invitations: Invitations
  readonly refreshTokens: RefreshTokens
}

/** Commands that make, edit and delete users. */
export const userCommands = (deps: UserRoutesDeps): readonly Route[] => {
  const { kernel, records, authenticator } = deps

  /** Why what the body says is not to be, beside the rules of the user. */
  const wrongIn = async (companyId: number, body: UserBody): Promise<DomainError | null> => {
    const field = hoursFault(body)
    if (field !== null) return domainError('ERR_VALIDATION', { field })
    return (
      (await absentQueue(kernel, companyId, body.queueIds ?? [])) ??
      absentConnection(kernel, companyId, [body.whatsappId || null])
    )
  }

  const forgetEnded = (handled: Handled<UserState>): void => {
    for (const { type, data } of handled.events) {
      if (type === 'user.session-ended.v1') authenticator.forget(data.sessionId)
    }
  }

  const shown = (companyId: number, id: number, handled: Handled<UserState>) => ({
    id,
    position: handled.position,
    body: async () => {
      forgetEnded(handled)
      const doc = await records.user(companyId, id)
      return doc === null ? null : ((await records.presentUsers([doc]))[0] ?? null)
    },
  })

  return serving('command', { 'self-or-admin': userGuard(kernel) })(userRoutes, {
    'POST /users': async (call) => {
      const { body, caller } = call
      const { companyId } = caller
      const { password } = body
      const invited = body.invited === true
      if (!invited && (password === undefined || password === ''))
        return err(domainError('ERR_VALIDATION', { field: 'password' }))
      const wrong = await wrongIn(companyId, body)
      if (wrong !== null) return err(wrong)
      const input = {
        name: plain(body.name),
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
      const { limits } = await allowanceNow(kernel, companyId)
      const created = await createUser(deps, input, limits.users, metaOf(call))
      return created.ok ? ok(shown(companyId, created.value.state.userId, created.value)) : created
    },

    'PUT /users/:id': async (call) => {
      const { body, caller } = call
      const userId = call.params.id
      const isAdmin = caller.profile === 'admin'
      if (isAdmin) {
        const wrong = await wrongIn(caller.companyId, body)
        if (wrong !== null) return err(wrong)
      }
      const wanted = {
        name: plain(body.name),
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
      return edited.ok ? ok(shown(caller.companyId, userId, edited.value)) : edited
    },

    'POST /users/:id/invitation': async (call) => {
      const made = await deps.invitations.make(call.params.id, call.caller, metaOf(call))
      if (!made.ok) return made
      const { handled, ...body } = made.value
      return ok({ position: handled.position, body, headers: { 'Cache-Control': 'no-store' } })
    },

    'DELETE /users/:id/sessions': async (call) => {
      const { caller: by, found } = call
      const { userId, sessionId } = found
      if (sessionId === null) return ok({})
      const reason = userId === by.userId ? 'logout' : 'admin'
      const end = { kind: 'end-session', by, sessionId, reason } as const
      const ended = await kernel.execute(userDecider, streams.user(userId), end, metaOf(call))
      if (!ended.ok) return ended
      await deps.refreshTokens.end(sessionId)
      const { position } = ended.value
      // forgotten once the views know, or the session would be remembered anew
      await records.waitFor(['users'], records.logPosition(by.companyId, position))
      forgetEnded(ended.value)
      return ok({ position })
    },

    'DELETE /users/:id': async (call) => {
      const deleted = await deleteUser(deps, call.params.id, call.caller, metaOf(call))
      if (!deleted.ok) return deleted
      await deps.finish(deleted.value.events)
      const body = async () => {
        forgetEnded(deleted.value)
        return { message: 'User deleted' }
      }
      return ok({ position: deleted.value.position, body })
    },
  })
}
