import { SYSTEM } from '@guiche/contracts/envelope.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { createEmbeddedReadStore, type EmbeddedReadStore } from '@guiche/infra/read-store/embedded.js'
import { beginRebuild } from '@guiche/projector/engine/rebuild.js'
import { projections } from '@guiche/projector/views/index.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { tempDir } from '../infra/testing/temp-dir.js'
import { rebuildInThread } from './rebuild-thread.js'

const BUILT = new URL('dist/rebuild-folding.js', import.meta.url)
const silent = { info: () => {}, error: () => {}, fatal: () => {} }
const views = [projections.queues, projections.users]

let folder: Awaited<ReturnType<typeof tempDir>>
let eventStore: EventStore
let readStore: EmbeddedReadStore
beforeEach(async () => {
  folder = await tempDir()
  eventStore = await createEmbeddedEventStore({ dir: folder.dir })
  readStore = await createEmbeddedReadStore({ dir: folder.dir })
})
afterEach(async () => {
  await readStore.close()
  await eventStore.close()
  await folder.remove()
})

const addQueues = async (from: number, to: number): Promise<string> => {
  let last = ''
  for (let queueId = from; queueId <= to; queueId++) {
    const appended = await eventStore.append(`queues-${queueId}`, 'none', [
      {
        id: `q${queueId}`,
        type: 'queue.created.v1',
        data: {
          queueId,
          name: `Queue ${queueId}`,
          color: '#abc',
          greetingMessage: '',
          outOfHoursMessage: '',
          orderQueue: null,
        },
        companyId: (queueId % 3) + 1,
        time: '2026-01-05T12:00:00.000Z',
        actor: SYSTEM,
        correlationId: 'c',
        causationId: 'c',
      },
    ])
    if (appended.ok) last = appended.value.position
  }
  return last
}
const queuesOf = (generation: number) => readStore.scan(`queues@${generation}`, { limit: 1000 })

describe('a rebuild in a thread of its own', () => {
  it('makes the same documents as on this thread, and continues to a later target', async () => {
    const until = await addQueues(1, 300)
    const told: number[] = []
    const begin = rebuildInThread({ dir: folder.dir, readStore, fewEvents: 100, file: BUILT })
    const deps = { eventStore, readStore, logger: silent }
    const apart = await begin(deps, views, ({ events }) => told.push(events))
    expect(apart.generations).toEqual([
      { name: 'queues', generation: 1 },
      { name: 'users', generation: 1 },
    ])
    await apart.foldUpTo(new Map([[0, until]]))
    expect(told.at(-1)).toBe(300)
    const later = await addQueues(301, 310)
    await apart.foldUpTo(new Map([[0, later]]))
    await apart.close()

    expect(await readStore.checkpoint('queues@1', 0)).toMatchObject({ position: later })
    await readStore.setAlias('queues', 1)
    const here = await beginRebuild(deps, [projections.queues])
    await here.foldUpTo(new Map([[0, later]]))
    const made = await queuesOf(1)
    expect(made).toHaveLength(310)
    expect(await queuesOf(2)).toEqual(made)
  })

  it('lets concurrent writes run, and ends when the store is closed', async () => {
    const until = await addQueues(1, 300)
    const begin = rebuildInThread({ dir: folder.dir, readStore, fewEvents: 100, file: BUILT })
    const apart = await begin({ eventStore, readStore, logger: silent }, views)
    const folding = apart.foldUpTo(new Map([[0, until]]))
    await readStore.setAlias('other', 3)
    await folding
    expect((await readStore.aliases(['other'])).get('other')).toBe(3)
    await readStore.close()
    const end = await addQueues(301, 302)
    await expect(apart.foldUpTo(new Map([[0, end]]))).rejects.toThrow('closed')
    await apart.close()
    readStore = await createEmbeddedReadStore({ dir: folder.dir })
  })

  it('does not start for few events', async () => {
    const until = await addQueues(1, 3)
    const absent = new URL('./absent.js', import.meta.url)
    const begin = rebuildInThread({ dir: folder.dir, readStore, fewEvents: 100, file: absent })
    const here = await begin({ eventStore, readStore, logger: silent }, [projections.queues])
    await here.foldUpTo(new Map([[0, until]]))
    await here.close()
    expect(await queuesOf(1)).toHaveLength(3)
  })

  it('reports why it cannot start', async () => {
    await addQueues(1, 2)
    const absent = new URL('./absent.js', import.meta.url)
    const begin = rebuildInThread({ dir: folder.dir, readStore, fewEvents: 1, file: absent })
    await expect(begin({ eventStore, readStore, logger: silent }, views)).rejects.toThrow('absent.js')
  })
})
