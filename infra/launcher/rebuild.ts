import { VIEWS, type ViewName } from '@guiche/contracts/collections.js'
import { createProjector } from '@guiche/projector/projector.js'
import { loadConfig } from '../config/config.js'
import { createEmbeddedEventBus } from '../event-bus/embedded.js'
import { createEmbeddedEventStore } from '../event-store/embedded.js'
import { lockDataDir } from '../lock.js'
import { createLogger } from '../log/log.js'
import { createEmbeddedReadStore } from '../read-store/embedded.js'
import { rebuildInThread } from './rebuild-thread.js'

/** `npm run rebuild [-- view…]`: builds views of DATA_DIR anew from the events, all by default, while no server runs. */
const isView = (name: string): name is ViewName => Object.hasOwn(VIEWS, name)

const fail = (sentence: string): never => {
  process.stderr.write(`guiche: ${sentence}\n`)
  process.exit(1)
}

const config = loadConfig(process.env)
if (!config.ok) fail(config.error.join('\n'))
else {
  const asked = process.argv.slice(2)
  const unknown = asked.filter((name) => !isView(name))
  if (unknown.length > 0) {
    fail(`there is no view ${unknown.join(', ')}; there are ${Object.keys(VIEWS).join(', ')}`)
  }
  const { dataDir: dir, logLevel } = config.value
  const lock = await lockDataDir(dir)
  if (lock === null) fail(`${dir} is in use; stop the server first`)

  const logger = createLogger({ level: logLevel, pretty: process.stdout.isTTY === true, name: 'rebuild' })
  const eventStore = await createEmbeddedEventStore({ dir, logger })
  const eventBus = await createEmbeddedEventBus({ eventStore, dir, logger })
  const readStore = await createEmbeddedReadStore({ dir })
  const projector = createProjector({
    eventStore,
    eventBus,
    readStore,
    logger,
    beginRebuild: rebuildInThread({ dir, readStore }),
  })
  const started = Date.now()
  const seconds = (): string => ((Date.now() - started) / 1000).toFixed(1)

  await projector.rebuild(asked.length === 0 ? undefined : asked.filter(isView), (progress) => {
    const [position, head] = [Number(progress.position), Number(progress.head)]
    const percent = head === 0 ? 100 : Math.floor((100 * position) / head)
    process.stdout.write(`${percent} %, ${progress.events} events, ${seconds()} s\n`)
  })
  process.stdout.write(`done in ${seconds()} s\n`)

  await eventBus.close()
  await readStore.close()
  await eventStore.close()
  lock?.release()
}
