import { mongoForTests } from '../infra/testing/mongodb.js'
import { measureMillion, measureProjector } from './lib/distributed-projector.js'
import { runScenario } from './lib/scenario.js'

/** Folds a million events into the MongoDB of MONGODB_URL while other views in it are read. */
await runScenario(async (bench) => {
  const mongo = await mongoForTests('the rebuild into MongoDB')
  if (mongo === null) throw new Error('MONGODB_URL has to be set')
  const views = await measureProjector({ ...bench, report: () => undefined }, mongo)
  await measureMillion(bench, mongo, views)
})
