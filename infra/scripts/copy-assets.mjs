/** Copies what `tsc` leaves behind (worker files, static pages) from each server workspace to its build. */
import { cpSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const SKIPPED = new Set(['node_modules', 'dist', 'scripts', 'testing', 'golden'])
const COPIED = /\.(mjs|html|css|js|svg|png|webmanifest)$/

const walk = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : walk(join(folder, entry.name))
    return COPIED.test(entry.name) ? [join(folder, entry.name)] : []
  })

for (const workspace of ['infra', 'command-api', 'projector', 'query-api', 'wa-gateway']) {
  const from = join(root, workspace)
  for (const file of walk(from))
    cpSync(file, join(from, 'dist', relative(from, file)), { recursive: true, force: true })
}
