import { type Static, Type } from '@sinclair/typebox'
import { Id, OneOf, Strict } from '../envelope.js'
import { LANGUAGES } from '../languages.js'
import { Email, Name, NEW_PASSWORD, Password } from '../text.js'
import { WholeCompany } from '../views/company.js'
import { routes } from './route.js'

/** Existing clients send it, but the server decides the value. */
const decidedHere = Type.Optional(Type.Unknown())

/** A company that registers. The registering user becomes its first admin, with the same e-mail. */
export const SignUpBody = Strict({
  name: Name,
  email: Email,
  phone: Type.Optional(Type.String({ maxLength: 30, pattern: '^[0-9+()\\-\\s]*$' })),
  password: Password,
  /** a plan of `GET /plans/register`; existing clients send a text */
  planId: Type.Union([Id, Type.String({ pattern: '^[1-9][0-9]{0,14}$' })]),
  /** human-verification token */
  verification: Type.Optional(Type.String({ maxLength: 20_000 })),
  /** language of the company's automatic texts; Portuguese unless given */
  language: Type.Optional(OneOf(LANGUAGES)),
  recurrence: decidedHere,
  dueDate: decidedHere,
  status: decidedHere,
  campaignsEnabled: decidedHere,
  companyId: decidedHere,
})
export type SignUpBody = Static<typeof SignUpBody>

export const signUpRoutes = routes({
  'POST /companies/cadastro': {
    allow: 'anonymous',
    body: SignUpBody,
    invalid: { name: 'ERR_COMPANY_INVALID_NAME' },
    answer: WholeCompany,
    views: ['companies', 'plans', 'users'],
    errors: [
      ...NEW_PASSWORD,
      'ERR_USER_CREATION_DISABLED',
      'ERR_HUMAN_VERIFICATION',
      'ERR_TOO_MANY_REQUESTS',
      'ERR_NO_PLAN_FOUND',
      'ERR_COMPANY_INVALID_NAME',
      'ERR_COMPANY_NAME_IS_ADDRESS',
      'ERR_COMPANY_NAME_ALREADY_EXISTS',
      'ERR_EMAIL_ALREADY_EXISTS',
    ],
    summary: 'Registers a company with its first admin, on trial; where the platform allows it',
  },
})
