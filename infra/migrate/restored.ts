import { loadConfig } from '../config/config.js'
import { renewIdentity } from '../event-store/eventstoredb-renew.js'

/** `npm run restored`: after EVENTSTORE_URL was put back from a back-up, while no service runs. */
const fail = (...lines: readonly string[]): never => {
  for (const line of lines) process.stderr.write(`guiche: ${line}\n`)
  process.exit(1)
}

const { SIMULATOR: _, ...env } = process.env
const config = loadConfig({ ...env, MODE: 'distributed' })
if (!config.ok) fail(...config.error)
else if (config.value.engines !== null) {
  const storeId = await renewIdentity(config.value.engines.eventStoreUrl).catch((failure: Error) =>
    fail(failure.message),
  )
  process.stdout.write(`The event store is ${storeId} from now on; the projector builds every view anew.\n`)
  process.exit(0)
}
