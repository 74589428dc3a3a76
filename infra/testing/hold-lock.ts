import { spawnSync } from 'node:child_process'
import { writeSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { lockDataDir } from '../lock.js'

/** Locks a folder. Tries to lock it again from a second process. Runs until killed. */
const [, , dir = '', role] = process.argv
const lock = await lockDataDir(dir)
if (role === 'second') {
  process.exit(lock === null ? 3 : 4)
}
writeSync(1, lock === null ? 'refused\n' : 'held\n')
const args = ['--conditions=source', '--import', 'tsx', fileURLToPath(import.meta.url), dir, 'second']
const second = spawnSync(process.execPath, args)
writeSync(1, second.status === 3 ? 'refused to another process\n' : `status ${second.status}\n`)
setInterval(() => {}, 1000)
