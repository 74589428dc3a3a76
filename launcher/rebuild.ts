import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { VIEWS, type ViewName } from '@guiche/contracts/views/collections.js'
import { type Config, type EngineAddresses, loadConfig } from '@guiche/infra/config/config.js'
import { loadSecretKey } from '@guiche/infra/config/secret-key.js'
import { EVENT_PARTITIONS } from '@guiche/infra/event-bus/kafka/topics.js'
import { createLogger } from '@guiche/infra/log/log.js'
import { reasonOf } from '@guiche/infra/sqlite/worker.js'
import { createProjector, type Projector } from '@guiche/projector/projector.js'
import type { Logger } from 'pino'
import { openAll, openBus } from './distributed/open.js'
import { openDataDir } from './engines.js'
import { rebuildInThread } from './rebuild-thread.js'

/** A projector that only rebuilds, and its engines. */
interface OpenedProjector {
  readonly projector: Projector
  close(): Promise<void>
}

const isView = (name: string): name is ViewName => Object.hasOwn(VIEWS, name)

function failRebuild(sentences: readonly string[]): never {
  for (const sentence of sentences) process.stderr.write(`guiche: ${sentence}\n`)
  process.exit(1)
}

const openEmbedded = async (dir: string, logger: Logger): Promise<Result<OpenedProjector, string[]>> => {
  if (!existsSync(join(dir, 'events.db'))) return err([`there is no installation in ${dir}`])
  const opened = await openDataDir(dir, logger, ({ message }) => failRebuild([message]), 'tool')
  if (!opened.ok) return err([opened.error])
  const { engines, close } = opened.value
  const { eventStore, eventBus, readStore } = engines
  const beginRebuild = rebuildInThread({ dir, readStore })
  return ok({
    projector: createProjector({ eventStore, eventBus, readStore, logger, beginRebuild }),
    close,
  })
}

const openDistributed = async (
  config: Config,
  engines: EngineAddresses,
  logger: Logger,
): Promise<Result<OpenedProjector, string[]>> => {
  const secretKey = loadSecretKey(config.dataDir, process.env)
  const context = { config, engines, secretKey, logger, version: '' }
  const opened = await openAll(context)
  if (!opened.ok) return opened
  const { close, parts } = opened.value
  const { eventStore, mongo } = parts
  const joined = await openBus(context, new AbortController().signal, eventStore).then(
    ok,
    (failure: unknown) => err([reasonOf(failure)]),
  )
  if (!joined.ok) {
    await close()
    return joined
  }
  const eventBus = joined.value
  const projector = createProjector({
    eventStore,
    eventBus,
    readStore: mongo.readStore,
    logger,
    partitions: EVENT_PARTITIONS,
    shared: true,
  })
  return ok({
    projector,
    close: async () => {
      await projector.stop()
      await eventBus.close()
      await close()
    },
  })
}

/**
 * `npm run rebuild [-- view…]`: rebuilds views from the events, all by default. With DATA_DIR no server may run on the
 * folder; with MODE=distributed the services go on.
 */
const config = loadConfig(process.env)
if (!config.ok) failRebuild(config.error)
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !isView(name))
if (unknown.length > 0) {
  failRebuild([`there is no view ${unknown.join(', ')}; there are ${Object.keys(VIEWS).join(', ')}`])
}
const { dataDir, logLevel, engines } = config.value
const logger = createLogger({ level: logLevel, pretty: process.stdout.isTTY === true, name: 'rebuild' })
const opened = await (engines === null
  ? openEmbedded(dataDir, logger)
  : openDistributed(config.value, engines, logger))
if (!opened.ok) failRebuild(opened.error)

const { projector, close } = opened.value
const started = Date.now()
const elapsedSeconds = (): string => ((Date.now() - started) / 1000).toFixed(1)
await projector
  .rebuild(asked.length === 0 ? undefined : asked.filter(isView), (progress) => {
    const [position, head] = [Number(progress.position), Number(progress.head)]
    const percent = head === 0 ? 100 : Math.floor((100 * position) / head)
    process.stdout.write(`${percent} %, ${progress.events} events, ${elapsedSeconds()} s\n`)
  })
  .catch((failure: unknown) => failRebuild([reasonOf(failure)]))
process.stdout.write(`done in ${elapsedSeconds()} s\n`)
await close()
