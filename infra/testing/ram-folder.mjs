import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of files in memory on Linux. In a container it is often too small. */
const MEMORY = '/dev/shm'
const NEEDED_MB = 4096
const NAME = /^guiche-tests-(\d+)$/

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch ({ code }) {
    return code === 'EPERM'
  }
}

/** Removes folders of runs that were killed. */
const removeAbandoned = (memory) => {
  for (const name of readdirSync(memory)) {
    const [, pid] = NAME.exec(name) ?? []
    if (pid !== undefined && !isAlive(Number(pid)))
      rmSync(join(memory, name), { recursive: true, force: true })
  }
}

/**
 * Creates the folder for temporary files of this run. The folder is in memory if there is room: otherwise the products and
 * stores of tests wait for the disk at each write.
 * @returns {string | null} null: use the default folder
 */
export const openRamFolder = (memory = MEMORY, neededMb = NEEDED_MB) => {
  if (!existsSync(memory)) return null
  removeAbandoned(memory)
  const { bavail, bsize } = statfsSync(memory)
  if ((bavail * bsize) / 2 ** 20 < neededMb) return null
  const folder = join(memory, `guiche-tests-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Removes the folder of this run. */
export const closeRamFolder = (folder) => {
  if (folder !== null) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
