import { readFileSync } from 'node:fs'
import { loadConfig } from '../config/config.js'
import { createLogger } from '../log/log.js'
import { startProduct } from './product.js'

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
const started = await startProduct(config.value, logger, version)
if (!started.ok) {
  process.stderr.write(`guiche: ${started.error}\n`)
  process.exit(1)
}
const product = started.value
logger.info({ url: product.url }, 'ready')

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
process.on('unhandledRejection', (failure) => {
  logger.fatal({ err: failure }, 'unhandled rejection')
  process.exit(1)
})
