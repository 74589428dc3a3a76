import { COLLECTIONS } from '@guiche/contracts/collections.js'
import { Strict } from '@guiche/contracts/envelope.js'
import { domainError } from '@guiche/contracts/errors.js'
import type { Caller } from '@guiche/contracts/permissions.js'
import { err, ok } from '@guiche/contracts/result.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import { presentConnectionToAgents, presentSettings } from '@guiche/contracts/views/present.js'
import type { ConnectionRecord } from '@guiche/contracts/views/records.js'
import { type Route, route } from '@guiche/infra/http/route.js'
import type { RouteDeps } from '../deps.js'
import { IdParams, optional } from './params.js'

/** Connections never carry credentials, so `session` changes nothing. */
const Ignored = Strict({ session: optional.ignored, companyId: optional.ignored })

/** Active tickets of a connection are counted up to here. */
const COUNTED = 10_000

/** GET of connections, queues and settings: short lists that every user of the company reads whole. */
export const directoryRoutes = ({ records, documents, codes }: RouteDeps): Route[] => {
  const shownTo = async (caller: Caller, docs: readonly ConnectionDoc[]): Promise<ConnectionRecord[]> => {
    const all = await records.presentConnections(docs)
    return caller.profile === 'admin' ? all : all.map(presentConnectionToAgents)
  }
  return [
    route('GET /whatsapp', { query: Ignored, views: ['connections', 'queues'] }, async ({ caller }) =>
      ok({ body: await shownTo(caller, await records.connections(caller.companyId)) }),
    ),

    route(
      'GET /whatsapp/:id',
      { params: IdParams, query: Ignored, views: ['connections', 'queues'] },
      async ({ caller, params }) => {
        const connection = await records.connection(caller.companyId, Number(params.id))
        if (connection === null) return err(domainError('ERR_NO_WAPP_FOUND'))
        const [body] = await shownTo(caller, [connection])
        if (caller.profile !== 'admin') return ok({ body })
        const { qrcode, pairingCode } = codes.get(connection.connectionId)
        return ok({ body: { ...body, qrcode, ...(pairingCode !== '' && { pairingCode }) } })
      },
    ),

    route(
      'GET /whatsapp/:id/tickets-count',
      { params: IdParams, views: ['connections', 'inbox'] },
      async ({ caller: { companyId }, params }) => {
        const connectionId = Number(params.id)
        if ((await records.connection(companyId, connectionId)) === null)
          return err(domainError('ERR_NO_WAPP_FOUND'))
        const where = { companyId, connectionId, status: { in: ['open', 'pending'] } }
        const active = await documents.count({ collection: COLLECTIONS.tickets, where, cap: COUNTED })
        return ok({ body: { active } })
      },
    ),

    route('GET /queue', { query: Ignored, views: ['queues'] }, async ({ caller }) =>
      ok({ body: records.presentQueues(await records.queues(caller.companyId)) }),
    ),

    route('GET /queue/:id', { params: IdParams, views: ['queues'] }, async ({ caller, params }) => {
      const queue = await records.queue(caller.companyId, Number(params.id))
      if (queue === null) return err(domainError('ERR_QUEUE_NOT_FOUND'))
      return ok({ body: records.presentQueues([queue])[0] })
    }),

    route('GET /settings', { query: Ignored, views: ['companies'] }, async ({ caller }) => {
      const company = await records.company(caller.companyId)
      if (company === null) return err(domainError('ERR_NO_COMPANY_FOUND'))
      return ok({ body: presentSettings(company) })
    }),
  ]
}
