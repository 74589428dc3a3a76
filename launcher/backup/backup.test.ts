import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '@guiche/infra/sqlite/database.mjs'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { pino } from 'pino'
import { settingChanged } from '../../infra/event-store/testing/setting-changed.js'
import { tempDir } from '../../infra/testing/temp-dir.js'
import { openEngines } from '../engines.js'
import { backUp, restoreBackup } from './backup.js'
import { verifyInstallation } from './verify.js'

let folder: Awaited<ReturnType<typeof tempDir>>
let [data, copy, again] = ['', '', '']
beforeEach(async () => {
  folder = await tempDir()
  ;[data, copy, again] = ['data', 'copy', 'again'].map((name) => join(folder.dir, name)) as [
    string,
    string,
    string,
  ]
})
afterEach(() => folder.remove())

const openInstallation = (dir = data) => openEngines(dir, Buffer.alloc(32, 1), pino({ level: 'silent' }))
const blob = { companyId: 1, mimetype: 'text/plain', fileName: 'a.txt', maxSize: 100 }

/** An installation with one event and one file. Gives the id of the file. */
const createInstallation = async (): Promise<string> => {
  const engines = await openInstallation()
  const stored = await engines.blobs.put(Buffer.from('content'), blob)
  await engines.eventStore.append('settings-1', 'any', [settingChanged()])
  await engines.close()
  return stored === 'too-large' ? '' : stored.id
}

it('a back-up under load is consistent, has all earlier acknowledged data, and can be opened', async () => {
  const engines = await openInstallation()
  const { id } = (await engines.blobs.put(Buffer.from('content'), blob)) as { id: string }
  let count = 0
  let running = true
  // Writes like the product: a vault entry comes before the event that names it.
  const write = async () => {
    while (running) {
      await engines.vault.commit([{ key: 'last', value: Buffer.from(String(count + 1)) }])
      await engines.eventStore.append('settings-1', 'any', [settingChanged()])
      count++
    }
  }
  const writing = write()
  while (count < 20) await new Promise(setImmediate)
  const acknowledged = count
  const made = await backUp(data, copy, '1.0.0')
  running = false
  await writing
  await engines.close()

  const position = made.ok ? made.value.position : 0
  expect(made).toMatchObject({ ok: true, value: { faults: [], events: position, blobs: 1, unchecked: 0 } })
  expect(position).toBeGreaterThanOrEqual(acknowledged)
  expect(await restoreBackup(copy, again)).toMatchObject({ ok: true, value: { position } })
  const restored = await openInstallation(again)
  expect(Number(await restored.eventStore.end())).toBe(position)
  const last = Number((await restored.vault.getMany(['last'])).get('last')?.value)
  expect([position, position + 1]).toContain(last)
  expect(await restored.blobs.info(id)).toMatchObject({ size: 7 })
  await restored.close()
})

describe('a back-up', () => {
  it('has each database as one file, unreadable to others, and hard links of files', async () => {
    const id = await createInstallation()
    expect((await backUp(data, copy, '1.0.0')).ok).toBe(true)
    expect((await readdir(copy)).sort()).toEqual([
      'backup.json',
      'blobs',
      'events.db',
      'reports.db',
      'vault.db',
    ])
    expect((await stat(join(copy, 'vault.db'))).mode & 0o077).toBe(0)
    const [mine, its] = await Promise.all(
      [data, copy].map((dir) => stat(join(dir, 'blobs', id.slice(0, 2), id))),
    )
    expect(its?.ino).toBe(mine?.ino)
  })

  it('is refused in a folder with files, and restored only into an empty one', async () => {
    await createInstallation()
    await mkdir(copy)
    await writeFile(join(copy, 'x'), '')
    expect(await backUp(data, copy, '1.0.0')).toMatchObject({
      error: `${copy} is not empty: name a new folder for each back-up`,
    })
    await rm(join(copy, 'x'))
    await backUp(data, copy, '1.0.0')
    expect(await restoreBackup(copy, data)).toMatchObject({
      error: expect.stringContaining('move the folder away first'),
    })
    await rm(join(copy, 'backup.json'))
    expect(await restoreBackup(copy, again)).toMatchObject({
      error: expect.stringContaining('is no whole back-up'),
    })
  })

  it('does not mix with data that the installation wrote later', async () => {
    await createInstallation()
    await backUp(data, copy, '1.0.0')
    await writeFile(join(data, 'vault.db'), await readFile(join(copy, 'vault.db')))
    await expect(openInstallation()).rejects.toThrow('are copies of different times')
  })
})

describe('damage in a back-up', () => {
  it.each([
    [
      'an event',
      'events.db: the event at position 1 (settings-1) is damaged, its checksum is another one: restore a back-up',
      async () => {
        const db = openDatabase(join(data, 'events.db'))
        db.exec("UPDATE events SET body = replace(body, 'on', 'no')")
        db.close()
      },
    ],
    [
      'a page',
      'vault.db: ',
      async () => {
        const bytes = await readFile(join(data, 'vault.db'))
        await writeFile(join(data, 'vault.db'), bytes.fill(7, 4096, 8192))
      },
    ],
    [
      'a file',
      'has another content: restore a back-up, or ask for the file again',
      async () => {
        const [id = ''] = (await readdir(join(data, 'blobs'), { recursive: true })).filter((name) =>
          name.endsWith('.json'),
        )
        await writeFile(join(data, 'blobs', id.replace('.json', '')), 'CONTENT')
      },
    ],
  ])('of %s is reported with its file and an instruction', async (_, sentence, damage) => {
    await createInstallation()
    expect((await verifyInstallation(data)).faults).toEqual([])
    await damage()
    const { faults } = await verifyInstallation(data)
    expect(faults[0]).toContain(sentence)
    expect(faults.join()).toContain('restore a back-up')
  })

  it('of an event makes the back-up fail', async () => {
    await createInstallation()
    const db = openDatabase(join(data, 'events.db'))
    db.exec("UPDATE events SET body = '{}'")
    db.close()
    expect(await backUp(data, copy, '1.0.0')).toMatchObject({ ok: false })
    expect(await restoreBackup(copy, again)).toMatchObject({ ok: false })
  })
})
