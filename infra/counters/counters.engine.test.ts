import { mongoForTests } from '../testing/mongodb.js'
import { countersContract } from './contract.suite.js'
import { createMemoryCounters } from './memory.js'
import { createMongoCounters } from './mongodb.js'

countersContract('memory', async () => {
  const counters = createMemoryCounters()
  return { one: counters, other: counters, close: async () => {} }
})

const engine = await mongoForTests('the contract of counters in MongoDB')
if (engine !== null) {
  countersContract('mongodb', async () => {
    const mongo = await engine.fresh()
    const [one, other] = [await createMongoCounters({ mongo }), await createMongoCounters({ mongo })]
    return { one, other, close: () => mongo.close() }
  })
}
