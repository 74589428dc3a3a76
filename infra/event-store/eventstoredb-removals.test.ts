import { randomUUID } from 'node:crypto'
import { START, type StoredEvent } from '@guiche/contracts/envelope.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { until } from '../testing/until.js'
import type { EventStore } from './event-store.js'
import { createEventStoreDb } from './eventstoredb.js'
import { REMOVALS_STREAM } from './eventstoredb-removals.js'
import { collectEvents } from './testing/collect.js'
import { type EventStoreDbDouble, startEventStoreDbDouble } from './testing/eventstoredb-double/server.js'
import { settingChanged } from './testing/setting-changed.js'

describe('the removed streams of the EventStoreDB double', () => {
  let double: EventStoreDbDouble
  const stores: EventStore[] = []
  const open = async (scavengedWithinDays?: number) => {
    const url = double.url
    const store = await createEventStoreDb({
      url,
      ...(scavengedWithinDays !== undefined && { scavengedWithinDays }),
    })
    stores.push(store)
    return store
  }
  const append = async (store: EventStore, stream: string) => {
    const result = await store.append(stream, 'any', [settingChanged()])
    if (!result.ok) throw new Error(result.error.kind)
  }
  /** Where reads of the removals began, from here on. */
  const pages = () => {
    const before = double.streamReads.length
    return () => double.streamReads.slice(before).filter(({ stream }) => stream === REMOVALS_STREAM)
  }
  const fill = (count: number) => {
    const removal = (n: number) => ({
      id: randomUUID(),
      type: 'store.stream-removed.v1',
      data: Buffer.from(JSON.stringify({ stream: `message-${n}`, position: '1' })),
      metadata: new Uint8Array(),
    })
    double.log.append(
      REMOVALS_STREAM,
      'any',
      Array.from({ length: count }, (_, n) => removal(n)),
    )
  }
  const cutOff = (): unknown => {
    const said = double.log.read(`$$${REMOVALS_STREAM}`)
    return Array.isArray(said) ? JSON.parse(Buffer.from(said.at(-1)?.data ?? []).toString()).$tb : 0
  }
  const streamsSeen = (events: readonly StoredEvent[]) => events.map(({ stream }) => stream)

  beforeEach(async () => {
    double = await startEventStoreDbDouble()
  })
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close()
    double.close()
  })

  it('are read in pages; only a failed page is read again', async () => {
    fill(2500)
    const store = await open(9999)
    const asked = pages()
    double.streamReadsLeft = 2
    await expect(store.head()).rejects.toThrow('away')
    double.streamReadsLeft = Number.POSITIVE_INFINITY
    await Promise.all([store.head(), store.lastPublished()])
    const read = asked().filter(({ from }) => from !== 0)
    expect(read.map(({ from }) => from)).toEqual([1000, 2000])
    expect(Math.max(...asked().map(({ count }) => count))).toBe(1000)
  })

  it('are forgotten by all processes once a scavenge has deleted their events', async () => {
    const store = await open(0)
    for (const stream of ['settings-1', 'settings-2', 'settings-3']) await append(store, stream)
    await store.remove('settings-1')
    await store.remove('settings-2')
    double.log.scavenge()
    await append(store, 'settings-4')
    await store.remove('settings-4')
    await (await open(0)).head()
    await until(() => cutOff() === 2)

    const asked = pages()
    const later = await open(0)
    expect(streamsSeen(await collectEvents(later, START, (all) => all.length === 1))).toEqual(['settings-3'])
    expect(asked().map(({ from }) => from)).toContain(0)
    expect(double.log.read(REMOVALS_STREAM)).toHaveLength(1)
    double.log.scavenge()
    await (await open(0)).head()
    await until(() => cutOff() === 3)
  })

  it('are kept while a node may still have them', async () => {
    const store = await open()
    await append(store, 'settings-1')
    await store.remove('settings-1')
    double.log.scavenge()
    const asked = pages()
    await (await open()).head()
    await until(() => asked().length === 2)
    expect(cutOff()).toBe(0)
  })

  it('are recognised by their last event, also if another event comes in between', async () => {
    const store = await open()
    for (let n = 0; n < 20; n++) {
      const stream = `settings-${n}`
      await append(store, stream)
      await Promise.all([store.append(stream, 'any', [settingChanged()]), store.remove(stream)])
    }
    const named = double.log.read(REMOVALS_STREAM)
    if (!Array.isArray(named)) throw new Error('nothing was removed')
    const last = new Map(
      named
        .map(({ data }) => JSON.parse(Buffer.from(data).toString()))
        .map((one) => [one.stream, one.position]),
    )
    for (let n = 0; n < 20; n++) {
      const stream = `settings-${n}`
      const events = double.log.events.filter(
        (event) => event.stream === stream && event.type !== '$streamDeleted',
      )
      expect(last.get(stream)).toBe(String(events.at(-1)?.position))
    }
  })
})
