/**
 * `npm run check`: types, lint and format, dependency rules, declared dependencies, dead exports, unread settings, generated files,
 * texts. Under a minute.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { checkDependencies } from './check-dependencies.mjs'
import { deadExports, sourcesOf, unreadSettings } from './dead-exports.mjs'
import { checkPurity } from './purity.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

const runCommand = (name, command, args) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.on('close', (code) => resolve({ name, passed: code === 0, output }))
  })

const checkRules = async () => {
  const { modules, violations } = await checkDependencies(root)
  return {
    name: `dependency rules over ${modules} modules`,
    passed: modules > 50 && violations.length === 0,
    output: violations.join('\n'),
  }
}

const unusedExports = () => {
  const sources = sourcesOf(root)
  const dead = [...deadExports(sources), ...unreadSettings(sources)]
  return {
    name: `exports and settings of ${sources.size} files`,
    passed: sources.size > 50 && dead.length === 0,
    output: dead.join('\n'),
  }
}

const checkPurityRules = () => {
  const { pure, violations } = checkPurity(sourcesOf(root))
  return {
    name: `purity of ${pure.length} deciders and folds`,
    passed: pure.length > 100 && violations.length === 0,
    output: violations.join('\n'),
  }
}

/** A step written in TypeScript, run on the sources. */
const runScript = (name, path, ...args) =>
  runCommand(name, process.execPath, ['--conditions=source', '--import', 'tsx', path, ...args])

const binPath = (name) => `node_modules/.bin/${name}`
const results = await Promise.all([
  runCommand('types of the servers', binPath('tsc'), ['-p', 'tsconfig.json']),
  runCommand('types of the web app', binPath('tsc'), ['-p', 'web']),
  runCommand('lint and format', binPath('biome'), ['check', '--error-on-warnings', '.']),
  checkRules(),
  runCommand('declared dependencies', binPath('knip'), ['--dependencies', '--no-progress']),
  unusedExports(),
  checkPurityRules(),
  runScript('files that npm run agree writes', 'infra/scripts/agree.ts', '--check'),
  runScript('texts of the interface', 'web/src/i18n/testing/check-texts.ts'),
])
for (const { name, passed, output } of results) {
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name}`)
  if (!passed) console.log(output)
}
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1
