import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))
const UNPACK = "import('@sparticuz/chromium').then((one) => one.default.executablePath())"

/**
 * Gives the path of Chromium, which the npm package has compressed. The first caller unpacks it under node_modules.
 * Parallel calls are safe: each process unpacks into its own temporary folder, then renames the folder.
 * The package alone would use a file that another process is still writing.
 */
export const chromiumPath = async (): Promise<string> => {
  const { version } = JSON.parse(
    await readFile(join(MODULES, '@sparticuz/chromium/package.json'), 'utf8'),
  ) as { version: string }
  const folder = join(MODULES, '.cache', `chromium-${version}`)
  if (!existsSync(folder)) {
    await mkdir(join(MODULES, '.cache'), { recursive: true })
    const made = await mkdtemp(`${folder}-`)
    // Runs in a child process. If this process wrote the file, other children would inherit the open file. Linux does not
    // execute a file that is open for writing.
    const env = { ...process.env, TMPDIR: made }
    await promisify(execFile)(process.execPath, ['-e', UNPACK], { cwd: MODULES, env })
    await rename(made, folder).catch(() => rm(made, { recursive: true }))
  }
  return join(folder, 'chromium')
}
