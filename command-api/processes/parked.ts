import { domainError } from '@guiche/contracts/errors.js'
import { err, ok } from '@guiche/contracts/result.js'
import { parkedRoutes } from '@guiche/contracts/routes/insight.js'
import type { ParkedRecord } from '@guiche/contracts/views/insight.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import { WAITING_PART } from '@guiche/infra/metrics/parked.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import type { Logger } from 'pino'
import { notTried, PARKED_PREFIXES, type RetryState } from './item-store.js'
import { type BackgroundWork, type ParkedKind, retryOf } from './running.js'

const LIMIT = 500

/** An id of a route is `{kind}.{id}`; in the vault it stands behind the caller's own company. */
const placeOf = (companyId: number, routeId: string) => {
  const [kind, id = ''] = routeId.split('.') as [ParkedKind, string?]
  return { kind, id, key: `${PARKED_PREFIXES[kind]}${companyId}/${id}` }
}

const listParked = async (vault: Vault, companyId: number): Promise<ParkedRecord[]> => {
  const found: ParkedRecord[] = []
  for (const kind of ['report', 'event'] as const) {
    const prefix = `${PARKED_PREFIXES[kind]}${companyId}/`
    const keys = (await vault.list(prefix)).filter((key) => !key.includes(WAITING_PART)).slice(-LIMIT)
    for (const [key, { value }] of await vault.getMany(keys)) {
      const body = JSON.parse(value.toString()) as Record<string, string> & { readonly parked?: RetryState }
      const { since, reason, attempts } = body.parked ?? { ...notTried(), since: '' }
      const about = kind === 'report' ? `connection-${body.connectionId}` : (body.stream ?? '')
      const what = (kind === 'report' ? body.kind : body.type) ?? ''
      found.push({ id: `${kind}.${key.slice(prefix.length)}`, kind, what, about, reason, since, attempts })
    }
  }
  return found.sort((a, b) => b.since.localeCompare(a.since)).slice(0, LIMIT)
}

/** Parked items of the own company. */
export const parkedQueries = (vault: Vault): readonly Route[] =>
  serving('query', {})(parkedRoutes, {
    'GET /parked': async ({ caller }) => ok({ body: await listParked(vault, caller.companyId) }),
  })

export const parkedCommands = (deps: {
  readonly vault: Vault
  readonly logger: Logger
  readonly running: readonly BackgroundWork[]
}): readonly Route[] => {
  const { vault, logger, running } = deps
  const known = async (key: string) => (await vault.getMany([key])).get(key)

  return serving('command', {})(parkedRoutes, {
    'POST /parked/:id/retry': async ({ caller: { companyId }, params, correlationId }) => {
      const { kind, id, key } = placeOf(companyId, params.id)
      const retry = retryOf(running, kind, id)
      if (retry === undefined || (await known(key)) === undefined) {
        return err(domainError('ERR_NO_PARKED_FOUND'))
      }
      try {
        return ok({ body: { id: params.id, reason: await retry({ companyId, id }) } })
      } catch (failure) {
        logger.warn({ err: failure, item: key, correlationId }, 'an engine is away, or the views are behind')
        return err(domainError('ERR_UNAVAILABLE'))
      }
    },

    'DELETE /parked/:id': async ({ caller: { companyId, userId }, params, correlationId }) => {
      const { key } = placeOf(companyId, params.id)
      const entry = await known(key)
      if (entry === undefined) return err(domainError('ERR_NO_PARKED_FOUND'))
      await vault.commit([{ key, value: null, expected: entry.epoch }])
      logger.warn({ alarm: 'parked-discarded', item: key, userId, correlationId }, 'parked item discarded')
      return ok({ body: { id: params.id } })
    },
  })
}
