import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))
const UNPACK = "import('@sparticuz/chromium').then((one) => one.default.executablePath())"

/**
 * The path of the Chromium in the npm package, which is unpacked once, under node_modules. The package unpacks into the
 * temporary folder and takes a file there for whole as soon as it exists; so this goes to a folder of its own, which is
 * renamed when all is there: other processes may do the same at the same time.
 */
export const chromiumPath = async (): Promise<string> => {
  const { version } = JSON.parse(
    await readFile(join(MODULES, '@sparticuz/chromium/package.json'), 'utf8'),
  ) as { version: string }
  const folder = join(MODULES, '.cache', `chromium-${version}`)
  if (!existsSync(folder)) {
    await mkdir(join(MODULES, '.cache'), { recursive: true })
    const made = await mkdtemp(`${folder}-`)
    // In a process of its own: one that starts others meanwhile would hand on the file while it is written.
    const env = { ...process.env, TMPDIR: made }
    await promisify(execFile)(process.execPath, ['-e', UNPACK], { cwd: MODULES, env })
    await rename(made, folder).catch(() => rm(made, { recursive: true }))
  }
  return join(folder, 'chromium')
}
