/** First step of `npm start` and `npm test`: installs the packages of the lock file, then builds. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { workspacesOf } from './files.mjs'
import { makeOnce } from './make-once.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const npm = process.env.npm_execpath === undefined ? ['npm'] : [process.execPath, process.env.npm_execpath]

const runCommand = ([command, ...args]) => {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

await makeOnce({
  // npm removes it with the packages
  stamp: join(root, 'node_modules/.cache/guiche/packages.json'),
  inputs: [
    'package-lock.json',
    '.npmrc',
    'package.json',
    ...workspacesOf(root).map((name) => `${name}/package.json`),
  ].map((name) => join(root, name)),
  make: () => {
    runCommand([...npm, 'install', '--no-audit', '--no-fund'])
    return [join(root, 'node_modules/.package-lock.json')]
  },
})
runCommand([process.execPath, join(root, 'infra/scripts/build.mjs')])
