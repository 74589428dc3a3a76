import { Type } from '@sinclair/typebox'
import { type EventsOf, Id, Nullable, OneOf, Strict, Time } from '../envelope.js'
import { VISIT_ENDS } from '../users/visits.js'

export const PROFILES = ['admin', 'supervisor', 'user'] as const
export const Profile = OneOf(PROFILES)

const fields = {
  name: Type.String(),
  email: Type.String(),
  profile: Profile,
  /** sees waiting tickets without queue */
  allTicket: Type.Boolean(),
  queueIds: Type.Array(Id, { maxItems: 500 }),
  /** default connection of tickets that this user opens */
  connectionId: Nullable(Id),
  /** maximum of open tickets of this user; null, and absent in older events: unlimited */
  maxOpenTickets: Type.Optional(Nullable(Type.Integer({ minimum: 1 }))),
  /**
   * daily working hours in the company's time zone, for example `08:00`; empty, or absent in older events:
   * none
   */
  startWork: Type.Optional(Type.String()),
  endWork: Type.Optional(Type.String()),
}

/** Why a session ended. */
const SessionEnd = OneOf(['logout', 'replaced', 'password', 'role', 'deleted', 'reuse', 'admin'])

const SessionId = Type.String({ format: 'uuid' })
/** A visit: its session, the visitor's own session, the reason, and the time of its end. */
const visit = { sessionId: SessionId, visitorSessionId: SessionId, why: Type.String(), until: Time }
/** The visited user and company. */
const visited = { visitedUserId: Id, visitedCompanyId: Id }

/** Stream `user-{id}`; personal data, so it can be erased as a whole. */
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
  /**
   * a link was made: until this time the user may choose a password with it, once; the earlier link becomes
   * invalid
   */
  'user.invited.v1': Strict({ userId: Id, until: Time }),
  'user.session-started.v1': Strict({ userId: Id, sessionId: Type.String({ format: 'uuid' }) }),
  'user.session-ended.v1': Strict({
    userId: Id,
    sessionId: Type.String({ format: 'uuid' }),
    reason: SessionEnd,
  }),
  /**
   * this super user visits another company as its administrator; ids only, so that the company can be erased
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
  /** another user took an e-mail that this user had claimed but never had */
  'user.email-lost.v1': Strict({ userId: Id }),
  'user.deleted.v1': Strict({ userId: Id }),
} as const

export type UserEvent = EventsOf<typeof userEvents>
