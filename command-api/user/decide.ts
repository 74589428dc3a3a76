import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { UserEvent } from '@guiche/contracts/events/user.js'
import { pick, sameIn } from '@guiche/contracts/pick.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import type { Decider } from '../kernel/kernel.js'
import { evolve, noUser, type UserFact, type UserState } from './state.js'
import { endVisit, endVisitsTo, type VisitCommand, visitDecision } from './visits.js'

const FIELDS = [
  'name',
  'email',
  'profile',
  'allTicket',
  'queueIds',
  'connectionId',
  'maxOpenTickets',
  'startWork',
  'endWork',
] as const
export type UserFields = Pick<UserState, (typeof FIELDS)[number]>
type EndReason = Extract<UserEvent, { type: 'user.session-ended.v1' }>['data']['reason']
/** A user who edits, deletes or invites a user, or ends the session. */
type UserCaller = Pick<Caller, 'userId' | 'companyId' | 'profile' | 'super' | 'sessionId'>

export type UserCommand =
  | ({ readonly kind: 'create'; readonly userId: number } & UserFields &
      Pick<UserState, 'super' | 'passwordRef'>)
  | {
      readonly kind: 'edit'
      readonly by: UserCaller
      /** absent fields keep their value; for users other than admins, only name and e-mail count */
      readonly wanted: { readonly [K in keyof UserFields]?: UserFields[K] | undefined }
      /** vault key of the new password, or null */
      readonly passwordRef: string | null
    }
  /** `passwordRef`: vault key of the hash that matched the password */
  | { readonly kind: 'start-session'; readonly sessionId: string; readonly passwordRef: string }
  | {
      readonly kind: 'end-session'
      /** null for a caller with a token of the session */
      readonly by: UserCaller | null
      readonly sessionId: string
      readonly reason: EndReason
    }
  | { readonly kind: 'delete'; readonly by: UserCaller }
  | { readonly kind: 'invite'; readonly by: UserCaller; readonly until: string }
  /**
   * Another user wants an e-mail that this user has claimed but does not have. After this command the claim
   * cannot give the e-mail to this user.
   */
  | { readonly kind: 'lose-email'; readonly email: string }
  /** an id that was allocated but never became a user: the id is closed for ever */
  | { readonly kind: 'void'; readonly userId: number }
  | { readonly kind: 'unlink-queue'; readonly queueId: number }
  | { readonly kind: 'unlink-connection'; readonly connectionId: number }
  | VisitCommand

type Decision = Result<readonly UserEvent[], DomainError>

const changedEvents = (state: UserState, change: Partial<UserFields>): UserEvent[] => {
  const next = { ...pick(state, ...FIELDS), ...change }
  if (sameIn<UserFields>(next, state, ...FIELDS)) return []
  const data = { userId: state.userId, ...next, queueIds: [...next.queueIds] }
  return [{ type: 'user.changed.v1', data }]
}

/** A visit ends with the session in which it began. */
const sessionEndEvents = (state: UserState, reason: EndReason): UserEvent[] => {
  const { userId, sessionId } = state
  if (sessionId === null) return []
  return [
    ...endVisit(state, 'signed-out'),
    { type: 'user.session-ended.v1', data: { userId, sessionId, reason } },
  ]
}

/** The error why `by` may not change this user, or null. Only super users may change a super user. */
const changeRefusal = (state: UserState, by: UserCaller): DomainError | null => {
  if (state.companyId !== by.companyId) return domainError('ERR_NO_USER_FOUND')
  if (by.profile !== 'admin' && by.userId !== state.userId) return domainError('ERR_NO_PERMISSION')
  return state.super && !by.super ? domainError('ERR_NO_PERMISSION') : null
}

const editUser = (state: UserState, command: Extract<UserCommand, { kind: 'edit' }>): Decision => {
  const { by, wanted, passwordRef } = command
  const refused = changeRefusal(state, by)
  if (refused !== null) return err(refused)
  const allowed = by.profile === 'admin' ? wanted : { name: wanted.name, email: wanted.email }
  const given: Partial<UserFields> = Object.fromEntries(
    Object.entries(allowed).filter(([, value]) => value !== undefined),
  )
  const profile = given.profile ?? state.profile
  // users who change their own password keep the session in which they do so
  const isElsewhere = state.sessionId !== by.sessionId
  const reason: EndReason | null =
    profile !== state.profile ? 'role' : passwordRef !== null && isElsewhere ? 'password' : null
  return ok([
    ...changedEvents(state, given),
    ...(passwordRef === null
      ? []
      : [{ type: 'user.password-changed.v1' as const, data: { userId: state.userId, passwordRef } }]),
    ...(profile === state.profile ? [] : endVisitsTo(state)),
    ...(reason === null ? [] : sessionEndEvents(state, reason)),
  ])
}

const removeUser = (state: UserState, by: UserCaller): Decision => {
  const refused = changeRefusal(state, by)
  if (refused !== null) return err(refused)
  if (state.userId === by.userId) return err(domainError('ERR_OWN_USER'))
  return ok([
    ...endVisitsTo(state),
    ...sessionEndEvents(state, 'deleted'),
    { type: 'user.deleted.v1', data: { userId: state.userId } },
  ])
}

const ofActive = (state: UserState, command: UserCommand): Decision => {
  switch (command.kind) {
    case 'create':
    case 'void':
      return ok([])
    case 'edit':
      return editUser(state, command)
    case 'delete':
      return removeUser(state, command.by)
    case 'invite': {
      const refused = changeRefusal(state, command.by)
      if (refused !== null) return err(refused)
      if (state.userId === command.by.userId) return err(domainError('ERR_OWN_USER'))
      return ok([{ type: 'user.invited.v1', data: { userId: state.userId, until: command.until } }])
    }
    case 'start-session': {
      if (state.passwordRef !== command.passwordRef) return err(domainError('ERR_INVALID_CREDENTIALS'))
      if (state.sessionId === command.sessionId) return ok([])
      const data = { userId: state.userId, sessionId: command.sessionId }
      return ok([...sessionEndEvents(state, 'replaced'), { type: 'user.session-started.v1', data }])
    }
    case 'end-session': {
      const refused = command.by === null ? null : changeRefusal(state, command.by)
      if (refused !== null) return err(refused)
      return ok(state.sessionId === command.sessionId ? sessionEndEvents(state, command.reason) : [])
    }
    case 'lose-email':
      return state.email === command.email
        ? err(domainError('ERR_EMAIL_ALREADY_EXISTS'))
        : ok([{ type: 'user.email-lost.v1', data: { userId: state.userId } }])
    case 'unlink-queue':
      return ok(changedEvents(state, { queueIds: state.queueIds.filter((id) => id !== command.queueId) }))
    case 'unlink-connection':
      return ok(
        state.connectionId === command.connectionId ? changedEvents(state, { connectionId: null }) : [],
      )
    default:
      return visitDecision(state, command)
  }
}

const decide = (state: UserState, command: UserCommand): Decision => {
  if (state.status === 'active') return ofActive(state, command)
  if (state.status === 'none' && command.kind === 'create') {
    const { kind: _, ...data } = command
    return ok([{ type: 'user.created.v1', data: { ...data, queueIds: [...data.queueIds] } }])
  }
  if (state.status === 'none' && command.kind === 'void') {
    return ok([{ type: 'user.deleted.v1', data: { userId: command.userId } }])
  }
  switch (command.kind) {
    case 'create':
    case 'edit':
    case 'delete':
    case 'invite':
      return err(domainError('ERR_NO_USER_FOUND'))
    case 'begin-visit':
    case 'be-visited':
      return err(domainError('ERR_NO_USER_FOUND'))
    case 'start-session':
      return err(domainError('ERR_INVALID_CREDENTIALS'))
    default:
      return ok([])
  }
}

/**
 * Errors: ERR_NO_USER_FOUND (also for a user of another company), ERR_NO_PERMISSION, ERR_OWN_USER,
 * ERR_INVALID_CREDENTIALS (the user was deleted or the password changed during the check), ERR_EMAIL_ALREADY_EXISTS,
 * ERR_VISIT_REFUSED, ERR_SESSION_EXPIRED (of the visitor).
 */
export const userDecider: Decider<UserState, UserCommand, UserFact> = {
  initial: noUser,
  evolve,
  decide,
}
