import { fork } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createStealTimeWatch, machineNoise } from './lib/noise.js'
import { brokenRow, type Row, tableOf } from './lib/results.js'
import { BENCH_SCALE } from './lib/scale.js'
import { removeKept } from './lib/seed.js'

/**
 * `npm run bench [-- scenario… | --clean]`: runs the scenarios (by default all), prints a table and writes bench/results.json.
 * Results of scenarios that were not named stay in the file. `--clean` removes the kept seed data.
 * Fails if a scenario fails; the other scenarios still run.
 */
const RESULTS = fileURLToPath(new URL('./results.json', import.meta.url))
const LIMIT_MS = 45 * 60_000

interface ResultRow extends Row {
  /** share of the processors' time that the host gave to other machines (steal time); null: unknown */
  readonly stolen: number | null
}
interface Result extends ResultRow {
  /** spread of a fixed amount of work on this machine, the worse of before and after the scenario */
  readonly noise: number
  /** below 1: sizes were smaller, so goals are not valid */
  readonly scale: number
  readonly of: string
}

interface BenchmarkRun {
  readonly rows: readonly ResultRow[]
  /** the failure of the scenario; null if there was none */
  readonly broken: string | null
}

const runBenchmark = (name: string): Promise<BenchmarkRun> =>
  new Promise((resolve) => {
    const rows: ResultRow[] = []
    let reason: string | null = null
    const stolen = createStealTimeWatch()
    const add = (row: Row) => rows.push({ ...row, stolen: stolen() })
    const file = fileURLToPath(new URL(`./${name}.bench.ts`, import.meta.url))
    const child = fork(file, [], { execArgv: ['--import', 'tsx'] })
    const limit = setTimeout(() => {
      reason = `it took longer than ${LIMIT_MS / 60_000} minutes`
      child.kill('SIGKILL')
    }, LIMIT_MS)
    child.on('message', (news: { row: Row } | { broken: string }) => {
      if ('row' in news) add(news.row)
      else reason = news.broken
    })
    child.once('exit', (code, signal) => {
      clearTimeout(limit)
      if (code !== 0) reason ??= `its process ended with ${code ?? signal}`
      else if (rows.length === 0) reason ??= 'it measured nothing'
      if (reason !== null) add(brokenRow(`${name}: broke off`))
      resolve({ rows, broken: reason })
    })
  })

const known = readdirSync(new URL('.', import.meta.url))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length))
  .sort()
const asked = process.argv.slice(2)
if (asked.includes('--clean')) {
  await removeKept()
  console.log('what was seeded is removed')
  process.exit(0)
}
const unknown = asked.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`there is no scenario ${unknown.join(', ')}; there are ${known.join(', ')}`)
  process.exit(1)
}

const engines = Boolean(process.env.MONGODB_URL && process.env.KAFKA_BROKERS)
if (asked.length === 0 && !engines)
  console.log('distributed is left out: MONGODB_URL and KAFKA_BROKERS are not set')
const byDefault = (name: string): boolean => engines || !name.startsWith('distributed')
const names = known.filter((name) => (asked.length === 0 ? byDefault(name) : asked.includes(name)))
/** The results in the file, with the new results in place of earlier results of the same scenarios. */
const storeResults = (fresh: readonly Result[]): void => {
  const kept = existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as Result[]) : []
  const others = kept.filter(({ of }) => !fresh.some((one) => one.of === of))
  const all = [...others, ...fresh].sort((a, b) => a.of.localeCompare(b.of))
  writeFileSync(RESULTS, `${JSON.stringify(all, null, 2)}\n`)
}

const results: Result[] = []
const broken: string[] = []
let before = machineNoise()
if (BENCH_SCALE < 1) console.log(`BENCH_SCALE is ${BENCH_SCALE}: goals are meant for 1`)
for (const name of names) {
  console.log(`${name} …`)
  const { rows, broken: reason } = await runBenchmark(name)
  if (reason !== null) broken.push(`${name} broke off: ${reason}`)
  const after = machineNoise()
  const noise = Math.max(before.spread, after.spread)
  before = after
  results.push(...rows.map((row) => ({ ...row, noise, scale: BENCH_SCALE, of: name })))
  storeResults(results)
}
console.log(`\n${tableOf(results)}`)
const spreads = results.map(({ noise }) => noise)
console.log(
  `\nthe same work on one core varied by ${Math.round(100 * Math.max(...spreads))} % at worst (${before.spinMs} ms)`,
)

const thefts = results.map(({ stolen }) => stolen ?? 0)
console.log(`the host gave ${Math.round(100 * Math.max(...thefts))} % of the processors to others at worst`)

const missed = results.filter(({ met }) => met === false)
console.log(missed.length === 0 ? 'every goal is met' : `${missed.length} goals are not met`)
for (const line of broken) console.error(line)
if (broken.length > 0) process.exitCode = 1
