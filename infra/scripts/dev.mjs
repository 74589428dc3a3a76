/** `npm run dev`: rebuilds and restarts the servers on change, and serves the app with hot reload at port 5173. */
import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const node = process.execPath
const start = (command, args) => spawn(command, args, { cwd: root, stdio: 'inherit' })

const built = spawnSync(node, ['infra/scripts/build.mjs'], { cwd: root, stdio: 'inherit' })
if (built.status !== 0) process.exit(built.status ?? 1)

const children = [
  start('node_modules/.bin/tsc', ['-b', 'launcher', '--watch', '--preserveWatchOutput']),
  start(node, ['--watch', '--enable-source-maps', 'launcher/dist/main.js']),
  start('node_modules/.bin/vite', ['web']),
]
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const child of children) child.kill(signal)
  })
}
