import { Type } from '@sinclair/typebox'
import { type EventsOf, Id, Nullable, OneOf, Strict, Time } from '../envelope.js'
import { VISIT_ENDS } from '../visits.js'

export const PROFILES = ['admin', 'supervisor', 'user'] as const
export const Profile = OneOf(PROFILES)

const fields = {
  name: Type.String(),
  email: Type.String(),
  profile: Profile,
  /** sees queue-less pending tickets */
  allTicket: Type.Boolean(),
  queueIds: Type.Array(Id, { maxItems: 500 }),
  /** default connection of tickets that this user opens */
  connectionId: Nullable(Id),
  /** open tickets that this user attends at most at once; null, and absent on events of before: any number */
  maxOpenTickets: Type.Optional(Nullable(Type.Integer({ minimum: 1 }))),
  /** working hours of every day in the company's time zone, e.g. `08:00`; empty, or absent in older events: none */
  startWork: Type.Optional(Type.String()),
  endWork: Type.Optional(Type.String()),
}

/** Why a session ended. */
const SessionEnd = OneOf(['logout', 'replaced', 'password', 'role', 'deleted', 'reuse', 'admin'])

const SessionId = Type.String({ format: 'uuid' })
/** A visit: its session, the visitor's own session, the reason, and the time of its end. */
const visit = { sessionId: SessionId, visitorSessionId: SessionId, why: Type.String(), until: Time }
/** The desk that a visitor opened. */
const visited = { visitedUserId: Id, visitedCompanyId: Id }

/** Stream `user-{id}`; personal data, so erasable as a whole. */
export const userEvents = {
  'user.created.v1': Strict({
    userId: Id,
    ...fields,
    super: Type.Boolean(),
    /** vault key of the password hash */
    passwordRef: Type.String(),
  }),
  'user.changed.v1': Strict({ userId: Id, ...fields }),
  'user.password-changed.v1': Strict({ userId: Id, passwordRef: Type.String() }),
  /** a link was made with which the user chooses a password, once, until this time; the earlier link is invalid */
  'user.invited.v1': Strict({ userId: Id, until: Time }),
  'user.session-started.v1': Strict({ userId: Id, sessionId: Type.String({ format: 'uuid' }) }),
  'user.session-ended.v1': Strict({
    userId: Id,
    sessionId: Type.String({ format: 'uuid' }),
    reason: SessionEnd,
  }),
  /**
   * this super user opened the desk of another company, as its administrator; ids alone, so that the company can be
   * erased
   */
  'user.visit-began.v1': Strict({ userId: Id, ...visit, ...visited }),
  'user.visit-left.v1': Strict({ userId: Id, sessionId: SessionId, ...visited, reason: OneOf(VISIT_ENDS) }),
  /** a super user (the actor) acts for this user, whose own session continues */
  'user.visited.v1': Strict({
    userId: Id,
    ...visit,
    visitorId: Id,
    visitorCompanyId: Id,
  }),
  'user.visit-ended.v1': Strict({ userId: Id, sessionId: SessionId, reason: OneOf(VISIT_ENDS) }),
  /** another user took an e-mail that this user had claimed and never had */
  'user.email-lost.v1': Strict({ userId: Id }),
  'user.deleted.v1': Strict({ userId: Id }),
} as const

export type UserEvent = EventsOf<typeof userEvents>
