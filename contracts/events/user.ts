import { Type } from '@sinclair/typebox'
import { type EventsOf, Id, Nullable, OneOf, Strict, Time } from '../envelope.js'

export const PROFILES = ['admin', 'supervisor', 'user'] as const
export const Profile = OneOf(PROFILES)

const fields = {
  name: Type.String(),
  email: Type.String(),
  profile: Profile,
  /** sees queue-less pending tickets */
  allTicket: Type.Boolean(),
  queueIds: Type.Array(Id, { maxItems: 500 }),
  /** the connection that new tickets of this user take when none is chosen */
  connectionId: Nullable(Id),
  /** open tickets that this user attends at most at once; null, and absent on events of before: any number */
  maxOpenTickets: Type.Optional(Nullable(Type.Integer({ minimum: 1 }))),
  /** working hours of every day in the company's time zone, e.g. `08:00`; empty, or absent in older events: none */
  startWork: Type.Optional(Type.String()),
  endWork: Type.Optional(Type.String()),
}

/** Why a session ended. */
const SessionEnd = OneOf(['logout', 'replaced', 'password', 'role', 'deleted', 'reuse', 'admin'])

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
  /** a link was made with which the user chooses a password, once, until this time; the one before is of no use any more */
  'user.invited.v1': Strict({ userId: Id, until: Time }),
  'user.session-started.v1': Strict({ userId: Id, sessionId: Type.String({ format: 'uuid' }) }),
  'user.session-ended.v1': Strict({
    userId: Id,
    sessionId: Type.String({ format: 'uuid' }),
    reason: SessionEnd,
  }),
  /** somebody else took an e-mail that this user had claimed and did not have */
  'user.email-lost.v1': Strict({ userId: Id }),
  'user.deleted.v1': Strict({ userId: Id }),
} as const

export type UserEvent = EventsOf<typeof userEvents>
