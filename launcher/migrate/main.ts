import { parseArgs } from 'node:util'
import { loadConfig } from '@guiche/infra/config/config.js'
import { migrateInstallation } from './migrate.js'
import { reportOf } from './report.js'

/**
 * `npm run migrate -- --to distributed [--dry-run]`: moves DATA_DIR to EVENTSTORE_URL, KAFKA_BROKERS and MONGODB_URL.
 */
const USAGE = `npm run migrate -- --to distributed [--dry-run]
takes DATA_DIR, EVENTSTORE_URL, KAFKA_BROKERS, MONGODB_URL and SECRET_KEY from the environment`
const KEY = 'SECRET_KEY has to be the one of the folder, which stands in its secret.key unless it was set'
/** ms between two lines of progress */
const PROGRESS_MS = 2000

const failWith = (...lines: readonly string[]): never => {
  for (const line of lines) process.stderr.write(`guiche: ${line}\n`)
  process.exit(1)
}

const parseArguments = () => {
  try {
    const { values } = parseArgs({ options: { to: { type: 'string' }, 'dry-run': { type: 'boolean' } } })
    return values
  } catch {
    return {}
  }
}
const { to, 'dry-run': dryRun = false } = parseArguments()
if (to !== 'distributed') failWith(USAGE)

const { SIMULATOR: _, ...env } = process.env
const config = loadConfig({ ...env, MODE: 'distributed' })
const { SECRET_KEY } = process.env
if (!config.ok) failWith(...config.error, ...(SECRET_KEY ? [] : [KEY]))
else if (config.value.engines !== null) {
  let told = 0
  const moved = await migrateInstallation({
    dir: config.value.dataDir,
    secretKey: Buffer.from(SECRET_KEY ?? ''),
    engines: config.value.engines,
    dryRun,
    onProgress: (line) => {
      if (Date.now() - told < PROGRESS_MS) return
      told = Date.now()
      process.stdout.write(`${line}\n`)
    },
  })
  if (!moved.ok) failWith(moved.error)
  else process.stdout.write(`${reportOf(moved.value)}\n`)
}
