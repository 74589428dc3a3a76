/**
 * The project's own check, after `npm ci`: build, static checks, all levels of tests. Suites about Node itself also run
 * on Node 24. Failed suites run once more, alone. The last line: N passed, N failed, N skipped.
 */
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEngines, stopEngines } from './engines.mjs'
import { runCommand, runSuites } from './suites.mjs'
import { toRepeat, verdictOf } from './verdict.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const reports = mkdtempSync(join(tmpdir(), 'guiche-ci-'))
const enginesCommand = resolve(root, '../shared/engines/engines')
const SUITE_SECONDS = 900
const NEEDED_MB = 2048
/** The suite that kills engines. */
const KILLS_SUITE = 'kills\\.product\\.test\\.ts$'

const freeMb = () => {
  const { bavail, bsize } = statfsSync(root)
  return Math.round((bavail * bsize) / 2 ** 20)
}
const printLine = (line) => process.stdout.write(`${line}\n`)

let started = []
process.once('exit', () => {
  stopEngines(enginesCommand, started)
  rmSync(reports, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))

const failRun = (why) => {
  printLine(why)
  printLine('0 passed, 1 failed, 0 skipped')
  process.exit(1)
}

const runStep = async (name, args, seconds, env = process.env) => {
  const began = Date.now()
  const { code, late, last } = await runCommand(args, { cwd: root, env, seconds }).ended
  const fault =
    code === 0
      ? null
      : `${late ? `did not end within ${seconds} s` : `ended with ${code}`}; last words:\n${last}`
  return { name, seconds: (Date.now() - began) / 1000, fault, results: [] }
}

const runSuiteGroup = async (name, { args, seconds, env = process.env }) => ({
  name,
  env,
  ...(await runSuites({ root, reports, args, env, seconds, suiteSeconds: SUITE_SECONDS })),
})

/**
 * Runs on the Node 24 of its npm package: suites that depend on Node itself (files, threads, sockets, cryptography), and the
 * product's journey. Other suites give the same result on any version.
 */
const onNode24 = async () => {
  const binary = `node-${process.platform}-${process.arch}`
  const home = join(reports, 'node')
  const args = [
    'npm',
    'install',
    '--prefix',
    home,
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    `${binary}@24`,
  ]
  const installed = await runStep('node24', args, 300)
  if (installed.fault !== null) return installed
  const env = { ...process.env, PATH: `${join(home, 'node_modules', binary, 'bin')}:${process.env.PATH}` }
  const patterns = [
    `${root}(infra/(?!scripts|testing)|wa-gateway/(providers|libsignal-fixes)/)[^.]+\\.test\\.ts$`,
    'launcher/journey',
  ]
  return runSuiteGroup('node24', { args: ['--maxWorkers=2', ...patterns], seconds: 1500, env })
}

if (freeMb() < NEEDED_MB) failRun(`only ${freeMb()} MB are free on this disk, and a run needs ${NEEDED_MB}`)
const build = await runStep('build', ['npm', 'run', 'build'], 300)
if (build.fault !== null) failRun(`build ${build.fault}`)
const engines = await startEngines(enginesCommand)
started = engines.started
for (const why of engines.skipped) printLine(`skipped: ${why}`)
const withEngines = { ...process.env, ...engines.env }

// The levels of tests stand in their names (infra/testing/README.md).
const BROWSER_PARTS = 6
/** Groups that need no engine, in the order in which they begin: short ones last, so that both lanes end together. */
const withoutEngines = [
  () =>
    runSuiteGroup('tests', {
      args: ['--maxWorkers=2', '/[^.]+\\.test\\.ts$', 'launcher/[^/]+\\.product\\.test\\.ts$'],
      seconds: 3000,
    }),
  ...Array.from({ length: BROWSER_PARTS }, (_, part) => () => {
    const shard = `${part + 1}/${BROWSER_PARTS}`
    const args = ['--maxWorkers=2', `--shard=${shard}`, '\\.browser\\.test\\.ts$']
    return runSuiteGroup(`browser ${shard}`, { args, seconds: 1500 })
  }),
  onNode24,
  () => runStep('check', ['npm', 'run', 'check'], 600),
]
/** Groups on engines, one after another: the last one kills engines. */
const onEngines = [
  () =>
    runSuiteGroup('engines', {
      args: ['--maxWorkers=1', '\\.engine\\.test\\.ts$'],
      seconds: 1500,
      env: withEngines,
    }),
  () =>
    runSuiteGroup('distributed', {
      args: ['--maxWorkers=1', `launcher/distributed/(?!${KILLS_SUITE}).*\\.product\\.test\\.ts$`],
      seconds: 2200,
      env: withEngines,
    }),
  () =>
    runSuiteGroup('kills', {
      args: ['--maxWorkers=1', `launcher/distributed/${KILLS_SUITE}`],
      seconds: 1000,
      env: { ...withEngines, ...(started.length === 2 && { ENGINES_COMMAND: enginesCommand }) },
    }),
]

const groups = [build]
const runGroups = async (queue) => {
  for (let run = queue.shift(); run !== undefined; run = queue.shift()) groups.push(await run())
}
// Two lanes side by side: more at once would only wait for each other. When the engines are done, their lane helps.
await Promise.all([runGroups(withoutEngines), runGroups(onEngines).then(() => runGroups(withoutEngines))])

const repeated = new Map()
for (const { group, suite } of toRepeat(groups)) {
  printLine(`once more, alone: ${suite.path}`)
  const again = await runSuiteGroup('again', {
    args: ['--maxWorkers=1', '--runTestsByPath', suite.path],
    seconds: 1000,
    env: group.env,
  })
  const [result] = again.results
  if (result !== undefined && again.fault === null) repeated.set(suite, result)
}
const { lines, passed } = verdictOf(groups, repeated)
for (const line of lines.slice(0, -1)) printLine(line)
if (freeMb() < 500) printLine(`only ${freeMb()} MB are free on this disk`)
printLine(lines.at(-1))
process.exitCode = passed ? 0 : 1
