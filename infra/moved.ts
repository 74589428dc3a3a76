import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A file of this name in DATA_DIR means that the installation was moved elsewhere. */
export const MOVED_FILE = 'moved'

/** Whether the installation in this folder was moved: its numbers must not log in from two places. */
export const wasMoved = (dir: string): boolean => existsSync(join(dir, MOVED_FILE))
