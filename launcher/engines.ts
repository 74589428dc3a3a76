import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { createEmbeddedBlobs } from '@guiche/infra/blobs/embedded.js'
import { loadSecretKey } from '@guiche/infra/config/secret-key.js'
import { createEmbeddedEventBus } from '@guiche/infra/event-bus/embedded.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import { type Machine, watchMachine } from '@guiche/infra/health/machine.js'
import { lockDataDir } from '@guiche/infra/lock.js'
import { wasMoved } from '@guiche/infra/moved.js'
import { createEmbeddedReadStore } from '@guiche/infra/read-store/embedded.js'
import { reasonOf } from '@guiche/infra/sqlite/worker.js'
import { createEmbeddedVault } from '@guiche/infra/vault/embedded.js'
import type { Logger } from 'pino'
import { cutPositions } from './migrate/cut-positions.js'
import { markRun, refuseMixedFiles } from './run-marks.js'

/** Adds the name of the file to an error. */
const inFile = <T>(name: string, work: Promise<T>): Promise<T> =>
  work.catch((failure: unknown) => {
    throw new Error(`${name}: ${reasonOf(failure)}`, { cause: failure })
  })

type OnDeath = (failure: Error) => void

/** The embedded engines in one folder. `onDeath` hears when one of them ends by itself. */
export const openEngines = async (dir: string, secretKey: Buffer, logger: Logger, onDeath?: OnDeath) => {
  const death = onDeath === undefined ? {} : { onDeath }
  refuseMixedFiles(dir)
  // The vault comes first: with another SECRET_KEY nothing else is touched.
  const vault = await inFile('vault.db', createEmbeddedVault({ dir, secretKey, ...death }))
  const eventStore = await inFile('events.db', createEmbeddedEventStore({ dir, logger, ...death }))
  const eventBus = await inFile('reports.db', createEmbeddedEventBus({ eventStore, dir, logger, ...death }))
  const readStore = await inFile('read.db', createEmbeddedReadStore({ dir, ...death }))
  const blobs = await createEmbeddedBlobs({ dir })
  markRun(dir)
  const end = await eventStore.end()
  const views = await readStore.verifyAgainst({ storeId: eventStore.storeId, end })
  // Unless views show that nothing was lost, events.db may be older than vault.db, too.
  if (views !== 'kept') await cutPositions(vault, end)
  return {
    eventStore,
    eventBus,
    readStore,
    vault,
    blobs,
    /** closes the engines, dependent ones first */
    close: async (): Promise<void> => {
      await eventBus.close()
      await readStore.close()
      await vault.close()
      await blobs.close()
      await eventStore.close()
    },
  }
}

export type Engines = Awaited<ReturnType<typeof openEngines>>

/** How the run before this one ended; `none` before the first run. */
type LastRun = 'none' | 'clean' | 'broke off'

/** A file that exists while a process runs on the folder, and after a crash. */
const RUNNING_FILE = 'running'

export interface DataDir {
  readonly lastRun: LastRun
  readonly machine: Machine
  readonly engines: Engines
  readonly secretKey: Buffer
  close(): Promise<void>
}

/**
 * Locks DATA_DIR for this process and opens the embedded engines in it. Read models that do not belong to its events
 * are dropped and rebuilt. An error is a sentence for the operator. `onDeath` is called when an engine ends by itself.
 * A `tool` leaves the mark of a crash for the product to report.
 */
export const openDataDir = async (
  dir: string,
  logger: Logger,
  onDeath: OnDeath,
  who: 'product' | 'tool' = 'product',
): Promise<Result<DataDir, string>> => {
  try {
    const lock = await lockDataDir(dir)
    if (lock === null) return err(`${dir} is in use by another Guichê`)
    if (wasMoved(dir)) {
      lock.release()
      return err(`the installation in ${dir} was moved to EventStoreDB, Kafka and MongoDB`)
    }
    const running = join(dir, RUNNING_FILE)
    const isFirst = !existsSync(join(dir, 'events.db'))
    const lastRun = existsSync(running) ? 'broke off' : isFirst ? 'none' : 'clean'
    const secretKey = loadSecretKey(dir, process.env)
    const engines = await openEngines(dir, secretKey, logger, onDeath)
    writeFileSync(running, '')
    const onReadOnly = (sentence: string): void => onDeath(new Error(sentence))
    const machine = watchMachine({ dir, logger, onReadOnly })
    const close = async (): Promise<void> => {
      machine.stop()
      await engines.close()
      if (who === 'product' || lastRun !== 'broke off') rmSync(running, { force: true })
      lock.release()
    }
    return ok({ engines, secretKey, lastRun, machine, close })
  } catch (failure) {
    return err(`${dir} cannot be used (${reasonOf(failure)})`)
  }
}
