import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import type { AreaDeps } from '../deps.js'
import type { Handled, Meta } from '../kernel/kernel.js'
import { type UserFields, userDecider } from './decide.js'
import type { Holdings } from './holdings.js'
import { type Passwords, passwordRef, passwordRefusal } from './passwords.js'
import type { UserState } from './state.js'

export interface NewUser extends UserFields {
  /** null for a user who chooses a password by an invitation */
  readonly password: string | null
  readonly super: boolean
}

export interface CreateUserDeps extends Pick<AreaDeps, 'kernel' | 'commandIds' | 'sequences'> {
  readonly passwords: Passwords
  readonly holdings: Holdings
}

/**
 * Makes a user. 1. Take seat, e-mail and password. 2. Create the user. On a failure the taken things are
 * released. A repeated command makes the same user. `limit`: the company's limit of users, null for
 * unlimited. Errors: ERR_USER_LIMIT, ERR_EMAIL_ALREADY_EXISTS, ERR_PASSWORD_SHORT, ERR_PASSWORD_COMMON,
 * ERR_UNAVAILABLE.
 */
export const createUser = async (
  deps: CreateUserDeps,
  input: NewUser,
  limit: number | null,
  meta: Meta,
): Promise<Result<Handled<UserState>, DomainError>> => {
  const { kernel, holdings, passwords } = deps
  const given = await deps.commandIds.get(meta, async () => ({
    userId: await deps.sequences.next('user'),
    passwordRef: passwordRef(newUuid()),
  }))
  if (!given.ok) return given
  const { userId, passwordRef: ref } = given.value
  const stream = streams.user(userId)
  const { password, ...fields } = input
  const create = () =>
    kernel.execute(userDecider, stream, { kind: 'create', userId, ...fields, passwordRef: ref }, meta)
  // a repetition must not take again a seat or e-mail that the user may have released since
  if ((await kernel.load(userDecider, stream)).state.status !== 'none') return create()

  const refused = password === null ? null : passwordRefusal(password, fields.profile === 'admin')
  if (refused !== null) return err(refused)
  // the slow part first: a holder of a seat has little time to become a user
  const hash = password === null ? null : await passwords.hash(password, meta.companyId)
  const seat = await holdings.takeSeat(userId, limit, meta)
  if (!seat.ok) return seat
  const email = await holdings.takeEmail(userId, input.email, meta)
  if (!email.ok) {
    await holdings.releaseSeat(userId, meta)
    return email
  }
  if (hash !== null) await passwords.store(ref, hash)
  const created = await create()
  if (!created.ok) {
    // the write's outcome is unknown: its claims stay
    if (created.error.code === 'ERR_UNAVAILABLE') return created
    await holdings.releaseEmail(userId, input.email, meta)
    await holdings.releaseSeat(userId, meta)
    await passwords.remove(ref)
    // a concurrent command that needed the seat has marked this user as never created: the next attempt gets
    // another id
    return created.error.code === 'ERR_NO_USER_FOUND' ? err(domainError('ERR_UNAVAILABLE')) : created
  }
  if (fields.profile === 'admin') {
    const admin = await holdings.takeAdminSeat(userId, meta)
    if (!admin.ok) return admin
  }
  return created
}
