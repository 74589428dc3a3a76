import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { START } from '@guiche/contracts/envelope.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { openDatabase } from '../sqlite/database.mjs'
import { commitsIn } from '../testing/commits.js'
import { linesUntilKilled } from '../testing/killed.js'
import { tempDir } from '../testing/temp-dir.js'
import { eventStoreContract } from './contract.suite.js'
import { createEmbeddedEventStore } from './embedded.js'
import { openEmbeddedEvents } from './embedded-read.js'
import type { EventStore } from './event-store.js'
import { runQuery } from './rows.js'
import { collectEvents, placeOf } from './testing/collect.js'
import { settingChanged } from './testing/setting-changed.js'

eventStoreContract('embedded', async () => {
  const { dir, remove } = await tempDir()
  const store = await createEmbeddedEventStore({ dir })
  return {
    store,
    close: async () => {
      await store.close()
      await remove()
    },
  }
})

describe('embedded event store', () => {
  let folder: Awaited<ReturnType<typeof tempDir>>
  let store: EventStore
  const open = async () => {
    store = await createEmbeddedEventStore({ dir: folder.dir })
  }
  beforeEach(async () => {
    folder = await tempDir()
    await open()
  })
  afterEach(async () => {
    await store.close()
    await folder.remove()
  })

  it('keeps everything over a restart: events, positions, removals and its identity', async () => {
    await store.append('settings-1', 'none', [settingChanged('a'), settingChanged('b')])
    await store.append('settings-2', 'none', [settingChanged('c')])
    await store.remove('settings-2')
    const before = { id: store.storeId, events: await store.read('settings-1'), head: await store.head() }
    await store.close()
    await open()
    expect({ id: store.storeId, events: await store.read('settings-1'), head: await store.head() }).toEqual(
      before,
    )
    expect(await store.append('settings-2', 'any', [settingChanged()])).toMatchObject({
      error: { kind: 'removed' },
    })
    expect(await store.append('settings-1', 1, [settingChanged()])).toMatchObject({
      value: { position: '00000000000000000004' },
    })
  })

  /** Changes events.db past the store, as a bad disk does. */
  const damage = async (sql: string): Promise<void> => {
    await store.close()
    const db = openDatabase(join(folder.dir, 'events.db'))
    db.exec(sql)
    db.close()
    await open()
  }

  it.each([
    ['a changed body', "UPDATE events SET body = replace(body, 'on', 'no') WHERE position = 2"],
    ['a row in another place', 'UPDATE events SET revision = 7 WHERE position = 2'],
  ])('reports the damaged place of events.db, in every way of reading: %s', async (_, sql) => {
    await store.append('settings-1', 'none', [settingChanged(), settingChanged()])
    await damage(sql)
    const sentence = 'events.db is damaged at position 2 (settings-1): stop Guichê'
    await expect(store.read('settings-1')).rejects.toThrow(sentence)
    const { signal } = new AbortController()
    await expect(store.subscribeAll({ after: START, signal })[Symbol.asyncIterator]().next()).rejects.toThrow(
      sentence,
    )
    const beside = openEmbeddedEvents(folder.dir)
    const reading = beside.subscribeAll({ after: START, signal })[Symbol.asyncIterator]().next()
    await expect(reading).rejects.toThrow(sentence)
    beside.close()
  })

  it('reports damage if SQLite reports damage, but not if the connection is closed', () => {
    const failing = (words: string) => () =>
      runQuery(() => {
        throw new Error(words)
      })
    expect(failing('database disk image is malformed')).toThrow('events.db is damaged')
    expect(failing('The database connection is not open')).toThrow(/^The database connection is not open$/)
  })

  it('reads events of a release whose events carried no checksum', async () => {
    await store.append('settings-1', 'none', [settingChanged()])
    await damage('ALTER TABLE events DROP COLUMN sum')
    expect(await store.read('settings-1')).toHaveLength(1)
    await store.append('settings-1', 0, [settingChanged()])
    expect(await store.read('settings-1')).toHaveLength(2)
  })

  it('gives every store an identity of its own', async () => {
    const other = await tempDir()
    const second = await createEmbeddedEventStore({ dir: other.dir })
    expect(store.storeId).toMatch(/^[0-9a-f-]{36}$/)
    expect(second.storeId).not.toBe(store.storeId)
    await second.close()
    await other.remove()
  })

  it('loses no acknowledged event when the process is killed', async () => {
    const { dir, remove } = await tempDir()
    const acknowledged = await linesUntilKilled(
      new URL('./testing/append-for-ever.ts', import.meta.url),
      [dir],
      500,
    )
    const reopened = await createEmbeddedEventStore({ dir })
    const stored = new Set<string>()
    for (let writer = 0; writer < 20; writer++) {
      const events = await reopened.read(`settings-${writer}`)
      events.forEach((event, index) => {
        expect(event.revision).toBe(index)
        stored.add(event.id)
      })
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(500)
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
    await reopened.close()
    await remove()
  })

  it('commits waiting appends together: three hundred concurrent appends take a handful of commits', async () => {
    const before = commitsIn(join(folder.dir, 'events.db-wal'))
    await Promise.all(
      Array.from({ length: 300 }, () => store.append(`settings-${randomUUID()}`, 'none', [settingChanged()])),
    )
    const commits = commitsIn(join(folder.dir, 'events.db-wal')) - before
    expect(commits).toBeGreaterThan(0)
    expect(commits).toBeLessThan(10)
  })

  it('keeps the other appends of a commit if one fails', async () => {
    const used = settingChanged()
    await store.append('settings-1', 'none', [used])
    const results = await Promise.all([
      store.append('settings-2', 'none', [settingChanged()]),
      store.append('settings-3', 'none', [settingChanged(), used]),
      store.append('settings-1', 'none', [settingChanged()]),
      store.append('settings-4', 'none', [settingChanged()]),
    ])
    expect(results.map((result) => (result.ok ? 'ok' : result.error.kind))).toEqual([
      'ok',
      'invalid',
      'conflict',
      'ok',
    ])
    expect(await store.read('settings-3')).toEqual([])
    expect(await store.append('settings-3', 'none', [settingChanged()])).toMatchObject({ ok: true })
  })

  it('recognises a repeated append without expected revision, if its events are adjacent', async () => {
    const events = [settingChanged(), settingChanged()]
    const first = await store.append('settings-1', 'any', events)
    await store.append('settings-1', 'any', [settingChanged()])
    expect(placeOf(await store.append('settings-1', 'any', events))).toEqual(placeOf(first))
    expect(await store.read('settings-1')).toHaveLength(3)
  })

  it('gives each follower events that other followers cannot change', async () => {
    const event = settingChanged('before')
    const seen = collectEvents(store, START, (events) => events.length === 1)
    await store.append('settings-1', 'none', [event])
    event.data.value = 'after'
    expect((await seen)[0]?.data.value).toBe('before')
  })

  it('reads from disk for a follower that is far behind, then follows live', async () => {
    const count = 12_000
    for (let done = 0; done < count; done += 1000) {
      await store.append(
        `settings-${done}`,
        'none',
        Array.from({ length: 1000 }, () => settingChanged()),
      )
    }
    const seen = collectEvents(store, START, (events) => events.length === count + 1)
    await store.append('settings-last', 'none', [settingChanged()])
    const positions = (await seen).map(({ position }) => Number(position))
    expect(positions).toEqual(Array.from({ length: count + 1 }, (_, index) => index + 1))
  })

  it('distinguishes the head from the last position that the bus publishes', async () => {
    await store.append('settings-1', 'none', [settingChanged()])
    await store.append('claim-email-1', 'none', [
      { ...settingChanged(), type: 'claim.taken.v1', data: { holder: 'user-1' } },
    ])
    await store.append('settings-2', 'none', [settingChanged()])
    await store.remove('settings-2')
    expect(Number(await store.end())).toBe(3)
    expect(Number(await store.head())).toBe(2)
    expect(Number((await store.lastPublished())?.position)).toBe(1)
  })

  it('answers `unavailable` once it is closed', async () => {
    await store.close()
    expect(await store.append('settings-1', 'none', [settingChanged()])).toMatchObject({
      error: { kind: 'unavailable' },
    })
    await open()
  })

  it.each(['', 'settings-\u0000', 'x'.repeat(201)])('refuses the stream name %j', async (stream) => {
    expect(await store.append(stream, 'none', [settingChanged()])).toMatchObject({
      error: { kind: 'invalid' },
    })
  })

  it('refuses an append without events', async () => {
    expect(await store.append('settings-1', 'none', [])).toMatchObject({ error: { kind: 'invalid' } })
  })
})
