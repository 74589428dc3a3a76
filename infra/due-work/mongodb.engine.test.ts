import { createMongoReadStore } from '../read-store/mongodb.js'
import { onMongo } from '../testing/mongodb.js'
import { createMongoVault } from '../vault/mongodb.js'
import { dueWorkContract } from './contract.suite.js'

await onMongo('due work on MongoDB', ({ fresh }) => {
  dueWorkContract('mongodb', async () => {
    const mongo = await fresh()
    const readStore = await createMongoReadStore({ mongo })
    const vault = await createMongoVault({ mongo, secretKey: Buffer.alloc(32, 1) })
    return {
      readStore,
      vault,
      close: async () => {
        await Promise.all([readStore.close(), vault.close()])
        await mongo.close()
      },
    }
  })
})
