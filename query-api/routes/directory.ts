import { domainError } from '@guiche/contracts/errors.js'
import { runningImport } from '@guiche/contracts/message/history-import.js'
import { PLATFORM_COMPANY } from '@guiche/contracts/records/record.js'
import { err, ok } from '@guiche/contracts/result.js'
import { connectionRoutes } from '@guiche/contracts/routes/connections.js'
import { settingRoutes } from '@guiche/contracts/routes/settings.js'
import { PUBLIC_SETTINGS } from '@guiche/contracts/settings/settings.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import { presentConnectionToAgents } from '@guiche/contracts/views/present.js'
import {
  presentEmbedded,
  presentPlatformSettings,
  presentSettings,
  publicSettingOf,
} from '@guiche/contracts/views/present-settings.js'
import type { ConnectionRecord } from '@guiche/contracts/views/records.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import type { RouteDeps } from '../deps.js'
import { logoFile } from './logos.js'

/** The deletion of a connection counts affected records up to this number. */
const MAX_COUNT = 10_000

/** Connections and settings: short lists that every user of the company gets whole. */
export const directoryQueries = ({
  records,
  documents,
  blobs,
  codes,
  guards,
}: RouteDeps): readonly Route[] => {
  const serve = serving('query', guards)
  const shownTo = async (caller: Caller, docs: readonly ConnectionDoc[]): Promise<ConnectionRecord[]> => {
    const all = await records.presentConnections(docs)
    return caller.profile === 'admin' ? all : all.map(presentConnectionToAgents)
  }
  const missing = err(domainError('ERR_NO_WAPP_FOUND'))

  const connections = serve(connectionRoutes, {
    'GET /whatsapp': async ({ caller }) =>
      ok({ body: await shownTo(caller, await records.connections(caller.companyId)) }),

    'GET /whatsapp/:id': async ({ caller, params }) => {
      const connection = await records.connection(caller.companyId, params.id)
      const [body] = connection === null ? [] : await shownTo(caller, [connection])
      if (body === undefined) return missing
      if (caller.profile !== 'admin') return ok({ body })
      const { qrcode, pairingCode } = codes.get(params.id)
      return ok({ body: { ...body, qrcode, ...(pairingCode !== '' && { pairingCode }) } })
    },

    'GET /whatsapp/:id/tickets-count': async ({ caller: { companyId }, params }) => {
      if ((await records.connection(companyId, params.id)) === null) return missing
      const of = { companyId, connectionId: params.id }
      const [active, users, queued, history] = await Promise.all([
        documents.count('tickets', { ...of, status: { in: ['open', 'pending'] } }, MAX_COUNT),
        documents.count('users', { ...of, deleted: false }, MAX_COUNT),
        documents.count('due-work', { ...of, kind: 'send' }, MAX_COUNT),
        documents.one('history-imports', companyId, params.id),
      ])
      return ok({ body: { active, users, queued, importing: runningImport(history?.last) !== null } })
    },
  })

  const settings = serve(settingRoutes, {
    'GET /settings': async ({ caller }) => {
      const company = await records.company(caller.companyId)
      return company === null
        ? err(domainError('ERR_NO_COMPANY_FOUND'))
        : ok({ body: presentSettings(company) })
    },
    'GET /settings/:key': async ({ params }) => {
      const key = PUBLIC_SETTINGS.find((name) => name === params.key)
      if (key === undefined) return err(domainError('ERR_NO_SETTING_FOUND'))
      const value = publicSettingOf(await records.company(PLATFORM_COMPANY), key)
      return ok({ body: { id: 0 as const, key, value, companyId: 0 as const } })
    },
    'GET /platform-settings': async () =>
      ok({ body: presentPlatformSettings(await records.company(PLATFORM_COMPANY)) }),
    'GET /public/logotipos/:file': ({ params, query, request }) =>
      logoFile({ records, blobs }, params.file, query.v, request.headers['if-none-match']),
    'GET /embedded-pages': async () => ok({ body: presentEmbedded(await records.company(PLATFORM_COMPANY)) }),
  })

  return [...connections, ...settings]
}
