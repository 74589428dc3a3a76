import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { SYSTEM } from '@guiche/contracts/envelope.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import { lockDataDir } from '@guiche/infra/lock.js'
import { createEmbeddedReadStore } from '@guiche/infra/read-store/embedded.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'

const SCRIPT = fileURLToPath(new URL('rebuild.ts', import.meta.url))
const ROOT = fileURLToPath(new URL('../', import.meta.url))

let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'guiche-rebuild-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const rebuild = (...views: string[]) =>
  promisify(execFile)(process.execPath, ['--conditions=source', '--import', 'tsx', SCRIPT, ...views], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dir, LOG_LEVEL: 'silent', NODE_OPTIONS: '' },
  })

const queue = {
  queueId: 4,
  name: 'Sales',
  color: '#abc',
  greetingMessage: '',
  outOfHoursMessage: '',
  orderQueue: null,
}

/** each run is a process of its own that loads the sources */
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

      expect((await rebuild()).stdout).toMatch(/100 %, 1 events, .*\ndone in /)
      await rebuild('queues')
      const readStore = await createEmbeddedReadStore({ dir })
      expect((await readStore.aliases(['queues'])).get('queues')).toBe(2)
      expect((await readStore.aliases(['inbox'])).get('inbox')).toBe(1)
      expect((await readStore.getMany('queues@2', ['4'])).get('4')).toMatchObject(queue)
      await readStore.close()
    },
    TIMEOUT,
  )

  it(
    'does not touch a folder that a server is using, and knows its views',
    async () => {
      const lock = await lockDataDir(dir)
      await expect(rebuild()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('in use') })
      lock?.release()
      await expect(rebuild('tickets')).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('there is no view tickets'),
      })
    },
    TIMEOUT,
  )
})
