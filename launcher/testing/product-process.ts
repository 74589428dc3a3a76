import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { followOutput, type Process } from './child.js'

const ROOT = new URL('../../', import.meta.url)
const START_SCRIPT = (
  JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as { scripts: { start: string } }
).scripts.start
/** Node options of `npm start`, and the program that it runs. */
export const START_ARGUMENTS = [...START_SCRIPT.split(' ').slice(1, -1), 'launcher/dist/main.js']

export interface ProductProcess extends Process {
  readonly url: string
  readonly dataDir: string
}

/** Raised limits, because one test session does the work of hundreds of users. */
export const UNLIMITED_SETTINGS = { COMMANDS_PER_MINUTE: '9999999', WAITING_PER_SENDER: '9999999' } as const

/** The administrator of products that tests start. */
export const ADMIN = { email: 'admin@guiche.test', password: 'correct horse' } as const

/**
 * Starts the built product in its own process on a free port, and waits until it is ready. A second start with the same
 * `dataDir` continues with its data.
 */
export const startProductProcess = async (
  options: { dataDir?: string; env?: Record<string, string>; readyWithinMs?: number } = {},
): Promise<ProductProcess> => {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'guiche-')))
  const child = followOutput(
    'the product',
    spawn(process.execPath, START_ARGUMENTS, {
      cwd: fileURLToPath(ROOT),
      env: {
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        PORT: '0',
        HUMAN_VERIFICATION: 'off',
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        LOG_LEVEL: 'info',
        ...UNLIMITED_SETTINGS,
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  const url = await child
    .until(/"url":"(http[^"]+)"[^\n]*"msg":"ready"/, options.readyWithinMs ?? 60_000)
    .catch(async (failure: unknown) => {
      await child.running.kill()
      throw failure
    })
  return { ...child.running, url, dataDir }
}

export const removeData = (dataDir: string): Promise<void> => rm(dataDir, { recursive: true, force: true })
