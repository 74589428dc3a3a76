import { domainError } from '@guiche/contracts/errors.js'
import { err, ok } from '@guiche/contracts/result.js'
import { pushRoutes } from '@guiche/contracts/routes/push.js'
import { isCallable } from '@guiche/infra/http/public-address.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import { isPoint } from '@guiche/infra/web-push/encrypt.js'
import type { Devices } from './devices.js'
import { createPushKey } from './key.js'

/** Queries that read the push key from the vault, without views. */
export const pushQueries = (vault: Vault): readonly Route[] => {
  const key = createPushKey(vault)
  return serving('query', {})(pushRoutes, {
    'GET /push/key': async () => ok({ body: { key: (await key()).publicKey } }),
  })
}

/** The device of a user. Anybody may send any address, so addresses of internal networks are refused. */
export const pushCommands = ({ keep, forget }: Devices): readonly Route[] =>
  serving('command', {})(pushRoutes, {
    'PUT /push/device': async ({ caller: { companyId, userId, sessionId }, body }) => {
      if (!isCallable(body.endpoint) || !isPoint(body.p256dh))
        return err(domainError('ERR_PUSH_ADDRESS_REFUSED'))
      await keep({ ...body, companyId, userId, sessionId })
      return ok({})
    },
    'DELETE /push/device': async ({ caller: { companyId, userId } }) => {
      await forget(companyId, userId)
      return ok({})
    },
  })
