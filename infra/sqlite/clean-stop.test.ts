import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toPosition } from '@guiche/contracts/envelope.js'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { createDurableLog } from '../event-bus/durable-log.js'
import { createEmbeddedEventStore } from '../event-store/embedded.js'
import { settingChanged } from '../event-store/testing/setting-changed.js'
import { createEmbeddedReadStore } from '../read-store/embedded.js'
import { tempDir } from '../testing/temp-dir.js'
import { createEmbeddedVault } from '../vault/embedded.js'
import { openDatabase } from './database.mjs'

let folder: Awaited<ReturnType<typeof tempDir>>
let apart: Awaited<ReturnType<typeof tempDir>>
beforeEach(async () => {
  folder = await tempDir()
  apart = await tempDir()
})
afterEach(async () => {
  await folder.remove()
  await apart.remove()
})

it.each([
  [
    'events.db',
    'SELECT count(*) FROM events',
    async (dir: string) => {
      const store = await createEmbeddedEventStore({ dir })
      await store.append('settings-1', 'none', [settingChanged()])
      await store.read('settings-1')
      return store
    },
  ],
  [
    'vault.db',
    "SELECT count(*) FROM entries WHERE key = 'a/b'",
    async (dir: string) => {
      const vault = await createEmbeddedVault({ dir, secretKey: Buffer.alloc(32) })
      await vault.commit([{ key: 'a/b', value: Buffer.from('x') }])
      await vault.getMany(['a/b'])
      return vault
    },
  ],
  [
    'reports.db',
    'SELECT count(*) FROM messages',
    async (dir: string) => {
      const log = await createDurableLog(dir)
      await log.publish([{ key: 1, value: 'x' }])
      return log
    },
  ],
  [
    'read.db',
    'SELECT count(*) FROM checkpoints',
    async (dir: string) => {
      const store = await createEmbeddedReadStore({ dir })
      const next = { view: 'a@1', partition: 0, storeId: 's', position: toPosition(1) }
      await store.commit({ checkpoints: [{ expected: null, next }], put: [], remove: [] })
      await store.checkpoint('a@1', 0)
      return store
    },
  ],
])('%s alone is complete after a clean stop', async (name, sql, open) => {
  const opened = await open(folder.dir)
  await opened.close()
  const copy = join(apart.dir, name)
  await copyFile(join(folder.dir, name), copy)
  const db = openDatabase(copy)
  expect(db.prepare(sql).get([])).toEqual([1])
  db.close()
})
