import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf, Strict, Time } from '../envelope.js'
import { routes } from './route.js'

/** A mail that SMTP did not deliver, for the operator to pass on. */
export const MailRecord = Strict({
  id: Type.String(),
  to: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  at: Time,
  /** time when the mail's link expires; null without expiry */
  until: Nullable(Time),
  /** `kept`: no mail server is set; `waiting`: will be retried automatically; `failed`: given up */
  state: OneOf(['kept', 'waiting', 'failed']),
  /** why the mail server rejected the mail; '' if no server was asked */
  reason: Type.String(),
})
export type MailRecord = Static<typeof MailRecord>

const ofMail = { id: Type.String({ pattern: '^[0-9]{1,15}\\.[0-9a-f-]{36}$' }) }

/** Undelivered mails. Their links and passwords are secret, so only super users read them. */
export const mailRoutes = routes({
  'GET /mails': {
    allow: 'super',
    answer: Strict({ mails: Type.Array(MailRecord), keptHours: Type.Integer() }),
    summary: 'Mails of the last day that have not left by SMTP, newest first',
  },
  'DELETE /mails/:id': {
    allow: 'super',
    params: ofMail,
    answer: Strict({ id: Type.String() }),
    errors: ['ERR_NO_MAIL_FOUND'],
    summary: 'Forgets a mail that was kept or given up',
  },
})
