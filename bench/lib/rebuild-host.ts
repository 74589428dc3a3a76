import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemClock } from '@guiche/infra/clock.js'
import { loadSecretKey } from '@guiche/infra/config/secret-key.js'
import { createHttpApp } from '@guiche/infra/http/app.js'
import { createAuthenticator } from '@guiche/infra/http/authenticate.js'
import { createTokens } from '@guiche/infra/http/tokens.js'
import { deriveKey } from '@guiche/infra/keys.js'
import { createLogger } from '@guiche/infra/log/log.js'
import { createViewNames } from '@guiche/infra/read-store/views.js'
import { createRecords } from '@guiche/infra/records/create-records.js'
import { createPresence } from '@guiche/infra/records/presence.js'
import { openEngines } from '@guiche/launcher/engines.js'
import { rebuildInThread } from '@guiche/launcher/rebuild-thread.js'
import { createProjector } from '@guiche/projector/projector.js'
import { createQueryApi } from '@guiche/query-api/query-api.js'

/** Messages from this process to its parent. */
export type HostNews =
  | { readonly kind: 'listening'; readonly url: string }
  | { readonly kind: 'rebuilt'; readonly ms: number }

/**
 * The reading half of the product in one process, composed like in the launcher. Rebuilds all views when its parent asks: the
 * product has no command for this while it runs. The first argument is the folder.
 */
const sendNews = (news: HostNews): void => void process.send?.(news)
const dataDir = process.argv[2] ?? ''
const logger = createLogger({ level: 'warn', pretty: false, name: 'rebuild-host' })
const clock = systemClock
const secretKey = loadSecretKey(dataDir, {})
const engines = await openEngines(dataDir, secretKey, logger)
const { eventStore, eventBus, readStore, blobs } = engines
const server = createServer()
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const views = createViewNames(readStore)
const presence = createPresence(clock)
const records = createRecords({ readStore, views, presence })
const tokens = createTokens(deriveKey(secretKey, 'tokens'))
const authenticator = createAuthenticator({ records, tokens, clock })
const projector = createProjector({
  eventStore,
  eventBus,
  readStore,
  logger,
  beginRebuild: rebuildInThread({ dir: dataDir, readStore }),
})
const queryApi = createQueryApi({
  config: { publicUrl, trustProxy: 'loopback' },
  readStore,
  views,
  records,
  presence,
  bus: eventBus,
  blobs,
  authenticator,
  tokens,
  clock,
  logger,
})
server.on(
  'request',
  createHttpApp({
    config: { publicUrl },
    logger,
    routers: { api: [queryApi.router] },
    health: async () => ({ ready: true }),
    webDist: dataDir,
  }),
)
await projector.prepare()
await projector.start()
await queryApi.start()
sendNews({ kind: 'listening', url: publicUrl })

process.on('message', async () => {
  const began = performance.now()
  await projector.rebuild()
  sendNews({ kind: 'rebuilt', ms: performance.now() - began })
})
process.on('disconnect', async () => {
  await queryApi.stop()
  server.closeAllConnections()
  server.close()
  await projector.stop()
  await engines.close()
  process.exit(0)
})
