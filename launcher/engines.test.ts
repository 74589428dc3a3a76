import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toPosition } from '@guiche/contracts/envelope.js'
import { openDatabase } from '@guiche/infra/sqlite/database.mjs'
import { createEmbeddedVault } from '@guiche/infra/vault/embedded.js'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { pino } from 'pino'
import { settingChanged } from '../infra/event-store/testing/setting-changed.js'
import { tempDir } from '../infra/testing/temp-dir.js'
import { openDataDir, openEngines } from './engines.js'
import { acceptFiles, KEPT_FILES, markRun } from './run-marks.js'

let dir: string
let remove: () => Promise<void>
beforeEach(async () => {
  ;({ dir, remove } = await tempDir())
})
afterEach(() => remove())

const openFolderEngines = () => openEngines(dir, Buffer.alloc(32, 1), pino({ level: 'silent' }))
const KEYS = ['wa/1/obeyed', 'capacity/7']

/** Restores only events.db, so that a view and vault positions are beyond its end. */
const restoreEventsAlone = async (): Promise<void> => {
  const events = join(dir, 'events.db')
  const before = await openFolderEngines()
  await before.eventStore.append('settings-1', 'any', [settingChanged()])
  await before.close()
  await copyFile(events, join(dir, 'backup.db'))

  const lost = await openFolderEngines()
  await lost.eventStore.append('settings-1', 'any', [settingChanged(), settingChanged()])
  const { storeId } = lost.eventStore
  const position = await lost.eventStore.end()
  const next = { view: 'inbox@1', partition: 0, storeId, position }
  await lost.readStore.commit({ checkpoints: [{ expected: null, next }], put: [], remove: [] })
  await lost.vault.commit(KEYS.map((key) => ({ key, value: Buffer.from(position) })))
  await lost.close()
  await copyFile(join(dir, 'backup.db'), events)
}

it.each([
  ['', async () => {}],
  [', and read.db was removed', () => rm(join(dir, 'read.db'))],
])(
  'the vault and the views know nothing beyond the end of an events.db that alone was restored%s',
  async (_, andThen) => {
    await restoreEventsAlone()
    await andThen()
    await expect(openFolderEngines()).rejects.toThrow(
      /events\.db \(.*\) and vault\.db \(.*\) are copies of different times: .*accept-files/,
    )
    expect(acceptFiles(dir)).toEqual([])
    const restored = await openFolderEngines()
    const end = await restored.eventStore.end()
    expect(end).toBe(toPosition(1))
    expect(await restored.readStore.checkpoints(['inbox@1'], [0])).toEqual([])
    const kept = await restored.vault.getMany(KEYS)
    expect(KEYS.map((key) => kept.get(key)?.value.toString())).toEqual([end, end])
    await restored.close()
  },
)

/** An installation with one event that has run once. */
const createInstallation = async (folder: string): Promise<void> => {
  const engines = await openEngines(folder, Buffer.alloc(32, 1), pino({ level: 'silent' }))
  await engines.eventStore.append('settings-1', 'any', [settingChanged()])
  await engines.close()
}

it.each([
  ['missing', () => rm(join(dir, 'events.db'))],
  ['empty', () => writeFile(join(dir, 'events.db'), '')],
])('an installation whose events.db is %s is refused, and nothing of it changes', async (_, lose) => {
  await createInstallation(dir)
  await lose()
  const views = await readFile(join(dir, 'read.db'))
  await expect(openFolderEngines()).rejects.toThrow(
    'vault.db, reports.db, read.db belong to an installation whose events.db is missing or empty',
  )
  expect(await readFile(join(dir, 'read.db'))).toEqual(views)
  await rm(join(dir, 'reports.db'))
  await rm(join(dir, 'vault.db'))
  await expect(openFolderEngines()).rejects.toThrow('read.db belongs to an installation')
})

it('a first start that was interrupted before any event begins again', async () => {
  const vault = await createEmbeddedVault({ dir, secretKey: Buffer.alloc(32, 1) })
  await vault.close()
  await (await openFolderEngines()).close()
})

it('events of another installation are refused; the views stay', async () => {
  const other = await tempDir()
  await createInstallation(dir)
  await createInstallation(other.dir)
  await copyFile(join(other.dir, 'events.db'), join(dir, 'events.db'))
  const views = await readFile(join(dir, 'read.db'))
  await expect(openFolderEngines()).rejects.toThrow(
    'events.db is of another installation than vault.db: put all files',
  )
  expect(await readFile(join(dir, 'read.db'))).toEqual(views)
  await other.remove()
})

it.each(['vault.db', 'reports.db', 'events.db'] as const)(
  'an older copy of %s beside newer files is refused until that is accepted, and a first start settles it',
  async (file) => {
    await createInstallation(dir)
    const copy = join(dir, 'older')
    await copyFile(join(dir, file), copy)
    await createInstallation(dir)
    await copyFile(copy, join(dir, file))
    await expect(openFolderEngines()).rejects.toThrow('are copies of different times')
    expect(acceptFiles(dir)).toEqual([])
    await (await openFolderEngines()).close()
  },
)

it.each(['vault.db', 'reports.db'])('a lost %s is refused until the loss is accepted', async (file) => {
  await createInstallation(dir)
  await rm(join(dir, file))
  await expect(openFolderEngines()).rejects.toThrow(`${file} is missing: put all files of one back-up back`)
  expect(acceptFiles(dir)).toEqual([file])
  await (await openFolderEngines()).close()
})

it('a start that was interrupted between two files is continued by the next one', async () => {
  await createInstallation(dir)
  const older = new Map(
    await Promise.all(KEPT_FILES.map(async (name) => [name, await readFile(join(dir, name))] as const)),
  )
  markRun(dir)
  // The state if the process ends before the last file is copied.
  await writeFile(join(dir, 'events.db'), older.get('events.db') ?? '')
  const vault = openDatabase(join(dir, 'vault.db'))
  vault.exec(`UPDATE meta SET value = json_set(value, '$.settled', json('false'))`)
  vault.close()
  await (await openFolderEngines()).close()
})

it('a folder tells how the previous run ended', async () => {
  const logger = pino({ level: 'silent' })
  const openFolder = async (who?: 'tool') => {
    const opened = await openDataDir(dir, logger, () => undefined, who)
    if (!opened.ok) throw new Error(opened.error)
    return opened.value
  }
  const first = await openFolder()
  await first.close()
  const second = await openFolder()
  await second.close()
  // The file that a killed process leaves.
  await writeFile(join(dir, 'running'), '')
  // Opening the folder with the tool does not remove the traces of the crash.
  await (await openFolder('tool')).close()
  const third = await openFolder()
  await third.close()
  expect([first, second, third].map(({ lastRun }) => lastRun)).toEqual(['none', 'clean', 'broke off'])
})
