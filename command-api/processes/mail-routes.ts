import { domainError } from '@guiche/contracts/errors.js'
import { err, ok } from '@guiche/contracts/result.js'
import { mailRoutes } from '@guiche/contracts/routes/mails.js'
import type { Clock } from '@guiche/infra/clock.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import type { Logger } from 'pino'
import { createOutbox, KEPT_HOURS } from '../mail/outbox.js'
import { unsentLetters } from './mails.js'

/** No cache keeps links and passwords. */
const UNKEPT = { 'Cache-Control': 'no-store' } as const

/** The outbox, for super users. */
export const mailQueries = ({ vault, clock }: { vault: Vault; clock: Clock }): readonly Route[] =>
  serving('query', {})(mailRoutes, {
    'GET /mails': async () => {
      const mails = await unsentLetters(vault, clock.now())
      return ok({ body: { mails, keptHours: KEPT_HOURS }, headers: UNKEPT })
    },
  })

/** Forgets mails of the outbox before their time. */
export const mailCommands = ({ vault, logger }: { vault: Vault; logger: Logger }): readonly Route[] => {
  const outbox = createOutbox(vault)
  return serving('command', {})(mailRoutes, {
    'DELETE /mails/:id': async ({ caller, params: { id }, correlationId }) => {
      if (!(await outbox.forget(id.replace('.', '/')))) return err(domainError('ERR_NO_MAIL_FOUND'))
      logger.info({ mail: id, userId: caller.userId, correlationId }, 'a mail of the outbox was forgotten')
      return ok({ body: { id } })
    },
  })
}
