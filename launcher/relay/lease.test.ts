import { START } from '@guiche/contracts/envelope.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import { leaseContract } from '../../infra/lease/contract.suite.js'
import { tempDir } from '../../infra/testing/temp-dir.js'
import { relayRegister } from './checkpoint.js'

leaseContract('checkpoints of the relay', async () => {
  const { dir, remove } = await tempDir()
  const store = await createEmbeddedEventStore({ dir })
  return {
    register: () => relayRegister(store, () => START),
    close: async () => {
      await store.close()
      await remove()
    },
  }
})
