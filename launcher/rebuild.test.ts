import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { SYSTEM, toPosition } from '@guiche/contracts/envelope.js'
import { loadSecretKey } from '@guiche/infra/config/secret-key.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import { lockDataDir } from '@guiche/infra/lock.js'
import { createEmbeddedReadStore } from '@guiche/infra/read-store/embedded.js'
import { createEmbeddedVault } from '@guiche/infra/vault/embedded.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { settingChanged } from '../infra/event-store/testing/setting-changed.js'

const SCRIPT = fileURLToPath(new URL('rebuild.ts', import.meta.url))
const ROOT = fileURLToPath(new URL('../', import.meta.url))

let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'guiche-rebuild-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const runRebuild = (...views: string[]) =>
  promisify(execFile)(process.execPath, ['--conditions=source', '--import', 'tsx', SCRIPT, ...views], {
    cwd: ROOT,
    env: { ...process.env, SECRET_KEY: '', DATA_DIR: dir, LOG_LEVEL: 'silent', NODE_OPTIONS: '' },
  })

const queue = {
  queueId: 4,
  name: 'Sales',
  color: '#abc',
  greetingMessage: '',
  outOfHoursMessage: '',
  orderQueue: null,
}

/** Each run is a process of its own that loads the source files. */
const TIMEOUT = 60_000

describe('npm run rebuild', () => {
  it(
    'builds the views of DATA_DIR from its events',
    async () => {
      const eventStore = await createEmbeddedEventStore({ dir })
      const appended = await eventStore.append('queues-1', 'none', [
        {
          id: 'a',
          type: 'queue.created.v1',
          data: queue,
          companyId: 1,
          time: '2026-01-05T12:00:00.000Z',
          actor: SYSTEM,
          correlationId: 'c',
          causationId: 'c',
        },
      ])
      expect(appended.ok).toBe(true)
      await eventStore.close()

      expect((await runRebuild()).stdout).toMatch(/100 %, 1 events, .*\ndone in /)
      await runRebuild('queues')
      const readStore = await createEmbeddedReadStore({ dir })
      expect((await readStore.aliases(['queues'])).get('queues')).toBe(2)
      expect((await readStore.aliases(['inbox'])).get('inbox')).toBe(1)
      expect((await readStore.getMany('queues@2', ['4'])).get('4')).toMatchObject(queue)
      await readStore.close()
    },
    TIMEOUT,
  )

  it(
    'does not touch a folder in use by a server',
    async () => {
      await writeFile(join(dir, 'events.db'), '')
      const lock = await lockDataDir(dir)
      await expect(runRebuild()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('in use') })
      lock?.release()
      await expect(runRebuild('tickets')).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('there is no view tickets'),
      })
    },
    TIMEOUT,
  )

  it(
    'creates nothing in a folder without installation, and reports damage in one sentence',
    async () => {
      await expect(runRebuild()).rejects.toMatchObject({
        code: 1,
        stderr: `guiche: there is no installation in ${dir}\n`,
      })
      expect(await readdir(dir)).toEqual([])
      await writeFile(join(dir, 'events.db'), 'this is no database'.repeat(100))
      await expect(runRebuild()).rejects.toMatchObject({
        code: 1,
        stderr: `guiche: ${dir} cannot be used (events.db: file is not a database)\n`,
      })
    },
    TIMEOUT,
  )

  it(
    'resets positions in the vault if events.db alone was restored, like a start',
    async () => {
      const KEY = 'wa/1/obeyed'
      const eventStore = await createEmbeddedEventStore({ dir })
      await eventStore.append('settings-1', 'any', [settingChanged()])
      const { storeId } = eventStore
      await eventStore.close()
      const readStore = await createEmbeddedReadStore({ dir })
      const next = { view: 'inbox@1', partition: 0, storeId, position: toPosition(9) }
      await readStore.commit({ checkpoints: [{ expected: null, next }], put: [], remove: [] })
      await readStore.close()
      const secretKey = loadSecretKey(dir, {})
      const before = await createEmbeddedVault({ dir, secretKey })
      await before.commit([{ key: KEY, value: Buffer.from(toPosition(9)) }])
      await before.close()

      await runRebuild()
      const vault = await createEmbeddedVault({ dir, secretKey })
      expect((await vault.getMany([KEY])).get(KEY)?.value.toString()).toBe(toPosition(1))
      await vault.close()
    },
    TIMEOUT,
  )
})
