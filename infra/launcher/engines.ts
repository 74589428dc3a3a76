import type { Logger } from 'pino'
import { createEmbeddedBlobs } from '../blobs/embedded.js'
import { createEmbeddedEventBus } from '../event-bus/embedded.js'
import { createEmbeddedEventStore } from '../event-store/embedded.js'
import { createEmbeddedReadStore } from '../read-store/embedded.js'
import { createEmbeddedVault } from '../vault/embedded.js'

/** The embedded engines in one folder. Read models that do not belong to its events are dropped, to be built anew. */
export const openEngines = async (dir: string, secretKey: Buffer, logger: Logger) => {
  const eventStore = await createEmbeddedEventStore({ dir, logger })
  const eventBus = await createEmbeddedEventBus({ eventStore, dir, logger })
  const readStore = await createEmbeddedReadStore({ dir })
  const vault = await createEmbeddedVault({ dir, secretKey })
  const blobs = await createEmbeddedBlobs({ dir })
  await readStore.verifyAgainst({ storeId: eventStore.storeId, head: await eventStore.lastGiven() })
  return {
    eventStore,
    eventBus,
    readStore,
    vault,
    blobs,
    /** in the order in which they lean on each other */
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
