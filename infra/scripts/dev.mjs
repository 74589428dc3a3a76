/**
 * `npm run dev`: builds and restarts the servers on change, serves the app with hot reload at port 5173, and names
 * errors of types.
 */
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { builtWorkspaces, transpileServers } from './transpile.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const node = process.execPath
const startProcess = (command, args) => spawn(command, args, { cwd: root, stdio: 'inherit' })

const buildOnce = () =>
  transpileServers(root).catch((failure) => process.stderr.write(`${failure.message ?? failure}\n`))
await buildOnce()

let building = null
let isChanged = false
/** Runs one build at a time. Changes during a build cause another build. */
const rebuildServers = async () => {
  isChanged = true
  if (building !== null) return
  while (isChanged) {
    isChanged = false
    building = buildOnce()
    await building
  }
  building = null
}
for (const workspace of builtWorkspaces(root))
  watch(workspace, { recursive: true }, (_, file) => {
    if (!/^(dist|node_modules)\b/.test(file ?? '')) rebuildServers()
  })

const children = [
  startProcess('node_modules/.bin/tsc', ['-p', 'tsconfig.json', '--watch', '--preserveWatchOutput']),
  startProcess(node, ['--watch', '--enable-source-maps', 'launcher/dist/main.js']),
  startProcess('node_modules/.bin/vite', ['web']),
]
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const child of children) child.kill(signal)
    process.exit()
  })
}
