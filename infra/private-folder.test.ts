import { chmod, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createEmbeddedBlobs } from './blobs/embedded.js'
import { createDurableLog } from './event-bus/durable-log.js'
import { createEmbeddedEventStore } from './event-store/embedded.js'
import { settingChanged } from './event-store/testing/setting-changed.js'
import { lockDataDir } from './lock.js'
import { createEmbeddedReadStore } from './read-store/embedded.js'
import { tempDir } from './testing/temp-dir.js'
import { createEmbeddedVault } from './vault/embedded.js'

let folder: Awaited<ReturnType<typeof tempDir>>
let before: number
beforeEach(async () => {
  folder = await tempDir()
  before = process.umask(0o022)
})
afterEach(async () => {
  process.umask(before)
  await folder.remove()
})

const modeOf = async (path: string) => (await stat(path)).mode & 0o777
/** File modes of a folder and its contents. */
const fileModes = async (dir: string) => {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const paths = entries.map((entry) => join(entry.parentPath, entry.name))
  const found = await Promise.all([dir, ...paths].map(async (path) => ({ path, ...(await stat(path)) })))
  const of = (isFolder: boolean) =>
    found.filter(({ mode }) => (mode & 0o170000) === (isFolder ? 0o040000 : 0o100000))
  const said = (isFolder: boolean) => [...new Set(of(isFolder).map(({ mode }) => mode & 0o777))]
  return { folders: said(true), files: said(false), count: found.length }
}

describe('the data folder', () => {
  it('and the files of the engines, journals included, are readable by their user alone', async () => {
    const dir = join(folder.dir, 'data')
    const lock = await lockDataDir(dir)
    const store = await createEmbeddedEventStore({ dir })
    await store.append('settings-1', 'none', [settingChanged()])
    const vault = await createEmbeddedVault({ dir, secretKey: Buffer.alloc(32) })
    await vault.commit([{ key: 'a/b', value: Buffer.from('x') }])
    const log = await createDurableLog(dir)
    await log.publish([{ key: 1, value: 'x' }])
    const read = await createEmbeddedReadStore({ dir })
    const blobs = await createEmbeddedBlobs({ dir })
    await blobs.put(Buffer.from('x'), { companyId: 1, mimetype: 'text/plain', fileName: 'x', maxSize: 9 })
    const names = await readdir(dir)
    expect(names).toEqual(
      expect.arrayContaining(['events.db', 'events.db-wal', 'vault.db', 'read.db', 'blobs']),
    )
    expect(await fileModes(dir)).toMatchObject({ folders: [0o700], files: [0o600] })
    for (const engine of [blobs, read, log, vault, store]) await engine.close()
    lock?.release()
  })

  it('loses open permissions at the start; foreign files in it keep theirs', async () => {
    const { dir } = folder
    const inBlobs = join(dir, 'blobs', 'ab')
    await mkdir(inBlobs, { recursive: true })
    const ours = ['events.db', 'vault.db-wal', 'read.db-shm', 'secret.key', join('blobs', 'ab', 'abcd')]
    const others = ['notes.txt', 'events.db.copy']
    for (const name of [...ours, ...others]) await writeFile(join(dir, name), 'x', { mode: 0o644 })
    await symlink(join(dir, 'notes.txt'), join(inBlobs, 'link'))
    await chmod(dir, 0o755)
    const lock = await lockDataDir(dir)
    lock?.release()
    for (const name of ours) expect([name, await modeOf(join(dir, name))]).toEqual([name, 0o600])
    for (const name of others) expect([name, await modeOf(join(dir, name))]).toEqual([name, 0o644])
    for (const path of [dir, join(dir, 'blobs'), inBlobs]) expect(await modeOf(path)).toBe(0o700)
  })
})
