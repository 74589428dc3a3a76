import { existsSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { loadConfig } from '@guiche/infra/config/config.js'
import { reasonOf } from '@guiche/infra/sqlite/worker.js'
import { backUp, restoreBackup } from './backup.js'
import { verifyInstallation } from './verify.js'

function failWith(sentences: string): never {
  for (const sentence of sentences.split('\n')) process.stderr.write(`guiche: ${sentence}\n`)
  process.exit(1)
}
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** `npm run backup -- <folder>`, `npm run restore -- <folder>` and `npm run verify [-- <folder>]`, for DATA_DIR. */
const runCommand = async (
  dataDir: string,
  [action, folder, ...more]: readonly string[],
): Promise<Result<string[], string>> => {
  if (more.length > 0 || (folder === undefined && action !== 'verify'))
    return err(`npm run ${action} -- <folder>`)
  if (action === 'verify') {
    const dir = resolve(folder ?? dataDir)
    if (!existsSync(join(dir, 'events.db'))) return err(`there is no installation in ${dir}`)
    const { faults, events, unchecked, blobs, position } = await verifyInstallation(dir)
    if (faults.length > 0) return err(faults.join('\n'))
    const lines = [`${events} events up to position ${position}, ${blobs} files: all is as it was written.`]
    if (unchecked > 0) lines.push(`${unchecked} events are of an earlier release and carry no checksum.`)
    return ok(lines)
  }
  const dir = resolve(folder ?? '')
  if (action === 'restore') {
    const restored = await restoreBackup(dir, dataDir)
    if (!restored.ok) return restored
    const lines = [`${restored.value.events} events and ${restored.value.blobs} files are in ${dataDir}.`]
    const hasKey = existsSync(join(dataDir, 'secret.key')) || process.env.SECRET_KEY
    return ok([
      ...lines,
      hasKey
        ? 'Start Guichê: it builds the views.'
        : 'Put its secret.key there, or set SECRET_KEY, and start Guichê.',
    ])
  }
  const made = await backUp(dataDir, dir, version)
  if (!made.ok) return made
  const { events, blobs, position, took } = made.value
  return ok([
    `${events} events up to position ${position} and ${blobs} files, checked, in ${(took / 1000).toFixed(1)} s.`,
    'secret.key is not in it: keep it, or SECRET_KEY, in another place.',
  ])
}

const config = loadConfig(process.env)
if (!config.ok) failWith(config.error.join('\n'))
if (config.value.engines !== null)
  failWith('with MODE=distributed the engines have back-ups of their own: see docs/operations.md')
// The lower priority leaves the processor to the product.
setPriority(10)
const done = await runCommand(config.value.dataDir, process.argv.slice(2)).catch((failure: unknown) =>
  err(reasonOf(failure)),
)
if (!done.ok) failWith(done.error)
for (const line of done.value) process.stdout.write(`${line}\n`)
