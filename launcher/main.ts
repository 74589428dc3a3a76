import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { err, type Result } from '@guiche/contracts/result.js'
import { type Config, type EngineAddresses, loadConfig, settingsForLog } from '@guiche/infra/config/config.js'
import { misspeltVariables } from '@guiche/infra/config/misspelt-variables.js'
import { isKeyBesideData, loadSecretKey } from '@guiche/infra/config/secret-key.js'
import { createLogger } from '@guiche/infra/log/log.js'
import { reasonOf } from '@guiche/infra/sqlite/worker.js'
import { wordsOf } from '@guiche/wa-gateway/logger.js'
import { isLibraryFault } from '@guiche/wa-gateway/providers/baileys/library-fault.js'
import { commitOf } from './commit.js'
import { openDataDir } from './engines.js'

/** A running process until SIGINT or SIGTERM. */
interface StartedProcess {
  readonly url: string
  /** the process's own address, if `url` is that of a proxy */
  readonly address?: string
  /** resolves when the process serves; absent if it already does */
  readonly ready?: Promise<void>
  close(): Promise<void>
}

function refuseStart(sentences: readonly string[]): never {
  for (const sentence of sentences) process.stderr.write(`guiche: ${sentence}\n`)
  process.exit(1)
}

/** `npm start`: the whole product in this process; with MODE=distributed the service that the argument names. */
const [service] = process.argv.slice(2)
const config = loadConfig(process.env)
if (!config.ok) refuseStart(config.error)
const { logFormat } = config.value
const logger = createLogger({
  level: config.value.logLevel,
  pretty: logFormat === null ? process.stdout.isTTY === true : logFormat === 'text',
  name: service ?? 'guiche',
})

/** The folder of the project, from `launcher/dist`. */
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}
/** Ends the process at once, so that no half-working process answers. The supervisor restarts it. */
const endProcess = (failure: unknown, what: string): never => {
  logger.fatal({ err: failure }, what)
  process.stderr.write(`guiche: ${what}\n`)
  process.exit(1)
}
process.on('unhandledRejection', (failure) => {
  if (!isLibraryFault(failure)) endProcess(failure, `ended, by a fault of its own (${reasonOf(failure)})`)
  // A fault of the library concerns one connection, which reconnects. Only the message is logged: other fields may hold
  // keys.
  logger.error({ error: wordsOf(failure) }, 'a fault inside the WhatsApp library was passed over')
})
process.on('uncaughtException', (failure) =>
  endProcess(failure, `ended, by a fault of its own (${reasonOf(failure)})`),
)

/** Logs the first line of a run: the facts that a fault report needs. */
const sayWhatStarts = (more: object): void => {
  const { engines, dataDir, host, port, publicUrl } = config.value
  logger.info(
    {
      ...{ version, commit: commitOf(ROOT), node: process.version, service: service ?? 'all' },
      mode: engines === null ? 'embedded' : 'distributed',
      ...{ ...(engines === null && { dataDir }), listens: `${host}:${port}`, publicUrl },
      ...{ settings: settingsForLog(process.env), ...more },
    },
    'Guichê starts',
  )
  for (const { name, meant } of misspeltVariables(process.env))
    logger.warn({ setting: name, meant }, 'a setting is not known, and does nothing')
}

/** Everything in this one process, on the engines in DATA_DIR. */
const startEmbedded = async (config: Config): Promise<Result<StartedProcess, string[]>> => {
  // The engines open in threads of their own, while the services are loaded in this one.
  const opening = openDataDir(config.dataDir, logger, (failure) =>
    endProcess(failure, `ended, because a part of it did: ${failure.message}`),
  )
  const loading = import('./product.js')
  const opened = await opening
  if (!opened.ok) return err([opened.error])
  sayWhatStarts({ lastRun: opened.value.lastRun })
  if (config.isPublic && isKeyBesideData(process.env))
    logger.warn(
      { dataDir: config.dataDir },
      'secret.key lies beside the data that it opens, and others reach this server: keep the key in SECRET_KEY (operations.md, "The key")',
    )
  const { startProduct } = await loading
  const product = await startProduct(config, logger, version, opened.value)
  return product.ok ? product : err([product.error])
}

/** Starts one service, which finds the others through the engines. */
const startOne = async (
  config: Config,
  engines: EngineAddresses,
): Promise<Result<StartedProcess, string[]>> => {
  const { isService, SERVICES, startService } = await import('./distributed/start.js')
  if (service === undefined || !isService(service)) {
    return err([`MODE=distributed starts one service: ${SERVICES.join(', ')}`])
  }
  sayWhatStarts({})
  const secretKey = loadSecretKey(config.dataDir, process.env)
  return startService(service, { config, engines, secretKey, logger, version }, (failure) =>
    endProcess(failure, `ended, because a part of it did: ${reasonOf(failure)}`),
  )
}

const startServices = (): Promise<Result<StartedProcess, string[]>> => {
  const { engines } = config.value
  if (engines !== null) return startOne(config.value, engines)
  if (service === undefined) return startEmbedded(config.value)
  return Promise.resolve(err(['a service by itself needs MODE=distributed']))
}
const started = await startServices().catch((failure: unknown) =>
  endProcess(failure, `could not start (${reasonOf(failure)})`),
)
if (!started.ok) refuseStart(started.error)
const { url, ready, close, ...more } = started.value

/** Acknowledged data is safe without a clean stop, and supervisors kill after 30 s. */
const STOPPED_WITHIN_MS = 20_000

let stopping = false
const stopServices = (signal: string): void => {
  if (stopping) return
  stopping = true
  logger.info({ signal }, 'stopping')
  setTimeout(() => {
    const resources = process.getActiveResourcesInfo()
    endProcess({ resources }, `ended, because stopping took longer than ${STOPPED_WITHIN_MS / 1000} s`)
  }, STOPPED_WITHIN_MS).unref()
  close().then(
    () => process.exit(0),
    (failure: unknown) => {
      logger.error({ err: failure }, 'stopping failed')
      process.exit(1)
    },
  )
}
process.once('SIGINT', () => stopServices('SIGINT'))
process.once('SIGTERM', () => stopServices('SIGTERM'))
await ready?.catch((failure: unknown) => {
  if (!stopping) refuseStart([reasonOf(failure)])
})
// Readers of this line may send a signal at once.
if (!stopping) logger.info({ url, ...more }, 'ready')
