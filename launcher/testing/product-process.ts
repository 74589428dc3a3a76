import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const STOPPED_WITHIN_MS = 25_000
const ROOT = new URL('../../', import.meta.url)
/** What `npm start` runs after the build: Node's options and the program. */
export const START = (
  JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as { scripts: { start: string } }
).scripts.start
  .split(' && node ')
  .at(-1)
  ?.split(' ') as string[]

export interface ProductProcess {
  readonly url: string
  readonly dataDir: string
  readonly pid: number
  /** everything that it printed */
  output(): string
  /** SIGKILL: as a power cut, for the process */
  kill(): Promise<void>
  /** SIGTERM; gives the exit code, null when it had to be killed because it did not end in time */
  stop(): Promise<number | null>
}

/** The admin that started products of tests have. */
export const ADMIN = { email: 'admin@guiche.test', password: 'correct horse' } as const

const exited = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once('exit', (code) => resolve(code)))

/**
 * Starts the built product in a process of its own on a free port, and waits until it is ready.
 * The same `dataDir` again continues where the last one stopped.
 */
export const startProductProcess = async (
  options: { dataDir?: string; env?: Record<string, string>; readyWithinMs?: number } = {},
): Promise<ProductProcess> => {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'guiche-')))
  const child = spawn(process.execPath, START, {
    cwd: fileURLToPath(ROOT),
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: '0',
      HUMAN_VERIFICATION: 'off',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'info',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`not ready in time:\n${output}`)),
      options.readyWithinMs ?? 60_000,
    )
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      const ready = /"url":"(http[^"]+)"[^\n]*"msg":"ready"/.exec(output)
      if (ready?.[1] === undefined) return
      clearTimeout(timer)
      resolve(ready[1])
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`ended with ${code} before it was ready:\n${output}`))
    })
  }).catch(async (failure: unknown) => {
    child.kill('SIGKILL')
    await exited(child)
    throw failure
  })
  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    output: () => output,
    kill: async () => {
      child.kill('SIGKILL')
      await exited(child)
    },
    stop: async () => {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS)
      return exited(child).finally(() => clearTimeout(timer))
    },
  }
}

/** Removes a data folder that is no longer used. */
export const removeData = (dataDir: string): Promise<void> => rm(dataDir, { recursive: true, force: true })
