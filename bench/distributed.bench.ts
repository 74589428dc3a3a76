import { enginesForTests } from '../launcher/testing/installation.js'
import { measureFrames } from './lib/distributed-frames.js'
import { measureProjector } from './lib/distributed-projector.js'
import { measureRelay } from './lib/distributed-relay.js'
import { scenario } from './lib/scenario.js'

/**
 * The distributed way on the Kafka and MongoDB that KAFKA_BROKERS and MONGODB_URL name. There is no EventStoreDB in any
 * package registry: what ran on its double, or on the embedded store in its place, says so in its name.
 */
await scenario(async (bench) => {
  const engines = await enginesForTests('the distributed benchmark')
  if (engines === null) throw new Error('MONGODB_URL and KAFKA_BROKERS have to be set')
  await measureRelay(bench, engines.kafka)
  await measureProjector(bench, engines.mongo)
  await measureFrames(bench, engines)
})
