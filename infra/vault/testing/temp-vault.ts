import { tempDir } from '../../testing/temp-dir.js'
import { createEmbeddedVault } from '../embedded.js'

/** An embedded vault in a folder of its own; both are gone once it is closed. */
export const tempVault = async () => {
  const { dir, remove } = await tempDir()
  const vault = await createEmbeddedVault({ dir, secretKey: Buffer.alloc(32, 1) })
  return {
    vault,
    close: async (): Promise<void> => {
      await vault.close()
      await remove()
    },
  }
}
