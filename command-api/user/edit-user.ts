import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { UserEvent } from '@guiche/contracts/events/user.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import type { Attempts } from '../auth/attempts.js'
import type { AreaDeps } from '../deps.js'
import { type Around, isUnwritten, nestArounds } from '../kernel/around.js'
import type { Handled, Kernel, Meta } from '../kernel/kernel.js'
import { refuseIfInUse } from '../records/in-use.js'
import { type UserCommand, userDecider } from './decide.js'
import type { Holdings } from './holdings.js'
import { type Passwords, passwordAround, passwordRef } from './passwords.js'
import type { UserState } from './state.js'

const NO_MOVES = { take: null, give: null }

type Edit = Extract<UserCommand, { kind: 'edit' }>
type Outcome = Result<Handled<UserState>, DomainError>

export interface EditInput {
  readonly by: Edit['by']
  readonly wanted: Edit['wanted']
  /** null keeps the present password */
  readonly password: string | null
  /** the current password, for users who change their own sign-in, with the client's address; null for other users */
  readonly proof: { readonly password: string; readonly address: string } | null
}

export interface EditUserDeps {
  readonly kernel: Kernel
  readonly passwords: Passwords
  readonly attempts: Attempts
  readonly holdings: Holdings
}

type DeleteUserDeps = Pick<EditUserDeps, 'kernel' | 'holdings'> & Pick<AreaDeps, 'documents'>

/** The error of a wrong proof, or null. Proofs count with the sign-ins, so that guessing here is no faster. */
const proofError = async (
  { passwords, attempts }: EditUserDeps,
  { email, passwordRef: ref }: UserState,
  { password, address }: NonNullable<EditInput['proof']>,
): Promise<DomainError | null> => {
  if (!(await attempts.begin({ account: email, address }))) return attempts.refusal
  if (!(await passwords.isRight(ref, password))) return domainError('ERR_WRONG_PASSWORD')
  await attempts.succeeded({ account: email, address })
  return null
}

/** Releases an admin's seat around a change of role. The last admin's seat is never released. */
const seatAround = (holdings: Holdings, before: UserState, after: UserState, meta: Meta) => {
  const isAdmin = ({ status, profile }: UserState) => status === 'active' && profile === 'admin'
  if (isAdmin(before) === isAdmin(after)) return null
  const { userId } = before
  const around: Around<UserState> = async (write) => {
    if (isAdmin(after)) {
      const done = await write()
      if (done.ok) await holdings.takeAdminSeat(userId, meta)
      return done
    }
    const released = await holdings.releaseAdminSeat(userId, meta)
    if (!released.ok) return released
    const done = await write()
    if (isUnwritten(done)) await holdings.takeAdminSeat(userId, meta)
    return done
  }
  return around
}

/**
 * Edits a user. A new role ends the session. So does a new password, unless the session itself has set it.
 * Errors: those of the decision, ERR_EMAIL_ALREADY_EXISTS, ERR_LAST_ADMIN, ERR_WRONG_PASSWORD,
 * ERR_PASSWORD_SHORT, ERR_PASSWORD_COMMON, ERR_TOO_MANY_REQUESTS, ERR_UNAVAILABLE.
 */
export const editUser = (
  deps: EditUserDeps,
  userId: number,
  input: EditInput,
  meta: Meta,
): Promise<Outcome> => deps.holdings.exclusively(meta.companyId, () => editOneUser(deps, userId, input, meta))

/**
 * Deletes a user and ends the session; consequences release the rest. Errors: ERR_LAST_ADMIN and the
 * decision's.
 */
export const deleteUser = (
  deps: DeleteUserDeps,
  userId: number,
  by: Edit['by'],
  meta: Meta,
): Promise<Outcome> => deps.holdings.exclusively(meta.companyId, () => removeUser(deps, userId, by, meta))

const editOneUser = (deps: EditUserDeps, userId: number, input: EditInput, meta: Meta): Promise<Outcome> => {
  const { kernel, holdings, passwords } = deps
  const { password, proof, wanted, by } = input
  const { email } = wanted
  const ref = password === null ? null : passwordRef(derivedUuid(meta.commandId, 'password'))
  // Each check of the password counts as an attempt, so the result is kept for this call.
  let looked: { readonly at: string; readonly refused: DomainError | null } | null = null
  return kernel.transact<UserState, UserCommand, UserEvent>({
    decider: userDecider,
    stream: streams.user(userId),
    command: async (before) => {
      const changesEntry = password !== null || (email !== undefined && email !== before.email)
      if (proof !== null && changesEntry) {
        if (looked?.at !== before.passwordRef)
          looked = { at: before.passwordRef, refused: await proofError(deps, before, proof) }
        if (looked.refused !== null) return err(looked.refused)
      }
      return ok({ kind: 'edit', by, wanted, passwordRef: ref })
    },
    meta,
    around: ({ before, after }) => {
      const moves = after.email === before.email ? NO_MOVES : { take: after.email, give: before.email }
      const strong = after.profile === 'admin'
      return nestArounds(
        holdings.emailAround(userId, moves, meta),
        seatAround(holdings, before, after, meta),
        ref === null ? null : passwordAround(passwords, { ref, password: password ?? '', strong }, before),
      )
    },
  })
}

const removeUser = (deps: DeleteUserDeps, userId: number, by: Edit['by'], meta: Meta): Promise<Outcome> =>
  deps.kernel.transact<UserState, UserCommand, UserEvent>({
    decider: userDecider,
    stream: streams.user(userId),
    command: refuseIfInUse(
      deps,
      { companyId: meta.companyId, to: 'user', id: userId, caller: null },
      { kind: 'delete', by },
    ),
    meta,
    around: ({ before, after }) => seatAround(deps.holdings, before, after, meta),
  })
