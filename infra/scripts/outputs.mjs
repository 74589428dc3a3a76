import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'

const SKIPPED = new Set(['node_modules', 'dist', 'scripts', 'testing', 'golden'])
const COPIED = /\.(mjs|html|css|js|svg|png|webmanifest)$/
const BUILD_INFO = '.tsbuildinfo'

/** The workspaces that `tsc` builds into a `dist`, as folders. */
const workspaces = (root) =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    .workspaces.filter((name) => name !== 'web')
    .map((name) => join(root, name))

const filesIn = (folder, skipped = new Set()) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) return [path]
    return skipped.has(entry.name) ? [] : filesIn(path, skipped)
  })

/**
 * Removes from each `dist` what has no source any more, so that an import of it fails as it does in a fresh clone. `tsc`
 * does not check the importers again by itself: when anything was removed, it compiles everything anew. Gives the paths.
 */
export const removeStaleOutputs = (root) => {
  const stale = workspaces(root).flatMap((workspace) => {
    const dist = join(workspace, 'dist')
    if (!existsSync(dist)) return []
    return filesIn(dist).filter((file) => {
      const source = join(workspace, relative(dist, file).replace(/\.map$/, ''))
      return (
        !source.endsWith(BUILD_INFO) && ![source, source.replace(/(\.d)?\.[jt]s$/, '.ts')].some(existsSync)
      )
    })
  })
  for (const file of stale) rmSync(file)
  if (stale.length > 0)
    for (const folder of workspaces(root)) rmSync(join(folder, 'dist', BUILD_INFO), { force: true })
  return stale
}

/** Copies what `tsc` leaves behind (worker files, static pages) to each `dist`. */
export const copyAssets = (root) => {
  for (const from of workspaces(root))
    for (const file of filesIn(from, SKIPPED).filter((name) => COPIED.test(name)))
      cpSync(file, join(from, 'dist', relative(from, file)))
}
