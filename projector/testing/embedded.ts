import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NewEvent, StoredEvent } from '@guiche/contracts/envelope.js'
import { createEmbeddedEventBus } from '@guiche/infra/event-bus/embedded.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import { createEmbeddedReadStore } from '@guiche/infra/read-store/embedded.js'
import { sharedThread } from '@guiche/infra/testing/shared.js'

/** Embedded engines in a folder of their own. */
export const openEngines = async (folder?: string) => {
  const dir = folder ?? (await mkdtemp(join(tmpdir(), 'guiche-projector-')))
  const thread = sharedThread()
  const eventStore = await createEmbeddedEventStore({ dir, thread })
  const readStore = await createEmbeddedReadStore({ dir, thread })
  const eventBus = await createEmbeddedEventBus({ eventStore, dir, thread })

  /** Appends events to their streams in this order. Gives the position of the last event. */
  const append = async (events: readonly StoredEvent[]): Promise<string> => {
    const appended = await Promise.all(
      events.map((event) => {
        const { type, data, companyId, time, actor, correlationId, causationId } = event
        const fresh: NewEvent = {
          id: randomUUID(),
          type,
          data,
          companyId,
          time,
          actor,
          correlationId,
          causationId,
        }
        return eventStore.append(event.stream, 'any', [fresh])
      }),
    )
    let position = ''
    for (const result of appended) {
      if (!result.ok) throw new Error(`cannot append: ${JSON.stringify(result.error)}`)
      position = result.value.position
    }
    return position
  }
  const close = async (): Promise<void> => {
    await eventBus.close()
    await readStore.close()
    await eventStore.close()
  }
  return {
    dir,
    eventStore,
    readStore,
    eventBus,
    append,
    close,
    remove: async () => {
      await close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** A logger that collects its lines. */
export const listeningLog = () => {
  const lines: { level: string; fields: Record<string, unknown>; message: string }[] = []
  const at = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, fields: fields as Record<string, unknown>, message })
  return { lines, logger: { info: at('info'), error: at('error'), fatal: at('fatal') } }
}
