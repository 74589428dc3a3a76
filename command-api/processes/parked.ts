import { Strict } from '@guiche/contracts/envelope.js'
import { domainError } from '@guiche/contracts/errors.js'
import { err, ok } from '@guiche/contracts/result.js'
import type { ParkedRecord } from '@guiche/contracts/views/records.js'
import { type Route, route } from '@guiche/infra/http/route.js'
import { WAITING } from '@guiche/infra/metrics/parked.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import { Type } from '@sinclair/typebox'
import type { Logger } from 'pino'
import type { Engine } from './engine.js'
import { type Item, NO_TROUBLE, PREFIXES, type Trouble } from './kept.js'

const LIMIT = 500
const ById = { params: Strict({ id: Type.String({ pattern: '^(report|event)[.][a-z0-9-]{1,100}$' }) }) }

/** An id of a route is `{kind}.{id}`; in the vault it stands behind the caller's own company. */
const placeOf = (companyId: number, routeId: string) => {
  const [kind, id = ''] = routeId.split('.') as ['report' | 'event', string?]
  return { kind, id, key: `${PREFIXES[kind]}${companyId}/${id}` }
}

const listParked = async (vault: Vault, companyId: number): Promise<ParkedRecord[]> => {
  const found: ParkedRecord[] = []
  for (const kind of ['report', 'event'] as const) {
    const prefix = `${PREFIXES[kind]}${companyId}/`
    const keys = (await vault.list(prefix)).filter((key) => !key.includes(WAITING)).slice(-LIMIT)
    for (const [key, { value }] of await vault.getMany(keys)) {
      const body = JSON.parse(value.toString()) as Record<string, string> & { readonly parked?: Trouble }
      const { since, reason, attempts } = body.parked ?? { ...NO_TROUBLE(), since: '' }
      const about = kind === 'report' ? `connection-${body.connectionId}` : (body.stream ?? '')
      const what = (kind === 'report' ? body.kind : body.type) ?? ''
      found.push({ id: `${kind}.${key.slice(prefix.length)}`, kind, what, about, reason, since, attempts })
    }
  }
  return found.sort((a, b) => b.since.localeCompare(a.since)).slice(0, LIMIT)
}

/** What is parked for the own company. */
export const parkedQuery = (vault: Vault): Route =>
  route('GET /parked', {}, async ({ caller }) => ok({ body: await listParked(vault, caller.companyId) }))

/** What an admin can do about it. `retries`: by process, that of reports is `report`. */
export const parkedRoutes = (deps: {
  readonly vault: Vault
  readonly logger: Logger
  readonly retries: Readonly<Record<string, Engine<Item>['retry']>>
}): readonly Route[] => {
  const { vault, logger, retries } = deps
  const known = async (key: string) => (await vault.getMany([key])).get(key)

  return [
    route('POST /parked/:id/retry', ById, async ({ caller: { companyId }, params }) => {
      const { kind, id, key } = placeOf(companyId, params.id)
      const retry = retries[kind === 'report' ? kind : (id.split('-')[0] ?? '')]
      if (retry === undefined || (await known(key)) === undefined) {
        return err(domainError('ERR_NO_PARKED_FOUND'))
      }
      try {
        return ok({ body: { id: params.id, reason: await retry({ companyId, id }) } })
      } catch (failure) {
        logger.warn({ err: failure, key }, 'an engine is away, or the views are behind')
        return err(domainError('ERR_UNAVAILABLE'))
      }
    }),

    route('DELETE /parked/:id', ById, async ({ caller: { companyId, userId }, params }) => {
      const { key } = placeOf(companyId, params.id)
      const entry = await known(key)
      if (entry === undefined) return err(domainError('ERR_NO_PARKED_FOUND'))
      await vault.commit([{ key, value: null, expected: entry.epoch }])
      logger.warn({ alarm: 'parked-discarded', key, userId }, 'parked item discarded')
      return ok({ body: { id: params.id } })
    }),
  ]
}
