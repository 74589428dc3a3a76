import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { forgetRunning, openReport, resultsIn, runningIn, shownIn } from '../../testing/report.mjs'

const POLL_MS = 2000
const LAST_LINES = 30

/**
 * Runs a command and forwards its output.
 * @param {readonly string[]} command
 * @param {{ cwd: string, env: Record<string, string | undefined>, seconds: number }} how `seconds`: time limit, after which the
 * process group is killed
 * @returns {{ pid: number, ended: Promise<{ code: number | null, late: boolean, last: string }> }} `last`: last lines of the
 * output
 */
export const runCommand = ([name, ...args], { cwd, env, seconds }) => {
  const child = spawn(name, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let last = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      process.stdout.write(chunk)
      last = `${last}${chunk}`.split('\n').slice(-LAST_LINES).join('\n')
    })
  let late = false
  const killAll = () => {
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // its group has ended
    }
  }
  const timer = setTimeout(() => {
    late = true
    killAll()
  }, seconds * 1000)
  process.once('exit', killAll)
  const ended = once(child, 'close').then(([code]) => {
    clearTimeout(timer)
    process.removeListener('exit', killAll)
    killAll()
    return { code, late, last }
  })
  return { pid: child.pid, ended }
}

/**
 * One run of Jest. A suite over its time limit is killed alone, and the others continue.
 * @param {object} asked
 * @param {string} asked.root folder of the project
 * @param {string} asked.reports folder for its report
 * @param {readonly string[]} asked.args for Jest: which suites, how many workers
 * @param {Record<string, string | undefined>} asked.env
 * @param {number} asked.seconds limit of the whole run
 * @param {number} asked.suiteSeconds limit of one suite
 * @param {readonly string[]} [asked.jest] how Jest is called
 * @returns {Promise<{ results: import('../../testing/report.mjs').SuiteResult[], seconds: number, fault: string | null }>}
 * `fault`: why the run as a whole failed; its suites may have passed
 */
export const runSuites = async ({ root, reports, args, env, seconds, suiteSeconds, jest }) => {
  const report = mkdtempSync(join(reports, 'run-'))
  openReport(report)
  const began = Date.now()
  const reporters = ['default', join(root, 'infra/testing/report.mjs')].map((name) => `--reporters=${name}`)
  const command = [...(jest ?? ['npm', 'run', '--silent', 'jest', '--']), ...reporters, ...args]
  const { ended } = runCommand(command, { cwd: root, env: { ...env, TEST_REPORT: report }, seconds })
  const hung = new Set()
  const watch = setInterval(() => {
    for (const { pid, path, since } of runningIn(report)) {
      if (Date.now() - since < suiteSeconds * 1000 || hung.has(pid)) continue
      hung.add(pid)
      process.stdout.write(`${path} has not ended within ${suiteSeconds} s and is killed\n`)
      process.kill(pid, 'SIGKILL')
    }
  }, POLL_MS)
  const { code, late, last } = await ended
  clearInterval(watch)

  const cutOff = runningIn(report).filter(
    ({ path }) => !resultsIn(report).some((result) => result.path === path),
  )
  forgetRunning(report)
  const results = [
    ...resultsIn(report),
    ...cutOff.map(({ path, since }) => ({
      path,
      seconds: (Date.now() - since) / 1000,
      passed: 0,
      skipped: 0,
      failed: ['the suite was cut off'],
      message: `the run ended while it ran; last words:\n${last}`,
    })),
  ].map((result) => ({ ...result, shown: shownIn(report, result.path) }))
  const isRed = results.some(({ failed }) => failed.length > 0)
  const fault = late
    ? `did not end within ${seconds} s; last words:\n${last}`
    : code !== 0 && !isRed
      ? `ended with ${code}; last words:\n${last}`
      : null
  return { results, seconds: (Date.now() - began) / 1000, fault }
}
