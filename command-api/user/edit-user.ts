import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import type { Attempts } from '../auth/attempts.js'
import type { Handled, Kernel, Meta } from '../kernel/kernel.js'
import { type UserCommand, userDecider } from './decide.js'
import type { Holdings } from './holdings.js'
import { type Passwords, passwordRef, passwordRefusal } from './passwords.js'
import type { UserState } from './state.js'

/** How often an edit is done again because something else happened to the user meanwhile. */
const ROUNDS = 10

type Edit = Extract<UserCommand, { kind: 'edit' }>
type Outcome = Result<Handled<UserState>, DomainError>

export interface EditInput {
  readonly by: Edit['by']
  readonly wanted: Edit['wanted']
  /** null leaves it */
  readonly password: string | null
  /** what users prove who they are with, to change how they sign in, and from where it came; null for someone else */
  readonly proof: { readonly password: string; readonly address: string } | null
}

export interface EditUserDeps {
  readonly kernel: Kernel
  readonly passwords: Passwords
  readonly attempts: Attempts
  readonly holdings: Holdings
}

/** Why the proof does not do, or null. It is counted with the sign-ins, so guessing is no faster here. */
const unproven = async (
  { passwords, attempts }: EditUserDeps,
  { email, passwordRef: ref }: UserState,
  { password, address }: NonNullable<EditInput['proof']>,
): Promise<DomainError | null> => {
  if (!(await attempts.begin({ account: email, address }))) return attempts.refusal
  if (!(await passwords.isRight(ref, password))) return domainError('ERR_WRONG_PASSWORD')
  await attempts.succeeded({ account: email, address })
  return null
}

/** What has to be held before an edit, and given back after it or when it fails. */
const prepare = async (deps: EditUserDeps, before: UserState, edit: Edit, password: string, meta: Meta) => {
  const { holdings, passwords } = deps
  const { userId } = before
  const undo: (() => Promise<unknown>)[] = []
  const fail = async <F>(failure: F): Promise<F> => {
    for (const step of undo.reverse()) await step()
    return failure
  }
  const decided = userDecider.decide(before, edit, '')
  if (!decided.ok) return decided
  // what the user will be: fields that the caller may not change are not in it
  const after = decided.value.reduce(userDecider.evolve, before)
  if (after.email !== before.email) {
    const taken = await holdings.takeEmail(userId, after.email, meta)
    if (!taken.ok) return fail(taken)
    undo.push(() => holdings.releaseEmail(userId, after.email, meta))
  }
  if (before.profile === 'admin' && after.profile !== 'admin') {
    const released = await holdings.releaseAdminSeat(userId, meta)
    if (!released.ok) return fail(released)
    undo.push(() => holdings.takeAdminSeat(userId, meta))
  }
  const { passwordRef: ref } = edit
  if (ref !== null) {
    const weak = passwordRefusal(password, after.profile === 'admin')
    if (weak !== null) return fail(err(weak))
    await passwords.store(ref, await passwords.hash(password))
    undo.push(() => passwords.remove(ref))
  }
  return ok({ after, fail })
}

/**
 * Edits a user. A new role ends the session, and so does a new password that was not set in it. Errors: those of the
 * decision, ERR_EMAIL_ALREADY_EXISTS, ERR_LAST_ADMIN, ERR_WRONG_PASSWORD, ERR_PASSWORD_SHORT, ERR_PASSWORD_COMMON,
 * ERR_TOO_MANY_REQUESTS, ERR_UNAVAILABLE.
 */
export const editUser = (
  deps: EditUserDeps,
  userId: number,
  input: EditInput,
  meta: Meta,
): Promise<Outcome> => deps.holdings.exclusively(meta.companyId, () => edit(deps, userId, input, meta))

/** Deletes a user and ends the session; the process `cascade` does the rest. Errors: ERR_LAST_ADMIN and the decision's. */
export const deleteUser = (
  deps: Pick<EditUserDeps, 'kernel' | 'holdings'>,
  userId: number,
  by: Edit['by'],
  meta: Meta,
): Promise<Outcome> => deps.holdings.exclusively(meta.companyId, () => remove(deps, userId, by, meta))

const edit = async (deps: EditUserDeps, userId: number, input: EditInput, meta: Meta): Promise<Outcome> => {
  for (let round = 0; round < ROUNDS; round++) {
    const edited = await editOnce(deps, userId, input, meta)
    if (edited.ok) return edited
    if (edited.error !== 'moved') return err(edited.error)
  }
  return err(domainError('ERR_UNAVAILABLE'))
}

/** `'moved'`: something else happened to the user since it was read, maybe the loss of the e-mail that was claimed. */
const editOnce = async (
  deps: EditUserDeps,
  userId: number,
  input: EditInput,
  meta: Meta,
): Promise<Result<Handled<UserState>, DomainError | 'moved'>> => {
  const { kernel, holdings, passwords } = deps
  const stream = streams.user(userId)
  const earlier = await kernel.earlier(userDecider, stream, meta)
  if (!earlier.ok) return earlier
  if (earlier.value !== null) return ok(earlier.value)

  const { state: before, revision } = await kernel.load(userDecider, stream)
  const { email } = input.wanted
  const changesEntry = input.password !== null || (email !== undefined && email !== before.email)
  const refused = input.proof === null || !changesEntry ? null : await unproven(deps, before, input.proof)
  if (refused !== null) return err(refused)
  const ref = input.password === null ? null : passwordRef(derivedUuid(meta.commandId, 'password'))
  const command: Edit = { kind: 'edit', by: input.by, wanted: input.wanted, passwordRef: ref }
  const prepared = await prepare(deps, before, command, input.password ?? '', meta)
  if (!prepared.ok) return prepared
  const edited = await kernel.executeAt(userDecider, stream, revision, command, meta)
  if (!edited.ok) {
    // whether it was written is not known then: what it holds stays until that is
    const isUnknown = edited.error !== 'moved' && edited.error.code === 'ERR_UNAVAILABLE'
    return isUnknown ? edited : prepared.value.fail(edited)
  }
  const { after } = prepared.value
  if (after.email !== before.email) await holdings.releaseEmail(userId, before.email, meta)
  if (after.profile === 'admin' && before.profile !== 'admin') await holdings.takeAdminSeat(userId, meta)
  if (ref !== null && before.passwordRef !== ref) await passwords.remove(before.passwordRef)
  return edited
}

const remove = async (
  deps: Pick<EditUserDeps, 'kernel' | 'holdings'>,
  userId: number,
  by: Edit['by'],
  meta: Meta,
): Promise<Outcome> => {
  const { kernel, holdings } = deps
  const stream = streams.user(userId)
  const earlier = await kernel.earlier(userDecider, stream, meta)
  if (!earlier.ok) return earlier
  if (earlier.value !== null) return ok(earlier.value)

  const { state } = await kernel.load(userDecider, stream)
  const decided = userDecider.decide(state, { kind: 'delete', by }, '')
  if (!decided.ok) return decided
  const wasAdmin = state.profile === 'admin'
  if (wasAdmin) {
    const released = await holdings.releaseAdminSeat(userId, meta)
    if (!released.ok) return released
  }
  const deleted = await kernel.execute(userDecider, stream, { kind: 'delete', by }, meta)
  if (!deleted.ok && wasAdmin && deleted.error.code !== 'ERR_UNAVAILABLE') {
    await holdings.takeAdminSeat(userId, meta)
  }
  return deleted
}
