import { domainError } from '@guiche/contracts/errors.js'
import { err, ok } from '@guiche/contracts/result.js'
import { connectionLimitRoutes } from '@guiche/contracts/routes/connections.js'
import {
  NO_USAGE,
  presentLimits,
  usageKey,
  usageOf,
  warmedLimits,
} from '@guiche/contracts/settings/send-limits.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import type { AreaDeps } from '../deps.js'

/** Recent use of a connection's send limits, from the vault: at most two seconds old. */
export const limitQueries = ({
  vault,
  records,
  clock,
}: Pick<AreaDeps, 'vault' | 'records' | 'clock'>): readonly Route[] =>
  serving('query', {})(connectionLimitRoutes, {
    'GET /whatsapp/:id/limits': async ({ caller: { companyId }, params: { id } }) => {
      const connection = await records.connection(companyId, id)
      if (connection === null) return err(domainError('ERR_NO_WAPP_FOUND'))
      const key = usageKey(id)
      const kept = (await vault.getMany([key])).get(key)
      const found = kept === undefined ? NO_USAGE : { ...NO_USAGE, ...JSON.parse(kept.value.toString()) }
      const usage = usageOf(found, connection.linkedNumber ?? null)
      const settings = (await records.company(companyId))?.settings ?? {}
      const now = clock.now().getTime()
      const linkedAt = connection.channel === 'whatsapp' ? (connection.linkedAt ?? null) : null
      return ok({ body: presentLimits(usage, warmedLimits(settings, linkedAt, now), now) })
    },
  })
