import { describe } from '@jest/globals'
import type { Mongo } from '../mongodb/connect.js'
import { createMongoReadStore } from '../read-store/mongodb.js'
import { mongoForTests } from '../testing/mongodb.js'
import { createMongoVault } from '../vault/mongodb.js'
import { checkpointRegister } from './checkpoint-register.js'
import { leaseContract } from './contract.suite.js'
import { vaultRegister } from './vault-register.js'

const its = await mongoForTests('leases on MongoDB')
const onMongo = its === null ? describe.skip : describe
const fresh = (): Promise<Mongo> => its?.fresh() ?? Promise.reject(new Error('there is no MongoDB'))

onMongo('on MongoDB', () => {
  leaseContract('vault', async () => {
    const mongo = await fresh()
    const vault = await createMongoVault({ mongo, secretKey: Buffer.alloc(32, 1) })
    return { register: () => vaultRegister(vault, 'turn/a', 10_000), close: mongo.close }
  })
  leaseContract('read store', async () => {
    const mongo = await fresh()
    const readStore = await createMongoReadStore({ mongo })
    return {
      register: () => checkpointRegister(readStore, 'rebuild', 'store'),
      close: async () => {
        await readStore.close()
        await mongo.close()
      },
    }
  })
})
