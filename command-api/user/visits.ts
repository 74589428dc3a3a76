import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { UserEvent } from '@guiche/contracts/events/user.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { VisitEnd } from '@guiche/contracts/users/visits.js'

type DataOf<T extends UserEvent['type']> = Extract<UserEvent, { type: T }>['data']
/** A super user's visit to another company. */
export type Visit = Omit<DataOf<'user.visit-began.v1'>, 'userId'>

export type VisitCommand =
  /** for the visitor's stream */
  | ({ readonly kind: 'begin-visit' } & Visit)
  /** for the visitor's stream; `sessionId` null: ends any current visit */
  | { readonly kind: 'leave-visit'; readonly sessionId: string | null; readonly reason: VisitEnd }
  /** for the visited user's stream */
  | ({ readonly kind: 'be-visited' } & Omit<DataOf<'user.visited.v1'>, 'userId'>)
  | { readonly kind: 'end-visit'; readonly sessionId: string; readonly reason: VisitEnd }

/** A user's state of visits. */
export interface Visits {
  userId: number
  /** the desk that this super user visits and has not left; the visit's time may be over */
  readonly visiting: Visit | null
  /** super users' visits to this user, by session */
  readonly visits: readonly string[]
}
/** The part of a user's state that visits need. */
type VisitState = Visits &
  Pick<DataOf<'user.created.v1'>, 'super' | 'profile'> & {
    readonly companyId: number
    readonly sessionId: string | null
  }

/** The end of the visit that a super user makes, if any. */
export const endVisit = ({ userId, visiting: visit }: Visits, reason: VisitEnd): UserEvent[] => {
  if (visit === null) return []
  const { sessionId, visitedUserId, visitedCompanyId } = visit
  const data = { userId, sessionId, visitedUserId, visitedCompanyId, reason }
  return [{ type: 'user.visit-left.v1', data }]
}

/** The ends of all visits to a user who is no longer an administrator. */
export const endVisitsTo = ({ userId, visits }: Visits): UserEvent[] =>
  visits.map((sessionId) => ({
    type: 'user.visit-ended.v1',
    data: { userId, sessionId, reason: 'no-admin' },
  }))

/**
 * Decisions about visits of an existing user. A visitor makes one visit at a time; a user may have several visitors.
 */
export const visitDecision = (
  state: VisitState,
  command: VisitCommand,
): Result<readonly UserEvent[], DomainError> => {
  const { userId } = state
  switch (command.kind) {
    case 'begin-visit': {
      const { kind: _, ...visit } = command
      if (!state.super || visit.visitedCompanyId === state.companyId)
        return err(domainError('ERR_VISIT_REFUSED'))
      if (state.sessionId !== visit.visitorSessionId) return err(domainError('ERR_SESSION_EXPIRED'))
      if (state.visiting?.sessionId === visit.sessionId) return ok([])
      return ok([
        ...endVisit(state, 'other-visit'),
        { type: 'user.visit-began.v1', data: { userId, ...visit } },
      ])
    }
    case 'leave-visit':
      return ok(
        command.sessionId === null || command.sessionId === state.visiting?.sessionId
          ? endVisit(state, command.reason)
          : [],
      )
    case 'be-visited': {
      const { kind: _, ...visit } = command
      if (state.profile !== 'admin' || state.super) return err(domainError('ERR_VISIT_REFUSED'))
      if (state.visits.includes(visit.sessionId)) return ok([])
      return ok([{ type: 'user.visited.v1', data: { userId, ...visit } }])
    }
    case 'end-visit': {
      const { sessionId, reason } = command
      return ok(
        state.visits.includes(sessionId)
          ? [{ type: 'user.visit-ended.v1', data: { userId, sessionId, reason } }]
          : [],
      )
    }
  }
}

/** A user's visits after an event. */
export const afterVisit = <S extends Visits>(state: S, event: UserEvent): S => {
  switch (event.type) {
    case 'user.visit-began.v1': {
      const { userId: _, ...visit } = event.data
      return { ...state, visiting: visit }
    }
    case 'user.visit-left.v1':
      return state.visiting?.sessionId === event.data.sessionId ? { ...state, visiting: null } : state
    case 'user.visited.v1':
      return { ...state, visits: [...state.visits, event.data.sessionId] }
    case 'user.visit-ended.v1':
      return { ...state, visits: state.visits.filter((id) => id !== event.data.sessionId) }
    default:
      return state
  }
}
