/** Builds the servers, as they would come out of a fresh clone: first half of `npm run build`, first step of `npm run dev`. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { copyAssets, removeStaleOutputs } from './outputs.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
removeStaleOutputs(root)
const { status } = spawnSync('node_modules/.bin/tsc', ['-b', 'launcher'], { cwd: root, stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
copyAssets(root)
