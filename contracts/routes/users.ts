import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, OneOf, Strict, Time } from '../envelope.js'
import { PROFILES } from '../events/user.js'
import { deletionErrors } from '../records/references.js'
import { Email, Name, NEW_PASSWORD, optionalText, Password, pagedQuery, TimeOfDay } from '../text.js'
import { Acknowledgement, PageOf } from '../views/answers.js'
import { viewsOf } from '../views/joined-views.js'
import { UserRecord, UserRow } from '../views/records.js'
import { OwnUser } from '../views/session.js'
import { routes } from './route.js'

const SHOWN_VIEWS = viewsOf('user')

export const UserBody = Strict({
  name: Name,
  email: Email,
  password: Type.Optional(Type.Union([Password, Type.Literal('')])),
  /** for a new user without a password, who chooses one by an invitation */
  invited: Type.Optional(Type.Boolean()),
  /** required of users who change their own password or e-mail */
  currentPassword: Type.Optional(Type.String({ maxLength: 200 })),
  profile: Type.Optional(OneOf(PROFILES)),
  allTicket: Type.Optional(OneOf(['enabled', 'desabled'])),
  queueIds: Type.Optional(Type.Array(Id, { maxItems: 500, uniqueItems: true })),
  /** existing clients send `''` or `false` for none */
  whatsappId: Type.Optional(Type.Union([Id, Type.Null(), Type.Literal(''), Type.Literal(false)])),
  maxOpenTickets: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 9999 }))),
  /** both times or none, and different (`hoursFault`); an end before the start is on the next day */
  startWork: Type.Optional(TimeOfDay),
  endWork: Type.Optional(TimeOfDay),
  /** sent by existing clients, without effect: the company comes from the session */
  companyId: Type.Optional(Type.Unknown()),
})
export type UserBody = Static<typeof UserBody>

export const userRoutes = routes({
  'GET /users': {
    allow: 'user',
    query: pagedQuery({}),
    answer: PageOf('users', UserRecord),
    views: SHOWN_VIEWS,
    summary:
      'Users of the company, 20 a page, newest first; those who are no admins are told what the short list tells',
  },
  'GET /users/list': {
    allow: 'user',
    query: Strict({ companyId: optionalText.ignored }),
    answer: Type.Array(UserRow),
    views: SHOWN_VIEWS,
    summary: 'All users of the company in short, for pick lists',
  },
  'GET /users/former': {
    allow: 'admin',
    answer: Type.Array(Type.Pick(UserRow, ['id', 'name'], { additionalProperties: false })),
    views: ['users'],
    summary: 'Users who were deleted, for finding what they did',
  },
  'GET /users/:id': {
    allow: 'user',
    answer: OwnUser,
    views: SHOWN_VIEWS,
    errors: ['ERR_NO_USER_FOUND'],
    summary:
      'One user of the company; those who are no admins are told of a colleague what the short list tells',
  },
  'POST /users': {
    allow: 'admin',
    notInVisit: true,
    body: UserBody,
    answer: UserRecord,
    views: SHOWN_VIEWS,
    errors: [
      ...NEW_PASSWORD,
      'ERR_QUEUE_NOT_FOUND',
      'ERR_NO_WAPP_FOUND',
      'ERR_EMAIL_ALREADY_EXISTS',
      'ERR_USER_LIMIT',
    ],
    summary: 'Creates a user',
  },
  'PUT /users/:id': {
    allow: 'user',
    notInVisit: true,
    on: 'self-or-admin',
    body: UserBody,
    answer: UserRecord,
    views: SHOWN_VIEWS,
    errors: [
      ...NEW_PASSWORD,
      'ERR_QUEUE_NOT_FOUND',
      'ERR_NO_WAPP_FOUND',
      'ERR_NO_USER_FOUND',
      'ERR_WRONG_PASSWORD',
      'ERR_TOO_MANY_REQUESTS',
      'ERR_LAST_ADMIN',
      'ERR_OWN_USER',
      'ERR_EMAIL_ALREADY_EXISTS',
    ],
    summary: 'Changes a user: admins all of it, others their own name, e-mail and password',
  },
  'GET /users/:id/sessions': {
    allow: 'user',
    on: 'self-or-admin',
    answer: Type.Array(Strict({ startedAt: Time, current: Type.Boolean() })),
    views: ['users'],
    errors: ['ERR_NO_USER_FOUND'],
    summary: 'Where a user is signed in; a second sign-in ends the first, so there is one at most',
  },
  'DELETE /users/:id/sessions': {
    reads: true,
    allow: 'user',
    notInVisit: true,
    on: 'self-or-admin',
    views: ['users'],
    errors: ['ERR_NO_USER_FOUND'],
    summary: 'Ends the sessions of a user',
  },
  'POST /users/:id/invitation': {
    allow: 'admin',
    notInVisit: true,
    /** `mail`: the link also goes to the user's e-mail address */
    body: Strict({ mail: Type.Optional(Type.Boolean()) }),
    answer: Strict({
      link: Type.String(),
      until: Time,
      /** `kept`: no mail server is set, so the mail waits for a super user to pass it on */
      mail: OneOf(['none', 'sent', 'kept']),
    }),
    views: ['users'],
    errors: ['ERR_NO_USER_FOUND', 'ERR_OWN_USER', 'ERR_TOO_MANY_REQUESTS'],
    summary:
      'Makes a link for choosing a password: valid for seven days, once, told here and by mail; it replaces the one before',
  },
  'DELETE /users/:id': {
    allow: 'admin',
    notInVisit: true,
    answer: Acknowledgement,
    views: SHOWN_VIEWS,
    errors: ['ERR_NO_USER_FOUND', 'ERR_LAST_ADMIN', 'ERR_OWN_USER', ...deletionErrors('user')],
    summary: 'Deletes a user; his open tickets go back to their queues',
  },
})
