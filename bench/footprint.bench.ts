import { execFileSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startPairedDesk } from './lib/phones.js'
import { residentBytes } from './lib/product.js'
import { scaleCount } from './lib/scale.js'
import { runScenario } from './lib/scenario.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const SERVERS = ['contracts', 'infra', 'command-api', 'projector', 'query-api', 'wa-gateway']
const IDLE_MS = scaleCount(30_000, 5000)
const MEGABYTE = 1024 * 1024

/** Folders of the servers' production packages. No folder is inside another one. */
const productionPackages = (): string[] => {
  const listed = execFileSync(
    'npm',
    ['ls', '--omit=dev', '--all', '--parseable', ...SERVERS.flatMap((name) => ['-w', name])],
    { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const folders = [
    ...new Set(
      listed
        .trim()
        .split('\n')
        .map((path) => realpathSync(path)),
    ),
  ].filter((path) => path.slice(ROOT.length).includes('/node_modules/'))
  return folders.filter((path) => !folders.some((other) => path.startsWith(`${other}/`)))
}

const sizeInKilobytes = (folders: readonly string[]): number =>
  execFileSync('du', ['-sk', ...folders], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .reduce((sum, line) => sum + Number.parseInt(line, 10), 0)

await runScenario(async (bench) => {
  const packages = productionPackages()
  if (packages.length === 0) throw new Error('npm lists no package')
  const { product } = await startPairedDesk(bench)
  await sleep(IDLE_MS)
  bench.report({
    scenario: 'resident memory with one idle connection',
    value: residentBytes(product.pid) / MEGABYTE,
    unit: 'MB',
    goal: { below: 250 },
  })
  bench.report({
    scenario: `production packages of the servers (${packages.length}) on disk`,
    value: sizeInKilobytes(packages) / 1024,
    unit: 'MB',
    goal: { below: 230 },
  })
})
