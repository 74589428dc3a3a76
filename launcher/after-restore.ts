import { type EngineAddresses, loadConfig } from '@guiche/infra/config/config.js'
import { loadSecretKey } from '@guiche/infra/config/secret-key.js'
import { renewIdentity } from '@guiche/infra/event-store/eventstoredb-renew.js'
import { createLogger } from '@guiche/infra/log/log.js'
import { reasonOf } from '@guiche/infra/sqlite/worker.js'
import { invalidateView } from '@guiche/projector/engine/generations.js'
import { projections } from '@guiche/projector/views/index.js'
import { eventStoreOf, mongoOf, openTogether } from './distributed/open.js'
import { cutPositions } from './migrate/cut-positions.js'

/** `npm run after-restore`: after EVENTSTORE_URL was restored from a back-up, while no service runs. */
const failWith = (...lines: readonly string[]): never => {
  for (const line of lines) process.stderr.write(`guiche: ${line}\n`)
  process.exit(1)
}

/**
 * Gives the store's new identity. The identity is set last: no service starts without it, so an aborted run can be
 * repeated.
 */
const adoptRestored = async (engines: EngineAddresses, secretKey: Buffer): Promise<string> => {
  const context = {
    engines,
    secretKey,
    logger: createLogger({ name: 'restored', level: 'error', pretty: false }),
  }
  const opened = await openTogether({ eventStore: eventStoreOf(context), mongo: mongoOf(context) })
  if (!opened.ok) return failWith(...opened.error)
  const { eventStore, mongo } = opened.value.parts
  await cutPositions(mongo.vault, await eventStore.end())
  for (const projection of Object.values(projections)) await invalidateView(mongo.readStore, projection)
  await opened.value.close()
  return renewIdentity(engines.eventStoreUrl)
}

const { SIMULATOR: _, ...env } = process.env
const config = loadConfig({ ...env, MODE: 'distributed' })
if (!config.ok) failWith(...config.error)
else if (config.value.engines !== null) {
  const { engines, dataDir } = config.value
  const storeId = await adoptRestored(engines, loadSecretKey(dataDir, env)).catch((failure: unknown) =>
    failWith(reasonOf(failure)),
  )
  process.stdout.write(`The event store is ${storeId} from now on; the projector builds every view anew.\n`)
  process.exit(0)
}
