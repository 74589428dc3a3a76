import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { filesIn, workspacesOf } from './files.mjs'

const NOT_BUILT = new Set(['scripts', 'testing', 'golden'])
/** Names of files that only tests use. */
export const TEST_FILES = /\.(test|suite)\.tsx?$/
const TYPESCRIPT = /(?<!\.d)\.ts$/
const COPIED_FILES = /\.(mjs|html|css|js|svg|png|webmanifest)$/

/** Types are only removed; `npm run check` checks them. */
const SWC = {
  swcrc: false,
  configFile: false,
  sourceMaps: true,
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript' },
    transform: { verbatimModuleSyntax: true },
  },
  module: { type: 'es6' },
}

/** Keeps the time of a file whose content stays, so that `node --watch` does not restart for nothing. */
const writeChanged = (file, content) => {
  if (existsSync(file) && readFileSync(file).equals(Buffer.from(content))) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

/**
 * @param {string} root folder of the project
 * @returns {string[]} the workspaces that are built into a `dist`, as folders; vite builds the web app
 */
export const builtWorkspaces = (root) =>
  workspacesOf(root)
    .filter((name) => name !== 'web')
    .map((name) => join(root, name))

/**
 * @param {string} root folder of the project
 * @returns {string[]} files that the servers are built from
 */
export const serverSources = (root) =>
  builtWorkspaces(root).flatMap((workspace) =>
    filesIn(workspace, NOT_BUILT).filter(
      (file) => (TYPESCRIPT.test(file) && !TEST_FILES.test(file)) || COPIED_FILES.test(file),
    ),
  )

/**
 * Builds the servers: each workspace into its `dist`, as in a fresh clone. Outputs of deleted sources are removed, so
 * that an import of them fails.
 * @param {string} root folder of the project
 * @returns {Promise<string[]>} paths of the outputs. Rejects on a syntax error, which names its file and line.
 */
export const transpileServers = async (root) => {
  const { transform } = await import('@swc/core')
  const transpile = async (file, output) => {
    const sourceFileName = relative(dirname(output), file)
    const { code, map } = await transform(readFileSync(file, 'utf8'), {
      ...SWC,
      filename: file,
      sourceFileName,
    })
    writeChanged(output, `${code}//# sourceMappingURL=${output.slice(output.lastIndexOf('/') + 1)}.map\n`)
    writeChanged(`${output}.map`, map)
    return [output, `${output}.map`]
  }
  const sources = serverSources(root)
  const outputs = await Promise.all(
    builtWorkspaces(root).flatMap((workspace) =>
      sources
        .filter((file) => file.startsWith(join(workspace, '/')))
        .map(async (file) => {
          const output = join(workspace, 'dist', relative(workspace, file))
          if (TYPESCRIPT.test(file)) return transpile(file, output.replace(TYPESCRIPT, '.js'))
          writeChanged(output, readFileSync(file))
          return [output]
        }),
    ),
  )
  const made = new Set(outputs.flat())
  for (const workspace of builtWorkspaces(root))
    for (const file of filesIn(join(workspace, 'dist'))) if (!made.has(file)) rmSync(file)
  return [...made]
}
