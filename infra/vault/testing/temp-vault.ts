import { join } from 'node:path'
import { openDatabase } from '../../sqlite/database.mjs'
import { tempDir } from '../../testing/temp-dir.js'
import { createEmbeddedVault } from '../embedded.js'

/** An embedded vault in its own folder; closing removes both. */
export const tempVault = async () => {
  const { dir, remove } = await tempDir()
  const vault = await createEmbeddedVault({ dir, secretKey: Buffer.alloc(32, 1) })
  return {
    vault,
    kept: async () => {
      const db = openDatabase(join(dir, 'vault.db'), { readOnly: true })
      const [count] = db.prepare('SELECT count(*) FROM entries').get([]) ?? []
      db.close()
      return Number(count)
    },
    close: async (): Promise<void> => {
      await vault.close()
      await remove()
    },
  }
}
