import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, OneOf, Strict } from '../envelope.js'
import { PROFILES } from '../events/user.js'

export const Name = Type.String({ minLength: 2, maxLength: 50, pattern: '\\S.*\\S' })
export const Email = Type.String({ format: 'email', maxLength: 254 })
export const Password = Type.String({ minLength: 5, maxLength: 50 })
const Token = Type.String({ maxLength: 20_000 })

/** First visit: the super user and the first company. */
export const SetUp = Strict({
  companyName: Name,
  name: Name,
  email: Email,
  password: Password,
  language: Type.Optional(OneOf(['pt', 'en', 'es'])),
})
/** `verification` is the human-verification token. */
export const Login = Strict({
  email: Type.String({ maxLength: 254 }),
  password: Type.String({ maxLength: 200 }),
  verification: Type.Optional(Token),
})

export const UserBody = Strict({
  name: Name,
  email: Email,
  password: Type.Optional(Type.Union([Password, Type.Literal('')])),
  /** asked of those who change their own password */
  currentPassword: Type.Optional(Type.String({ maxLength: 200 })),
  profile: Type.Optional(OneOf(PROFILES)),
  allTicket: Type.Optional(OneOf(['enabled', 'desabled'])),
  queueIds: Type.Optional(Type.Array(Id, { maxItems: 500, uniqueItems: true })),
  whatsappId: Type.Optional(Nullable(Id)),
})
export const SettingBody = Strict({
  key: Type.Optional(Type.String({ maxLength: 60 })),
  value: Type.String({ maxLength: 5000 }),
})

export type SetUp = Static<typeof SetUp>
export type Login = Static<typeof Login>
export type UserBody = Static<typeof UserBody>
export type SettingBody = Static<typeof SettingBody>
