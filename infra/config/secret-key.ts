import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { err, ok, type Result } from '@guiche/contracts/result.js'

/** Minimum of characters of SECRET_KEY. */
export const MIN_SECRET = 32

type Env = Readonly<Record<string, string | undefined>>

const pathOf = (dataDir: string): string => join(dataDir, 'secret.key')
/** Path of a rotation's new key, until the vault uses the key. */
const nextPathOf = (dataDir: string): string => `${pathOf(dataDir)}.next`

const givenKey = (env: Env, name: 'SECRET_KEY' | 'OLD_SECRET_KEY'): Buffer | null => {
  const value = env[name]
  return value === undefined || value === '' ? null : Buffer.from(value)
}

const readKey = (path: string): Buffer => {
  const key = readFileSync(path, 'utf8').trim()
  if (key.length < MIN_SECRET) throw new Error(`${path} does not hold a key`)
  return Buffer.from(key)
}

/** Syncs a folder to disk: a power cut must not lose the key's name, because the vault needs the key. */
const settleFolder = (dir: string): void => {
  // Windows cannot open a folder for a sync.
  if (process.platform === 'win32') return
  const folder = openSync(dir, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Makes a key at `path` (mode 600). The file is complete before it gets its name. */
const makeKey = (dataDir: string, path: string): void => {
  const draft = `${path}.new`
  const file = openSync(draft, 'w', 0o600)
  try {
    writeSync(file, `${randomBytes(32).toString('hex')}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(draft, path)
  settleFolder(dataDir)
}

/** Whether the key is in the data folder, so that a thief of the folder has it, too. */
export const isKeyBesideData = (env: Env): boolean => givenKey(env, 'SECRET_KEY') === null

/**
 * The key from which all other keys derive: SECRET_KEY, else `dataDir`/secret.key, made at the first start
 * (mode 600). Throws if the file is unusable, is missing beside an existing vault, or has an unfinished
 * rotation.
 */
export const loadSecretKey = (dataDir: string, env: Env): Buffer => {
  const key = givenKey(env, 'SECRET_KEY')
  if (key !== null) return key
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = pathOf(dataDir)
  if (existsSync(nextPathOf(dataDir)))
    throw new Error('a rotation of secret.key was cut short; run npm run admin -- rotate-key')
  if (!existsSync(path)) {
    // a key made now could not open the existing vault
    if (existsSync(join(dataDir, 'vault.db'))) throw new Error('vault.db has no secret.key; set SECRET_KEY')
    makeKey(dataDir, path)
  }
  return readKey(path)
}

/** The keys of a rotation. */
export interface KeysToRotate {
  /** keys of which one is the vault's */
  readonly former: readonly Buffer[]
  readonly next: Buffer
  /**
   * Removes the next key if this call has created it. Used when a rotation is refused, because nothing was sealed with that
   * key.
   */
  forget(): void
}

const NEEDS_BOTH =
  'set SECRET_KEY to the new key (openssl rand -hex 32) and OLD_SECRET_KEY to the one until now'

/**
 * The old and new key of a rotation. The new key is SECRET_KEY, else one made in `dataDir`. The old key is
 * OLD_SECRET_KEY or `dataDir`/secret.key. Without `dataDir` both must be variables. Repeatable until
 * `settleKeys`.
 */
export const keysToRotate = (dataDir: string | null, env: Env): Result<KeysToRotate, string> => {
  const inFile = dataDir !== null && existsSync(pathOf(dataDir)) ? readKey(pathOf(dataDir)) : null
  const former = [givenKey(env, 'OLD_SECRET_KEY'), inFile].filter((key) => key !== null)
  if (former.length === 0) return err(NEEDS_BOTH)
  const next = givenKey(env, 'SECRET_KEY')
  if (next !== null) {
    return former.some((key) => key.equals(next)) ? err(NEEDS_BOTH) : ok({ former, next, forget: () => {} })
  }
  if (dataDir === null) return err(NEEDS_BOTH)
  const path = nextPathOf(dataDir)
  const isMade = !existsSync(path)
  if (isMade) makeKey(dataDir, path)
  const forget = (): void => {
    if (isMade) rmSync(path)
  }
  return ok({ former, next: readKey(path), forget })
}

/** Makes the new key the only one, once the vault uses it. */
export const settleKeys = (dataDir: string, env: Env): void => {
  if (givenKey(env, 'SECRET_KEY') === null) renameSync(nextPathOf(dataDir), pathOf(dataDir))
  else rmSync(pathOf(dataDir), { force: true })
  settleFolder(dataDir)
}
