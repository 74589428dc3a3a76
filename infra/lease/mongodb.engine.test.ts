import { createMongoReadStore } from '../read-store/mongodb.js'
import { onMongo } from '../testing/mongodb.js'
import { createMongoVault } from '../vault/mongodb.js'
import { checkpointRegister } from './checkpoint-register.js'
import { leaseContract } from './contract.suite.js'
import { vaultRegister } from './vault-register.js'

await onMongo('leases on MongoDB', ({ fresh }) => {
  leaseContract('vault', async () => {
    const mongo = await fresh()
    const vault = await createMongoVault({ mongo, secretKey: Buffer.alloc(32, 1) })
    return { register: () => vaultRegister(vault, 'turn/a', 10_000), close: mongo.close }
  })
  leaseContract('read store', async () => {
    const mongo = await fresh()
    const readStore = await createMongoReadStore({ mongo })
    return {
      register: () => checkpointRegister(readStore, 'rebuild'),
      close: async () => {
        await readStore.close()
        await mongo.close()
      },
    }
  })
})
