import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { TOPICS } from '@guiche/contracts/bus/topics.js'
import type { StoredEvent } from '@guiche/contracts/envelope.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createEmbeddedEventStore } from '../event-store/embedded.js'
import { settingChanged } from '../event-store/testing/setting-changed.js'
import { openDatabase } from '../sqlite/database.mjs'
import { linesUntilKilled } from '../testing/killed.js'
import { tempDir } from '../testing/temp-dir.js'
import { until } from '../testing/until.js'
import { eventBusContract } from './contract.suite.js'
import { createEmbeddedEventBus } from './embedded.js'

const openBus = async (dir: string) => {
  const store = await createEmbeddedEventStore({ dir })
  const bus = await createEmbeddedEventBus({ eventStore: store, dir })
  const close = async () => {
    await bus.close()
    await store.close()
  }
  return { store, bus, close }
}

eventBusContract('embedded', async () => {
  const { dir, remove } = await tempDir()
  const { store, bus, close } = await openBus(dir)
  return {
    bus,
    store,
    close: async () => {
      await close()
      await remove()
    },
  }
})

describe('embedded event bus', () => {
  let folder: Awaited<ReturnType<typeof tempDir>>
  beforeEach(async () => {
    folder = await tempDir()
  })
  afterEach(() => folder.remove())

  const drain = async (count: number) => {
    const { bus, close } = await openBus(folder.dir)
    const seen: number[] = []
    await bus.consume<{ n: number }>({
      topic: TOPICS.reports,
      group: 'group',
      onBatch: async (batch) => void seen.push(...batch.map(({ value }) => value.n)),
    })
    await until(() => seen.length >= count)
    await close()
    return seen
  }
  const setting = (name: string) => [settingChanged(name)]
  const collect = async (options: { begin?: 'oldest' | 'now' }, count: number, write: string) => {
    const { bus, store, close } = await openBus(folder.dir)
    const seen: string[] = []
    await bus.consume<StoredEvent>({
      topic: TOPICS.events,
      group: 'group',
      ...options,
      onBatch: async (batch) => void seen.push(...batch.map(({ value }) => value.stream)),
    })
    await store.append(write, 'none', setting(write))
    await until(() => seen.length >= count)
    await close()
    return seen
  }

  it('a group that begins at "now" gets no old events, also after reports.db was lost, and resumes at its checkpoint', async () => {
    const { store, close } = await openBus(folder.dir)
    await store.append('old', 'none', setting('old'))
    await close()
    expect(await collect({ begin: 'now' }, 1, 'first')).toEqual(['first'])
    const between = await openBus(folder.dir)
    await between.store.append('between', 'none', setting('between'))
    await between.close()
    expect(await collect({ begin: 'now' }, 2, 'second')).toEqual(['between', 'second'])
    for (const end of ['', '-wal', '-shm']) await rm(join(folder.dir, `reports.db${end}`), { force: true })
    expect(await collect({ begin: 'now' }, 1, 'third')).toEqual(['third'])
  })

  it('a group with a checkpoint beyond the store’s end begins at that end', async () => {
    await collect({}, 1, 'first')
    await collect({}, 1, 'second')
    for (const end of ['', '-wal', '-shm']) await rm(join(folder.dir, `events.db${end}`), { force: true })
    expect(await collect({}, 1, 'new')).toEqual(['new'])
  })

  it('a group gets all events after a rollback, also after a restart', async () => {
    const events = join(folder.dir, 'events.db')
    const backup = join(folder.dir, 'backup.db')
    const first = await openBus(folder.dir)
    await first.close()
    await copyFile(events, backup)
    await collect({}, 1, 'lost')
    await collect({}, 1, 'lost, too')
    await copyFile(backup, events)
    expect(await collect({}, 1, 'after')).toEqual(['after'])
    const between = await openBus(folder.dir)
    await between.store.append('between', 'none', setting('between'))
    await between.close()
    expect(await collect({}, 2, 'last')).toEqual(['between', 'last'])
  })

  const rows = () => {
    const db = openDatabase(join(folder.dir, 'reports.db'), { readOnly: true })
    const count = db.prepare('SELECT count(*) FROM messages').get([])?.[0]
    db.close()
    return count
  }

  it('keeps reports and checkpoints over a restart, and reuses no position', async () => {
    const first = await openBus(folder.dir)
    await first.bus.publish(TOPICS.reports, [{ key: 1, value: { n: 1 } }])
    await first.close()
    expect(await drain(1)).toEqual([1])
    const second = await openBus(folder.dir)
    await second.bus.publish(TOPICS.reports, [{ key: 1, value: { n: 2 } }])
    await second.close()
    expect(await drain(1)).toEqual([2])
  })

  it('drops the reports that every group has finished', async () => {
    const { bus, close } = await openBus(folder.dir)
    await bus.publish(
      TOPICS.reports,
      Array.from({ length: 100 }, (_, n) => ({ key: 1, value: { n } })),
    )
    await close()
    expect(rows()).toBe(100)
    await drain(100)
    expect(rows()).toBe(0)
  })

  it('keeps reports for a group that has its own checkpoint and is not done', async () => {
    const { bus, close } = await openBus(folder.dir)
    let refused = 0
    await bus.consume({
      topic: TOPICS.reports,
      group: 'slow',
      after: async () => null,
      onBatch: async () => {
        refused++
        throw new Error('not now')
      },
    })
    await bus.publish(TOPICS.reports, [{ key: 1, value: { n: 1 } }])
    await until(() => refused > 0)
    await close()
    await drain(1)
    expect(rows()).toBe(1)
  })

  it('loses no report that it acknowledged when the process is killed', async () => {
    const file = new URL('./testing/publish-for-ever.ts', import.meta.url)
    const acknowledged = (await linesUntilKilled(file, [folder.dir], 500)).map(Number)
    const seen = new Set(await drain(acknowledged.length))
    expect(acknowledged.filter((n) => !seen.has(n))).toEqual([])
  })
})
