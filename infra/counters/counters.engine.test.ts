import { onMongo } from '../testing/mongodb.js'
import { countersContract } from './contract.suite.js'
import { createMemoryCounters } from './memory.js'
import { createMongoCounters } from './mongodb.js'

countersContract('memory', async () => {
  const counters = createMemoryCounters()
  return { one: counters, other: counters, close: async () => {} }
})

await onMongo('the contract of counters in MongoDB', ({ fresh }) => {
  countersContract('mongodb', async () => {
    const mongo = await fresh()
    const [one, other] = [await createMongoCounters({ mongo }), await createMongoCounters({ mongo })]
    return { one, other, close: () => mongo.close() }
  })
})
