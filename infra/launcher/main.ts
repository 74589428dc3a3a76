import { readFileSync } from 'node:fs'
import { wordsOf } from '@guiche/wa-gateway/logger.js'
import { isLibraryFault } from '@guiche/wa-gateway/providers/baileys/library-fault.js'
import { loadConfig } from '../config/config.js'
import { createLogger } from '../log/log.js'
import { reasonOf } from '../sqlite/worker.js'
import { openDataDir } from './engines.js'

/** `npm start`: everything in this one process, until SIGINT or SIGTERM. */
const config = loadConfig(process.env)
if (!config.ok) {
  for (const problem of config.error) process.stderr.write(`guiche: ${problem}\n`)
  process.exit(1)
}
const logger = createLogger({
  level: config.value.logLevel,
  pretty: process.stdout.isTTY === true,
  name: 'guiche',
})

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}
/** Half a product answers wrongly: it ends at once, as if killed, and whoever watches over it starts it again. */
const die = (failure: unknown, what: string): never => {
  logger.fatal({ err: failure }, what)
  process.stderr.write(`guiche: ${what}\n`)
  process.exit(1)
}
process.on('unhandledRejection', (failure) => {
  if (!isLibraryFault(failure)) die(failure, `ended, by a fault of its own (${reasonOf(failure)})`)
  // One session's matter, which brings it up again by itself; only words are written, the fields may hold keys.
  logger.error({ error: wordsOf(failure) }, 'a fault inside the WhatsApp library was passed over')
})
process.on('uncaughtException', (failure) =>
  die(failure, `ended, by a fault of its own (${reasonOf(failure)})`),
)
// The engines open in threads of their own, while the services are loaded in this one.
const opening = openDataDir(config.value.dataDir, logger, (failure) =>
  die(failure, `ended, because a part of it did: ${failure.message}`),
)
const loading = import('./product.js')
const opened = await opening
if (!opened.ok) {
  process.stderr.write(`guiche: ${opened.error}\n`)
  process.exit(1)
}
const { startProduct } = await loading
const started = await startProduct(config.value, logger, version, opened.value).catch((failure: unknown) =>
  die(failure, `could not start (${reasonOf(failure)})`),
)
if (!started.ok) {
  process.stderr.write(`guiche: ${started.error}\n`)
  process.exit(1)
}
const product = started.value

let stopping = false
const stop = (signal: string): void => {
  if (stopping) return
  stopping = true
  logger.info({ signal }, 'stopping')
  product.close().then(
    () => process.exit(0),
    (failure: unknown) => {
      logger.error({ err: failure }, 'stopping failed')
      process.exit(1)
    },
  )
}
process.once('SIGINT', () => stop('SIGINT'))
process.once('SIGTERM', () => stop('SIGTERM'))
// Whoever reads this may send a signal at once.
logger.info({ url: product.url }, 'ready')
