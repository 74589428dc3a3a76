import { randomUUID } from 'node:crypto'
import { START } from '@guiche/contracts/envelope.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type EventStore, StoreRolledBack } from './event-store.js'
import { createEventStoreDb } from './eventstoredb.js'
import { type EventStoreDbDouble, startEventStoreDbDouble } from './testing/eventstoredb-double/server.js'
import { settingChanged } from './testing/setting-changed.js'

describe('the last position of the EventStoreDB double', () => {
  let double: EventStoreDbDouble
  let store: EventStore

  beforeEach(async () => {
    double = await startEventStoreDbDouble()
    store = await createEventStoreDb({ url: double.url, partitionOf: (companyId) => companyId % 10 })
  })
  afterEach(async () => {
    await store.close()
    double.close()
  })

  const append = async (stream: string, companyId = 1): Promise<string> => {
    const appended = await store.append(stream, 'any', [{ ...settingChanged(), companyId }])
    if (!appended.ok) throw new Error(appended.error.kind)
    return appended.value.position
  }
  /** The events that a relay writes while nothing else happens. */
  const idle = async (count: number): Promise<string> => {
    let position = START
    for (let n = 0; n < count; n++) position = await append('relay-checkpoint')
    return position
  }
  const published = async () => (await store.lastPublished())?.position

  it('does not count the server’s own events', async () => {
    const position = await append('settings-1')
    const own = { type: '$stats', data: Buffer.from('{}'), metadata: new Uint8Array() }
    for (let n = 0; n < 60; n++) double.log.append('$stats-1', 'any', [{ ...own, id: randomUUID() }])
    expect(await store.end()).toBe(position)
  })

  it('gives the newest published event, reading later internal events only once', async () => {
    expect(await published()).toBeUndefined()
    const first = await append('settings-1')
    await idle(120)
    expect(await published()).toBe(first)
    const reads = double.readAlls.length
    await idle(40)
    expect(await published()).toBe(first)
    expect(double.readAlls.slice(reads)).toEqual([50])
    const second = await append('settings-2')
    await idle(5)
    expect(await published()).toBe(second)
  })

  it('gives the newest published event of a partition, reading later ones of other partitions only once', async () => {
    const publishedOf = async (companyId: number) => (await store.lastPublished(companyId))?.position
    expect(await publishedOf(1)).toBeUndefined()
    await append('settings-1', 1)
    // the same partition
    const first = await append('settings-11', 11)
    let last = ''
    for (let n = 0; n < 120; n++) last = await append('settings-2', 2)
    expect(await publishedOf(1)).toBe(first)
    const reads = double.readAlls.length
    expect([await publishedOf(1), await publishedOf(2), await published()]).toEqual([first, last, last])
    expect(double.readAlls.slice(reads)).toEqual([50, 50, 50])
    const second = await append('settings-1', 1)
    await idle(5)
    expect([await publishedOf(1), await publishedOf(2)]).toEqual([second, last])
  })

  it('is found before more internal events than fit one read', async () => {
    const first = await append('settings-1')
    for (let hundred = 0; hundred < 12; hundred++) {
      await Promise.all(Array.from({ length: 100 }, () => append('relay-checkpoint')))
    }
    expect(await published()).toBe(first)
    expect(double.readAlls).toEqual([50, 500, 500, 500])
  })

  it('leaves no call open, because an open call would delay the stop for ever', async () => {
    for (let n = 0; n < 5; n++) await append(`settings-${n}`)
    for (let n = 0; n < 20; n++) await Promise.all([store.head(), store.end(), published()])
    await store.close()
  })

  it('changes if the newest published event is removed', async () => {
    const first = await append('settings-1')
    await append('settings-2')
    await idle(3)
    await published()
    await store.remove('settings-2')
    expect(await published()).toBe(first)
    await store.remove('settings-1')
    expect(await published()).toBeUndefined()
  })

  it('goes back with a rolled-back store, whose cached position is forgotten', async () => {
    const first = await append('settings-1')
    const kept = double.log.events.length
    const second = await append('settings-2')
    expect([await published(), await store.end()]).toEqual([second, second])
    double.log.rollBack(kept)
    expect([await published(), await store.end()]).toEqual([first, first])
    const other = await append('settings-3')
    expect([await published(), await store.end()]).toEqual([other, other])
  })

  it.each([
    ['is as it was rolled back', 0],
    ['has grown over the place since', 40],
  ])(
    'ends a subscription under which it is rolled back with an error, whether the store %s',
    async (_, added) => {
      await append('settings-1')
      const kept = double.log.events.length
      for (let n = 0; n < 3; n++) await append('settings-1')
      const { signal } = new AbortController()
      const events = store.subscribeAll({ after: START, signal })[Symbol.asyncIterator]()
      for (let seen = 0; seen < 4; ) seen += (await events.next()).value?.length ?? 0
      double.reads = 'unavailable'
      double.cut()
      double.log.rollBack(kept)
      for (let n = 0; n < added; n++) await append('settings-1')
      double.reads = 'well'
      await expect(events.next()).rejects.toThrow(StoreRolledBack)
    },
  )
})
