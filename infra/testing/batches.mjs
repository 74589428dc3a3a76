import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import TestRunner from 'jest-runner'

/** Suites of a batch. More of them load modules less often; fewer of them spread better over the processors. */
const SIZE = 12

/** A suite whose name has no level (docs/architecture.md, section 13) runs in memory, and can share modules with others. */
const IN_MEMORY = /^[^.]+\.test\.[a-z]+$/

/**
 * Splits suites into those that run alone, and batches of one workspace, the largest first.
 * @template {{ path: string }} Suite
 * @param {readonly Suite[]} suites
 * @param {string} root folder of the project
 * @param {(suite: Suite) => number} weight how long a suite takes, in any unit
 * @returns {{ alone: Suite[], batches: Suite[][] }}
 */
export const batchesOf = (suites, root, weight) => {
  const alone = suites.filter(({ path }) => !IN_MEMORY.test(path.slice(path.lastIndexOf(sep) + 1)))
  const workspaces = new Map()
  for (const suite of suites) {
    if (alone.includes(suite)) continue
    const [workspace] = relative(root, suite.path).split(sep)
    workspaces.set(workspace, [...(workspaces.get(workspace) ?? []), suite])
  }
  const batches = [...workspaces.values()].flatMap((all) => {
    const count = Math.ceil(all.length / SIZE)
    const made = Array.from({ length: count }, () => ({ suites: [], sum: 0 }))
    for (const suite of all.toSorted((a, b) => weight(b) - weight(a))) {
      const open = made.filter(({ suites }) => suites.length < SIZE)
      const lightest = open.reduce((least, batch) => (batch.sum < least.sum ? batch : least))
      lightest.suites.push(suite)
      lightest.sum += weight(suite)
    }
    return made
  })
  return { alone, batches: batches.sort((a, b) => b.sum - a.sum).map(({ suites }) => suites) }
}

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0)

/** Results of suites, out of the result of their batch. There each suite is an outermost `describe`, named by its path. */
const resultsOf = (suites, batch) => {
  let { start } = batch.perfStats
  return suites.map(({ path }) => {
    const testResults = batch.testResults
      .filter(({ ancestorTitles: [first] }) => first === path)
      .map((test) => ({
        ...test,
        ancestorTitles: test.ancestorTitles.slice(1),
        fullName: test.fullName.slice(path.length + 1),
      }))
    const count = (status) => testResults.filter((test) => test.status === status).length
    const runtime = sum(testResults.map(({ duration }) => duration ?? 0))
    const perfStats = { ...batch.perfStats, start, end: start + runtime, runtime }
    start += runtime
    const failures = testResults.filter(({ status }) => status === 'failed')
    return {
      ...batch,
      testFilePath: path,
      testResults,
      numFailingTests: failures.length,
      numPassingTests: count('passed'),
      numPendingTests: count('pending'),
      numTodoTests: count('todo'),
      perfStats,
      // one console for all of them
      console: undefined,
      failureMessage:
        failures.length === 0
          ? null
          : failures
              .map(({ fullName, failureMessages }) => `  ● ${fullName}\n\n${failureMessages.join('\n')}`)
              .join('\n\n'),
    }
  })
}

/**
 * Runs suites in memory in batches. The suites of a batch share their modules, which are loaded and compiled once. Reports
 * and filters see each suite as usual. Suites whose batch breaks off run again, each alone.
 */
export default class BatchRunner extends TestRunner {
  #batches = new Map()
  #broken = []

  async runTests(tests, watcher, options) {
    const { rootDir, cacheDirectory } = tests[0]?.context.config ?? {}
    const weight = ({ path, duration }) => duration ?? statSync(path).size
    const { alone, batches } = batchesOf(tests, rootDir, weight)
    const folder = join(cacheDirectory ?? '', `batches-${process.pid}`)
    mkdirSync(folder, { recursive: true })
    const files = batches.map((suites, index) => {
      if (suites.length === 1) return suites[0]
      const path = join(folder, `batch-${index + 1}.mjs`)
      const lines = suites.map(({ path }) => `await inSuite(${JSON.stringify(path)}, (path) => import(path))`)
      writeFileSync(path, `${lines.join('\n')}\n`)
      this.#batches.set(path, suites)
      return { ...suites[0], path }
    })
    try {
      await super.runTests([...alone, ...files], watcher, options)
      const again = this.#broken
      this.#broken = []
      if (again.length > 0) await super.runTests(again, watcher, options)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  on(name, listener) {
    return super.on(name, async (event) => {
      const [test, result] = event
      const suites = this.#batches.get(name.startsWith('test-case-') ? test : test.path)
      if (suites === undefined) return listener(event)
      if (name === 'test-file-success' && result.testExecError == null) {
        for (const [index, one] of resultsOf(suites, result).entries()) await listener([suites[index], one])
      } else if (name === 'test-file-success' || name === 'test-file-failure') this.#broken.push(...suites)
    })
  }
}
