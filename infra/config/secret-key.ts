import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

/** Characters of SECRET_KEY at least. */
export const MIN_SECRET = 32

/**
 * The key that all others are derived from: SECRET_KEY, else what stands in `dataDir`/secret.key, made there at the
 * first start (mode 600). Throws when the file is unusable, or missing beside a vault.
 */
export const loadSecretKey = (dataDir: string, env: Readonly<Record<string, string | undefined>>): Buffer => {
  if (env.SECRET_KEY !== undefined && env.SECRET_KEY !== '') return Buffer.from(env.SECRET_KEY)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'secret.key')
  if (!existsSync(path)) {
    // a key made now would only look as if it belonged to that vault
    if (existsSync(join(dataDir, 'vault.db'))) throw new Error('vault.db has no secret.key; set SECRET_KEY')
    // Renamed when it is complete.
    const draft = `${path}.new`
    const file = openSync(draft, 'w', 0o600)
    try {
      writeSync(file, `${randomBytes(32).toString('hex')}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(draft, path)
  }
  const key = readFileSync(path, 'utf8').trim()
  if (key.length < MIN_SECRET) throw new Error(`${path} does not hold a key`)
  return Buffer.from(key)
}
