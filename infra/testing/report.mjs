import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * Files that a run of suites writes to a folder. They are readable even if the run is killed:
 * - `results.jsonl`: one line for each finished suite, see `SuiteResult`
 * - `running/{pid}`: the suite that a worker process runs now, and its start time
 * - `shown/{suite}`: the state when a test failed, such as the pages of a browser
 * @typedef {{ path: string, seconds: number, passed: number, skipped: number, failed: string[], message: string }} SuiteResult
 * `failed`: names of its failed tests, or that the suite could not run.
 */
const RESULTS = 'results.jsonl'
const RUNNING_FOLDER = 'running'
const SHOWN_FOLDER = 'shown'

const nameOf = (path) => basename(path)
const readReport = (file) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Creates the folders of a report. */
export const openReport = (folder) => {
  for (const name of [RUNNING_FOLDER, SHOWN_FOLDER]) mkdirSync(join(folder, name), { recursive: true })
}

/** Records that this process runs a suite. The returned function removes the record. */
export const noteRunning = (folder, path) => {
  const file = join(folder, RUNNING_FOLDER, String(process.pid))
  writeFileSync(file, JSON.stringify({ path, since: Date.now() }))
  return () => rmSync(file, { force: true })
}

/** The suites that run now: `{ pid, path, since }`, `since` in milliseconds since 1970. */
export const runningIn = (folder) =>
  readdirSync(join(folder, RUNNING_FOLDER)).flatMap((pid) => {
    const text = readReport(join(folder, RUNNING_FOLDER, pid))
    return text === '' ? [] : [{ pid: Number(pid), ...JSON.parse(text) }]
  })

/** Removes the records of killed processes. */
export const forgetRunning = (folder) => {
  for (const { pid } of runningIn(folder)) rmSync(join(folder, RUNNING_FOLDER, String(pid)), { force: true })
}

/** Stores the state when a test of this suite failed. */
export const keepShown = (folder, path, text) =>
  appendFileSync(join(folder, SHOWN_FOLDER, nameOf(path)), `${text}\n`)
export const shownIn = (folder, path) => readReport(join(folder, SHOWN_FOLDER, nameOf(path)))

/**
 * @param {string} folder
 * @returns {SuiteResult[]} of finished suites
 */
export const resultsIn = (folder) =>
  readReport(join(folder, RESULTS))
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line))

/** A Jest reporter that writes the result of each finished suite to the folder TEST_REPORT. */
export default class Report {
  onTestFileResult({ path }, { testResults, numPassingTests, numPendingTests, failureMessage, perfStats }) {
    const tests = testResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
    const broken = failureMessage !== null && failureMessage !== undefined && failureMessage !== ''
    const result = {
      path,
      seconds: (perfStats.end - perfStats.start) / 1000,
      passed: numPassingTests,
      skipped: numPendingTests,
      failed: tests.length === 0 && broken ? ['the suite cannot run'] : tests,
      message: failureMessage ?? '',
    }
    appendFileSync(join(process.env.TEST_REPORT, RESULTS), `${JSON.stringify(result)}\n`)
  }
}
