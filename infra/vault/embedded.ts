import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { deriveKey } from '../keys.js'
import { openDatabase } from '../sqlite/database.mjs'
import { startWorker, type WorkerOptions } from '../sqlite/worker.js'
import { checkedKey, HALF_ROTATED, PROBE_KEY, ROTATING_KEY, rangeOf, WRONG_KEY } from './names.js'
import { createSeal } from './seal.js'
import type { Fence, Vault } from './vault.js'

const WRITER_SCRIPT = new URL('./writer.mjs', import.meta.url)

interface EntryWrite {
  readonly key: string
  readonly value: Buffer | null
  readonly expected: number | null
}
type WriterRequest =
  | { readonly writes: readonly EntryWrite[]; readonly fence: Fence | null }
  | { readonly from: string; readonly to: string; readonly fence: Fence | null }

/**
 * The vault in `dir`/vault.db. `secretKey` is SECRET_KEY; the vault derives its own key from it.
 * Rejects when the file cannot be opened, was written under another SECRET_KEY, or a rotation of the key is unfinished.
 */
export const createEmbeddedVault = async (
  deps: {
    readonly dir: string
    readonly secretKey: Buffer
  } & WorkerOptions,
): Promise<Vault> => {
  const { dir, secretKey } = deps
  mkdirSync(dir, { recursive: true })
  const file = join(dir, 'vault.db')
  const seal = createSeal(deriveKey(secretKey, 'vault'))
  const writer = await startWorker<WriterRequest, 'committed' | 'fenced'>(WRITER_SCRIPT, { file }, deps)
  const db = openDatabase(file, { readOnly: true })
  const some = db.prepare(
    'SELECT key, epoch, value FROM entries WHERE key IN (SELECT value FROM json_each(?))',
  )
  const listed = db.prepare('SELECT key FROM entries WHERE key >= ? AND key < ? ORDER BY key')

  const close = async () => {
    await writer.close()
    db.close()
  }
  const verifyKey = async () => {
    const found = some.all([JSON.stringify([PROBE_KEY, ROTATING_KEY])])
    if (found.some(([key]) => key === ROTATING_KEY)) {
      await close()
      throw new Error(HALF_ROTATED)
    }
    const probe = found[0]
    if (probe === undefined) {
      await writer.call({
        writes: [{ key: PROBE_KEY, value: seal.close(PROBE_KEY, Buffer.alloc(16)), expected: 0 }],
        fence: null,
      })
      return
    }
    try {
      seal.open(PROBE_KEY, probe[2] as Buffer)
    } catch {
      await close()
      throw new Error(WRONG_KEY)
    }
  }
  await verifyKey()

  return {
    getMany: async (keys) =>
      new Map(
        some
          .all([JSON.stringify(keys.map(checkedKey))])
          .map(([key, epoch, value]) => [
            String(key),
            { epoch: epoch as number, value: seal.open(String(key), value as Buffer) },
          ]),
      ),
    commit: async (writes, fence) => {
      const sealed = writes.map(({ key, value, expected }) => ({
        key: checkedKey(key),
        value: value === null ? null : seal.close(key, value),
        expected: expected ?? null,
      }))
      return writer.call({ writes: sealed, fence: fence ?? null })
    },
    list: async (prefix) => listed.all(rangeOf(prefix)).map(([key]) => String(key)),
    removeAll: async (prefix, fence) => {
      const [from, to] = rangeOf(prefix)
      return writer.call({ from, to, fence: fence ?? null })
    },
    scrub: () => writer.scrub(),
    close,
  }
}
