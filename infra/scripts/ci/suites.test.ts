import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from '@jest/globals'

interface Suite {
  readonly path: string
  readonly passed: number
  readonly failed: readonly string[]
  readonly message: string
  readonly shown: string
}
const { runSuites } = (await import('./suites.mjs' as string)) as {
  runSuites: (asked: Record<string, unknown>) => Promise<{ results: Suite[]; fault: string | null }>
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
let folder = ''
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'guiche-suites-')))
  const suite = (name: string, body: string) =>
    writeFile(
      join(folder, `${name}.test.mjs`),
      `import { expect, it } from '@jest/globals'\nit('works', async () => { ${body} })\n`,
    )
  await suite('passes', '')
  await suite('fails', "globalThis.whenFailed = () => 'the page shows nothing'; expect(1).toBe(2)")
  await suite('hangs', `/* ${'this suite comes first '.repeat(200)} */ while (true);`)
})
afterAll(() => rm(folder, { recursive: true }))

const runLimited = (limits: { seconds: number; suiteSeconds: number }) =>
  runSuites({
    root,
    reports: folder,
    env: process.env,
    args: [
      '--maxWorkers=1',
      '--config',
      JSON.stringify({
        rootDir: folder,
        testEnvironment: join(root, 'infra/testing/environment.mjs'),
        testMatch: ['**/*.test.mjs'],
        moduleDirectories: ['node_modules', join(root, 'node_modules')],
        transform: {},
        workerIdleMemoryLimit: '768MB',
        injectGlobals: false,
      }),
    ],
    ...limits,
  })

it('a hanging suite is killed alone; a failed test shows what its page had', async () => {
  const { results, fault } = await runLimited({ seconds: 100, suiteSeconds: 4 })
  const suites = Object.fromEntries(results.map((suite) => [basename(suite.path), suite]))
  expect(suites['passes.test.mjs']).toMatchObject({ passed: 1, failed: [] })
  expect(suites['fails.test.mjs']).toMatchObject({ failed: ['works'], shown: 'the page shows nothing\n' })
  expect(suites['fails.test.mjs']?.message).toContain('Expected: 2')
  expect(suites['hangs.test.mjs']).toMatchObject({ passed: 0, failed: ['the suite cannot run'] })
  expect(suites['hangs.test.mjs']?.message).toContain('SIGKILL')
  expect(fault).toBeNull()
})

it('a run beyond its time limit is ended, and names its running suite', async () => {
  const { results, fault } = await runLimited({ seconds: 12, suiteSeconds: 100 })
  const hung = results.find(({ path }) => path.endsWith('hangs.test.mjs'))
  expect(hung?.failed).toEqual(['the suite was cut off'])
  expect(fault).toContain('did not end within 12 s')
})
