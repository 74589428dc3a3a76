import { createEmbeddedReadStore } from '../read-store/embedded.js'
import { tempDir } from '../testing/temp-dir.js'
import { tempVault } from '../vault/testing/temp-vault.js'
import { checkpointRegister } from './checkpoint-register.js'
import { leaseContract } from './contract.suite.js'
import { vaultRegister } from './vault-register.js'

leaseContract('embedded vault', async () => {
  const { vault, close } = await tempVault()
  return { register: () => vaultRegister(vault, 'turn/a', 10_000), close }
})

leaseContract('embedded read store', async () => {
  const { dir, remove } = await tempDir()
  const readStore = await createEmbeddedReadStore({ dir })
  return {
    register: () => checkpointRegister(readStore, 'rebuild', 'store'),
    close: async () => {
      await readStore.close()
      await remove()
    },
  }
})
