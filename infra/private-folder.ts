import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = 0o700
const FILE = 0o600
/** Our own names in DATA_DIR: databases with their journals, the key, and other files of the product. */
const OWN_FILE_NAME =
  /^((events|vault|reports|read|lock)\.db(-[a-z]+)?|secret\.key(\.next)?(\.new)?|moved|running|blobs|simulator)$/

const isClosed = (path: string): boolean => (lstatSync(path).mode & 0o077) === 0

/** Files of another owner, and systems without modes, stay unchanged; the owner decides who may read them. */
const setMode = (path: string, mode: number): void => {
  try {
    chmodSync(path, mode)
  } catch (failure) {
    const { code = '' } = failure as NodeJS.ErrnoException
    if (!['EPERM', 'ENOTSUP', 'EROFS', 'ENOENT'].includes(code)) throw failure
  }
}

/** A folder is closed after its contents, so a closed folder is finished. Links are not followed. */
const closeToOthers = (path: string): void => {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isFile()) return setMode(path, FILE)
  if (!found?.isDirectory() || isClosed(path)) return
  for (const name of readdirSync(path)) closeToOthers(join(path, name))
  setMode(path, FOLDER)
}

/**
 * Makes the data folder readable for the product's user alone: the folder, its files, and by the umask all later files.
 * Foreign files in the folder stay unchanged.
 */
export const makePrivate = (dir: string): void => {
  process.umask(0o077)
  mkdirSync(dir, { recursive: true, mode: FOLDER })
  for (const name of readdirSync(dir)) if (OWN_FILE_NAME.test(name)) closeToOthers(join(dir, name))
  setMode(dir, FOLDER)
}
