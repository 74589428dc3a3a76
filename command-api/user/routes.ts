import { UserBody } from '@guiche/contracts/commands/users.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Authenticator } from '@guiche/infra/http/authenticate.js'
import { type Answer, type Route, route } from '@guiche/infra/http/route.js'
import type { Records } from '@guiche/infra/records/records.js'
import type { Attempts } from '../auth/attempts.js'
import { companyDecider } from '../company/decide.js'
import { connectionsDecider } from '../connections/decide.js'
import { WithId } from '../http/ids.js'
import { metaOf } from '../http/meta.js'
import { positionHeader, replyWhenShown } from '../http/reply.js'
import type { Handled } from '../kernel/kernel.js'
import type { Cascade } from '../processes/cascade.js'
import { queuesDecider } from '../queues/decide.js'
import { type CreateUserDeps, createUser } from './create-user.js'
import { deleteUser, editUser } from './edit-user.js'
import { normaliseEmail } from './holdings.js'
import type { UserState } from './state.js'

export interface UserRoutesDeps extends CreateUserDeps {
  readonly records: Records
  readonly authenticator: Authenticator
  readonly cascade: Cascade
  readonly attempts: Attempts
}

/** Routes that make, edit and delete users. */
export const userRoutes = (deps: UserRoutesDeps): readonly Route[] => {
  const { kernel, records, authenticator, cascade } = deps

  /** Ids of a body count inside the company alone; a foreign one is as if it did not exist. */
  const resolved = async (companyId: number, body: UserBody): Promise<Result<void, DomainError>> => {
    if (body.queueIds !== undefined && body.queueIds.length > 0) {
      const { state: queues } = await kernel.load(queuesDecider, streams.queues(companyId))
      if (body.queueIds.some((id) => !queues.has(id))) return err(domainError('ERR_QUEUE_NOT_FOUND'))
    }
    if (body.whatsappId !== undefined && body.whatsappId !== null) {
      const { state: connections } = await kernel.load(connectionsDecider, streams.connections(companyId))
      if (!connections.all.has(body.whatsappId)) return err(domainError('ERR_NO_WAPP_FOUND'))
    }
    return ok(undefined)
  }

  const forgetEnded = (handled: Handled<UserState>): void => {
    for (const { type, data } of handled.events) {
      if (type === 'user.session-ended.v1') authenticator.forget(data.sessionId)
    }
  }

  const shown = (companyId: number, userId: number, handled: Handled<UserState>): Promise<Answer> =>
    replyWhenShown(records, {
      views: ['users', 'queues', 'companies'],
      companyId,
      position: handled.position,
      id: userId,
      body: async () => {
        forgetEnded(handled)
        const doc = await records.user(companyId, userId)
        return doc === null ? null : ((await records.presentUsers([doc]))[0] ?? null)
      },
    })

  return [
    route('POST /users', { body: UserBody }, async (call) => {
      const { body, caller } = call
      const { companyId } = caller
      const { password } = body
      if (password === undefined || password === '')
        return err(domainError('ERR_VALIDATION', { field: 'password' }))
      const ids = await resolved(companyId, body)
      if (!ids.ok) return ids
      const { state: company } = await kernel.load(companyDecider, streams.company(companyId))
      const input = {
        name: body.name.trim(),
        email: normaliseEmail(body.email),
        password,
        profile: body.profile ?? 'user',
        super: false,
        allTicket: body.allTicket === 'enabled',
        queueIds: body.queueIds ?? [],
        connectionId: body.whatsappId ?? null,
      } as const
      const limit = company?.limits.users ?? null
      const created = await createUser(deps, input, limit, metaOf('POST /users', call))
      return created.ok ? shown(companyId, created.value.state.userId, created.value) : created
    }),

    route('PUT /users/:id', { params: WithId, body: UserBody }, async (call) => {
      const { body, caller } = call
      const userId = Number(call.params.id)
      const isAdmin = caller.profile === 'admin'
      if (isAdmin) {
        const ids = await resolved(caller.companyId, body)
        if (!ids.ok) return ids
      }
      const wanted = {
        name: body.name.trim(),
        email: normaliseEmail(body.email),
        profile: body.profile,
        allTicket: body.allTicket === undefined ? undefined : body.allTicket === 'enabled',
        queueIds: body.queueIds,
        connectionId: body.whatsappId,
      }
      const password = body.password === undefined || body.password === '' ? null : body.password
      const isOwn = password !== null && userId === caller.userId
      const proof = isOwn ? { password: body.currentPassword ?? '', address: call.address } : null
      const meta = metaOf('PUT /users/:id', call)
      const edited = await editUser(deps, userId, { by: caller, wanted, password, proof }, meta)
      return edited.ok ? shown(caller.companyId, userId, edited.value) : edited
    }),

    route('DELETE /users/:id', { params: WithId }, async (call) => {
      const userId = Number(call.params.id)
      const deleted = await deleteUser(deps, userId, call.caller, metaOf('DELETE /users/:id', call))
      if (!deleted.ok) return deleted
      await cascade.finish(deleted.value.events)
      const place = records.place(call.caller.companyId, deleted.value.position)
      await records.waitFor(['users'], place)
      forgetEnded(deleted.value)
      return ok({ body: { message: 'User deleted' }, headers: positionHeader(place) })
    }),
  ]
}
