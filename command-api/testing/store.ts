import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SYSTEM } from '@guiche/contracts/envelope.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { newUuid } from '@guiche/infra/ids.js'
import { sharedThread } from '@guiche/infra/testing/shared.js'
import { pino } from 'pino'
import type { Meta } from '../kernel/kernel.js'

export const silentLogger = pino({ level: 'silent' })

/** An embedded event store in its own folder. `close` removes both. */
export const openTestStore = async (): Promise<{ eventStore: EventStore; close(): Promise<void> }> => {
  const dir = await mkdtemp(join(tmpdir(), 'guiche-store-'))
  const thread = sharedThread()
  const eventStore = await createEmbeddedEventStore({ dir, thread })
  return {
    eventStore,
    close: async () => {
      await eventStore.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Metadata of a system command in company 1, with this command id or a random one. */
export const metaFor = (commandId: string = newUuid()): Meta => ({
  commandId,
  companyId: 1,
  actor: SYSTEM,
  correlationId: commandId,
})
