import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))
const UNPACK = "import('@sparticuz/chromium').then((one) => one.default.executablePath())"

/**
 * Gives the path of Chromium. The npm package has it compressed; the first caller unpacks it under node_modules.
 * Several processes may call this at the same time. Each unpacks into its own temporary folder, then renames the folder.
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
    // In a child process: if this process wrote the file, each child that it starts meanwhile would hold the file open for
    // writing, and Linux does not execute such a file.
    const env = { ...process.env, TMPDIR: made }
    await promisify(execFile)(process.execPath, ['-e', UNPACK], { cwd: MODULES, env })
    await rename(made, folder).catch(() => rm(made, { recursive: true }))
  }
  return join(folder, 'chromium')
}
