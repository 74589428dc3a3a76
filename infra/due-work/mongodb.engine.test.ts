import { describe } from '@jest/globals'
import { createMongoReadStore } from '../read-store/mongodb.js'
import { mongoForTests } from '../testing/mongodb.js'
import { createMongoVault } from '../vault/mongodb.js'
import { dueWorkContract } from './contract.suite.js'

const its = await mongoForTests('due work on MongoDB')
const onMongo = its === null ? describe.skip : describe

onMongo('on MongoDB', () => {
  dueWorkContract('mongodb', async () => {
    const mongo = await (its?.fresh() ?? Promise.reject(new Error('there is no MongoDB')))
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
