import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Operator } from '@guiche/command-api/operator/operator.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { type Config, type EngineAddresses, loadConfig } from '@guiche/infra/config/config.js'
import { loadSecretKey } from '@guiche/infra/config/secret-key.js'
import { createMemoryCounters } from '@guiche/infra/counters/memory.js'
import { createExclusively } from '@guiche/infra/lease/run-exclusively.js'
import { lockDataDir } from '@guiche/infra/lock.js'
import { createLogger } from '@guiche/infra/log/log.js'
import { createMetrics } from '@guiche/infra/metrics/metrics.js'
import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import { reasonOf } from '@guiche/infra/sqlite/worker.js'
import { openAll, openBus } from '../distributed/open.js'
import { eventPartition } from '../distributed/service.js'
import { openDataDir } from '../engines.js'
import { composeCommandApi } from '../roots/command-api.js'
import { createReaders } from '../roots/readers.js'
import { acceptFiles } from '../run-marks.js'
import { runAdmin } from './commands.js'
import { askRunning } from './control.js'
import { rotateInFolder, rotateInMongo } from './rotate-key.js'

/** command-api that is never started, with its engines. */
interface OpenedOperator {
  readonly operator: Operator
  close(): Promise<void>
}

function failWith(sentence: string): never {
  process.stderr.write(`guiche: ${sentence}\n`)
  process.exit(1)
}
const logger = createLogger({ level: 'error', pretty: process.stdout.isTTY === true, name: 'admin' })
const metrics = createMetrics({ service: 'admin', version: '' })
/** The product's address for browsers: links begin with it. */
const publicUrlOf = ({ publicUrl, host, port }: Config): string => publicUrl ?? `http://${host}:${port}`

const openEmbedded = async (config: Config): Promise<Result<OpenedOperator, string>> => {
  const opened = await openDataDir(config.dataDir, logger, ({ message }) => failWith(message), 'tool')
  if (!opened.ok) return opened
  const { engines, secretKey, close } = opened.value
  const stored = {
    config,
    logger,
    version: '',
    publicUrl: publicUrlOf(config),
    metrics,
    secretKey,
    ...engines,
  }
  const { operator, stop } = await composeCommandApi({
    ...{ ...stored, ...createReaders(stored) },
    counters: createMemoryCounters(),
    exclusively: createSerialQueue(),
    sole: true,
  })
  return ok({
    operator,
    close: async () => {
      await stop()
      await close()
    },
  })
}

const openDistributed = async (
  config: Config,
  engines: EngineAddresses,
): Promise<Result<OpenedOperator, string>> => {
  const secretKey = loadSecretKey(config.dataDir, process.env)
  const context = { config, engines, secretKey, logger, version: '' }
  const opened = await openAll(context)
  if (!opened.ok) return err(opened.error.join('\n'))
  const { close, parts } = opened.value
  const { eventStore, mongo } = parts
  const eventBus = await openBus(context, new AbortController().signal, eventStore)
  const stored = {
    ...{ ...context, ...mongo, eventStore, eventBus, metrics },
    ...{ publicUrl: publicUrlOf(config), partitionOf: eventPartition },
  }
  const { operator, stop } = await composeCommandApi({
    ...{ ...stored, ...createReaders(stored) },
    exclusively: createExclusively({ vault: mongo.vault }),
    sole: false,
  })
  return ok({
    operator,
    close: async () => {
      await stop()
      await eventBus.close()
      await close()
    },
  })
}

/** Accepts mixed files in a folder that this process has locked. */
const acceptMixedFiles = (dataDir: string): readonly string[] => {
  // A lost vault begins empty under the present key, or under a new one where that is lost, too.
  if (!existsSync(join(dataDir, 'vault.db'))) loadSecretKey(dataDir, process.env)
  const begun = acceptFiles(dataDir)
  return begun.includes('vault.db')
    ? [
        'vault.db begins empty: nobody can sign in, and no number is connected.',
        'Run renew-claims. Then reset-password lets you in.',
      ]
    : [`accepted${begun.length > 0 ? `; ${begun.join(', ')} begins empty` : ''}`]
}

/** The command if it needs a stopped installation, else null. */
const ofStopped = ([command, ...more]: readonly string[]): 'accept-files' | 'rotate-key' | null =>
  more.length === 0 && (command === 'accept-files' || command === 'rotate-key') ? command : null

/** Asks the process that has the folder; without one opens the folder itself. */
const runCommand = async (
  config: Config,
  args: readonly string[],
): Promise<Result<readonly string[], string>> => {
  const { dataDir, engines } = config
  const stopped = ofStopped(args)
  if (engines === null) {
    if (!existsSync(join(dataDir, 'events.db'))) return err(`there is no installation in ${dataDir}`)
    const lock = await lockDataDir(dataDir)
    if (lock === null)
      return stopped === null
        ? askRunning(dataDir, args)
        : err(`stop Guichê first: ${stopped} changes its files`)
    try {
      if (stopped === 'accept-files') return ok(acceptMixedFiles(dataDir))
      if (stopped === 'rotate-key') return await rotateInFolder(dataDir, process.env)
    } finally {
      lock.release()
    }
  } else if (stopped === 'rotate-key') return rotateInMongo(engines, process.env)
  const opened = await (engines === null ? openEmbedded(config) : openDistributed(config, engines))
  if (!opened.ok) return opened
  try {
    return await runAdmin(opened.value.operator, args)
  } finally {
    await opened.value.close()
  }
}

/**
 * `npm run admin -- <command>`: emergency access for the operator. With DATA_DIR for a stopped or running process; with
 * MODE=distributed beside the services.
 */
const config = loadConfig(process.env)
if (!config.ok) failWith(config.error.join('\n'))
const done = await runCommand(config.value, process.argv.slice(2)).catch((failure: unknown) =>
  err(reasonOf(failure)),
)
if (!done.ok) failWith(done.error)
for (const line of done.value) process.stdout.write(`${line}\n`)
process.exit(0)
