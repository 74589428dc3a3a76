import { createEmbeddedReadStore } from '../read-store/embedded.js'
import { tempDir } from '../testing/temp-dir.js'
import { createEmbeddedVault } from '../vault/embedded.js'
import { dueWorkContract } from './contract.suite.js'

dueWorkContract('embedded', async () => {
  const { dir, remove } = await tempDir()
  const readStore = await createEmbeddedReadStore({ dir })
  const vault = await createEmbeddedVault({ dir, secretKey: Buffer.alloc(32, 1) })
  return {
    readStore,
    vault,
    close: async () => {
      await Promise.all([readStore.close(), vault.close()])
      await remove()
    },
  }
})
