import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf, Strict } from '../envelope.js'
import { LANGUAGES } from '../languages.js'
import { Email, Name, NEW_PASSWORD, Password } from '../text.js'
import { SessionRecord } from '../views/session.js'
import { routes } from './route.js'

const Token = Type.String({ maxLength: 20_000 })

const LinkToken = Type.String({ maxLength: 100 })
const INVITATION = [
  'ERR_INVITATION_UNKNOWN',
  'ERR_INVITATION_USED',
  'ERR_INVITATION_EXPIRED',
  'ERR_TOO_MANY_REQUESTS',
] as const

/** First visit: the super user and the first company. */
export const SetUp = Strict({
  companyName: Name,
  name: Name,
  email: Email,
  password: Password,
  /** required if `GET /setup` says so; the server writes the code to its log */
  code: Type.Optional(Type.String({ maxLength: 40 })),
  language: Type.Optional(OneOf(LANGUAGES)),
})
export type SetUp = Static<typeof SetUp>
/** `verification` is the human-verification token. */
export const Login = Strict({
  email: Type.String({ maxLength: 254 }),
  password: Type.String({ maxLength: 200 }),
  verification: Type.Optional(Token),
})
export type Login = Static<typeof Login>

/** `turnstileToken`: the human-verification token of any kind. */
export const ResetRequestBody = Strict({
  email: Email,
  turnstileToken: Type.Optional(Token),
  /** language of the mail; the company's unless given */
  language: Type.Optional(OneOf(LANGUAGES)),
})
export type ResetRequestBody = Static<typeof ResetRequestBody>

/** Public data for the screens before the sign-in. */
const SetupRecord = Strict({
  /** no user exists yet: the set-up creates one */
  needed: Type.Boolean(),
  /**
   * the token that a sign-in needs: of a solved challenge of `GET /human-verification`, or of Turnstile's
   * widget
   */
  humanVerification: OneOf(['altcha', 'turnstile', 'off']),
  /** site key of Turnstile's widget; null for other checks */
  turnstileSiteKey: Nullable(Type.String()),
  /** mails are sent automatically; otherwise they wait until a super user passes them on */
  mails: Type.Boolean(),
  /** "simulated phone" is offered as a kind of connection */
  simulator: Type.Boolean(),
  /** whether the set-up requires the code of the server's log */
  code: Type.Boolean(),
})

/** Queries without views or session: both APIs can answer them. */
export const openRoutes = routes({
  'GET /version': {
    allow: 'anonymous',
    answer: Strict({ version: Type.String() }),
    summary: 'Version of the product',
  },
  'GET /setup': {
    allow: 'anonymous',
    answer: SetupRecord,
    summary: 'Whether the first visit still has to set the product up, and what a sign-in needs',
  },
  'GET /human-verification': {
    allow: 'anonymous',
    answer: Type.Unsafe<object>(Type.Object({})),
    errors: ['ERR_NOT_FOUND'],
    summary: 'A challenge to solve before signing in',
  },
  'GET /auth/me': {
    allow: 'user',
    whileBlocked: true,
    answer: Strict({ id: Type.Integer(), profile: Type.String(), super: Type.Boolean() }),
    summary: 'Who is signed in',
  },
})

/** Routes of set-up, sign-in and sessions. */
export const sessionRoutes = routes({
  'POST /setup': {
    allow: 'anonymous',
    body: SetUp,
    answer: SessionRecord,
    errors: [
      ...NEW_PASSWORD,
      'ERR_ALREADY_SET_UP',
      'ERR_EMAIL_ALREADY_EXISTS',
      'ERR_SET_UP_CODE',
      'ERR_TOO_MANY_REQUESTS',
    ],
    summary: 'Makes the first company and its super user; once',
  },
  'POST /auth/login': {
    allow: 'anonymous',
    body: Login,
    answer: SessionRecord,
    errors: ['ERR_HUMAN_VERIFICATION', 'ERR_TOO_MANY_REQUESTS', 'ERR_INVALID_CREDENTIALS'],
    summary: 'Signs in: access token and user; the refresh token comes as a cookie',
  },
  'POST /auth/refresh_token': {
    allow: 'anonymous',
    answer: SessionRecord,
    summary: 'A new access token for the refresh cookie, which is renewed too',
  },
  'POST /auth/invitation/check': {
    allow: 'anonymous',
    body: Strict({ token: LinkToken }),
    answer: Strict({ name: Type.String(), email: Type.String(), company: Type.String() }),
    errors: INVITATION,
    summary: 'Whom an invitation is for; it stays as it is',
  },
  'POST /auth/invitation': {
    allow: 'anonymous',
    body: Strict({ token: LinkToken, password: Password }),
    answer: SessionRecord,
    errors: [...INVITATION, ...NEW_PASSWORD],
    summary: 'Takes an invitation with a password of one’s own, and signs in',
  },
  'POST /auth/reset-password-request': {
    allow: 'anonymous',
    body: ResetRequestBody,
    errors: ['ERR_HUMAN_VERIFICATION', 'ERR_TOO_MANY_REQUESTS', 'ERR_RESET_REFUSED'],
    summary:
      'Asks for a link by mail that resets the password, good for two minutes. The answer is the same for an e-mail that nobody has',
  },
  'POST /auth/reset-password': {
    allow: 'anonymous',
    body: Strict({ token: LinkToken }),
    views: ['users'],
    errors: ['ERR_RESET_LINK_OVER', 'ERR_TOO_MANY_REQUESTS'],
    summary: 'Uses such a link: a new password goes out by mail, and the session of the user ends',
  },
  /** ends the session of the tokens, even if the access token has expired */
  'DELETE /auth/logout': { allow: 'anonymous', summary: 'Ends the session' },
})
