import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toPosition } from '@guiche/contracts/envelope.js'
import { createEmbeddedVault } from '@guiche/infra/vault/embedded.js'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { pino } from 'pino'
import { settingChanged } from '../infra/event-store/testing/setting-changed.js'
import { tempDir } from '../infra/testing/temp-dir.js'
import { openEngines } from './engines.js'

let dir: string
let remove: () => Promise<void>
beforeEach(async () => {
  ;({ dir, remove } = await tempDir())
})
afterEach(() => remove())

const open = () => openEngines(dir, Buffer.alloc(32, 1), pino({ level: 'silent' }))
const KEYS = ['wa/1/obeyed', 'capacity/7']

/** What is in use when only events.db is restored: a view and positions in the vault beyond its end. */
const restoreEventsAlone = async (): Promise<void> => {
  const events = join(dir, 'events.db')
  const before = await open()
  await before.eventStore.append('settings-1', 'any', [settingChanged()])
  await before.close()
  await copyFile(events, join(dir, 'backup.db'))

  const lost = await open()
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
    const restored = await open()
    const end = await restored.eventStore.end()
    expect(end).toBe(toPosition(1))
    expect(await restored.readStore.checkpoints(['inbox@1'], [0])).toEqual([])
    const kept = await restored.vault.getMany(KEYS)
    expect(KEYS.map((key) => kept.get(key)?.value.toString())).toEqual([end, end])
    await restored.close()
  },
)

/** An installation that has run, with one event. */
const installed = async (folder: string): Promise<void> => {
  const engines = await openEngines(folder, Buffer.alloc(32, 1), pino({ level: 'silent' }))
  await engines.eventStore.append('settings-1', 'any', [settingChanged()])
  await engines.close()
}

it.each([
  ['missing', () => rm(join(dir, 'events.db'))],
  ['empty', () => writeFile(join(dir, 'events.db'), '')],
])('an installation whose events.db is %s is refused, and nothing of it changes', async (_, lose) => {
  await installed(dir)
  await lose()
  const views = await readFile(join(dir, 'read.db'))
  await expect(open()).rejects.toThrow(
    'read.db belong to an installation whose events.db is missing or empty',
  )
  expect(await readFile(join(dir, 'read.db'))).toEqual(views)
  await rm(join(dir, 'reports.db'))
  await expect(open()).rejects.toThrow('read.db belongs to an installation')
})

it('a first start that broke off before there were events begins again', async () => {
  const vault = await createEmbeddedVault({ dir, secretKey: Buffer.alloc(32, 1) })
  await vault.close()
  await (await open()).close()
})

it('events of another installation are refused, and its views stay', async () => {
  const other = await tempDir()
  await installed(dir)
  await installed(other.dir)
  await copyFile(join(other.dir, 'events.db'), join(dir, 'events.db'))
  const views = await readFile(join(dir, 'read.db'))
  await expect(open()).rejects.toThrow('events.db: it is of another installation than vault.db')
  expect(await readFile(join(dir, 'read.db'))).toEqual(views)
  await other.remove()
})
