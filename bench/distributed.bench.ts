import { enginesForTests } from '../launcher/testing/installation.js'
import { measureFrames } from './lib/distributed-frames.js'
import { measureProjector } from './lib/distributed-projector.js'
import { measureRelay } from './lib/distributed-relay.js'
import { runScenario } from './lib/scenario.js'

/**
 * Measures distributed installations, on the Kafka of KAFKA_BROKERS and the MongoDB of MONGODB_URL. No package registry has
 * EventStoreDB. So a scenario uses a test double or the embedded store, and its name says which one.
 */
await runScenario(async (bench) => {
  const engines = await enginesForTests('the distributed benchmark')
  if (engines === null) throw new Error('MONGODB_URL and KAFKA_BROKERS have to be set')
  await measureRelay(bench, engines.kafka)
  await measureProjector(bench, engines.mongo)
  await measureFrames(bench, engines)
})
