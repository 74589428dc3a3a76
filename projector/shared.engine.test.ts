import { createMongoReadStore } from '@guiche/infra/read-store/mongodb.js'
import { onMongo } from '@guiche/infra/testing/mongodb.js'
import { sharedProjectors } from './shared.suite.js'

sharedProjectors('embedded', async () => null)

await onMongo('projectors that share their views', ({ fresh }) => {
  sharedProjectors('mongodb', async () => {
    const mongo = await fresh()
    const readStore = await createMongoReadStore({ mongo })
    return {
      readStore,
      close: async () => {
        await readStore.close()
        await mongo.close()
      },
    }
  })
})
