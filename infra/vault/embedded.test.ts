import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { openDatabase } from '../sqlite/database.mjs'
import { commitsIn } from '../testing/commits.js'
import { linesUntilKilled } from '../testing/killed.js'
import { tempDir } from '../testing/temp-dir.js'
import { vaultContract } from './contract.suite.js'
import { createEmbeddedVault } from './embedded.js'
import { tempVault } from './testing/temp-vault.js'

const secretKey = Buffer.alloc(32, 1)

vaultContract('embedded', tempVault)

describe('embedded vault', () => {
  let folder: Awaited<ReturnType<typeof tempDir>>
  const open = () => createEmbeddedVault({ dir: folder.dir, secretKey })
  beforeEach(async () => {
    folder = await tempDir()
  })
  afterEach(() => folder.remove())

  it('keeps values and epochs over a restart', async () => {
    const first = await open()
    await first.commit([{ key: 'a', value: Buffer.from('one') }])
    await first.commit([{ key: 'a', value: Buffer.from('two') }])
    await first.close()
    const second = await open()
    expect(await second.getMany(['a'])).toEqual(new Map([['a', { value: Buffer.from('two'), epoch: 2 }]]))
    expect(await second.list('')).toEqual(['a'])
    await second.close()
  })

  it('refuses another SECRET_KEY with a readable error, and opens again under the right one', async () => {
    await (await open()).close()
    const other = createEmbeddedVault({ dir: folder.dir, secretKey: Buffer.alloc(32, 2) })
    await expect(other).rejects.toThrow('SECRET_KEY')
    await (await open()).close()
  })

  it('writes no secret unencrypted', async () => {
    const vault = await open()
    await vault.commit([{ key: 'a', value: Buffer.from('canary-of-the-vault') }])
    for (const file of ['vault.db', 'vault.db-wal']) {
      expect((await readFile(join(folder.dir, file))).includes('canary-of-the-vault')).toBe(false)
    }
    await vault.close()
  })

  it.each([
    [
      'moved to another name',
      "UPDATE entries SET value = (SELECT value FROM entries WHERE key = 'b') WHERE key = 'a'",
    ],
    ['that was cut', "UPDATE entries SET value = substr(value, 1, 20) WHERE key = 'a'"],
    [
      'of another format',
      "UPDATE entries SET value = CAST(x'02' || substr(value, 2) AS BLOB) WHERE key = 'a'",
    ],
  ])('decrypts no value %s', async (_, sql) => {
    const vault = await open()
    await vault.commit([
      { key: 'a', value: Buffer.from('one') },
      { key: 'b', value: Buffer.from('two') },
    ])
    const db = openDatabase(join(folder.dir, 'vault.db'))
    db.exec(sql)
    db.close()
    await expect(vault.getMany(['a'])).rejects.toThrow()
    expect((await vault.getMany(['b'])).get('b')?.value.toString()).toBe('two')
    await vault.close()
  })

  it.each(['', 'a\u0000b', 'ação', 'x'.repeat(301)])('refuses the key %j', async (key) => {
    const vault = await open()
    await expect(vault.commit([{ key, value: Buffer.alloc(1) }])).rejects.toThrow('key')
    await expect(vault.getMany([key])).rejects.toThrow('key')
    await vault.close()
  })

  it('commits waiting writes together', async () => {
    const vault = await open()
    const wal = join(folder.dir, 'vault.db-wal')
    const before = commitsIn(wal)
    await Promise.all(
      Array.from({ length: 200 }, (_, n) => vault.commit([{ key: `${n}`, value: Buffer.alloc(8) }])),
    )
    const commits = commitsIn(wal) - before
    expect(commits).toBeGreaterThan(0)
    expect(commits).toBeLessThan(10)
    await vault.close()
  })

  it('loses no acknowledged write when the process is killed', async () => {
    const file = new URL('./testing/write-for-ever.ts', import.meta.url)
    const keys = await linesUntilKilled(file, [folder.dir], 300)
    const vault = await open()
    const found = await vault.getMany(keys)
    expect(keys.filter((key) => found.get(key)?.value.toString() !== key)).toEqual([])
    await vault.close()
  })
})
