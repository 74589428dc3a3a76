import { createMongoReadStore } from '@guiche/infra/read-store/mongodb.js'
import { mongoForTests } from '@guiche/infra/testing/mongodb.js'
import { jest } from '@jest/globals'
import { sharedProjectors } from './shared.suite.js'

jest.setTimeout(30_000)

sharedProjectors('embedded', async () => null)

const mongoDb = await mongoForTests('projectors that share their views')
if (mongoDb !== null) {
  sharedProjectors('mongodb', async () => {
    const mongo = await mongoDb.fresh()
    const readStore = await createMongoReadStore({ mongo })
    return {
      readStore,
      close: async () => {
        await readStore.close()
        await mongo.close()
      },
    }
  })
}
