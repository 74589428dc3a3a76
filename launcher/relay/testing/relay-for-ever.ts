import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import { printLine } from '../../../infra/testing/print-line.js'
import { startRelay } from '../relay.js'

/** Relays a store and prints each reached position, until killed. It does not write a checkpoint in time. */
const [dir = '', brokers = '', prefix = '', checkpointEvery = '1000'] = process.argv.slice(2)
const eventStore = await createEmbeddedEventStore({ dir })
const relay = await startRelay({
  eventStore,
  brokers,
  prefix,
  name: 'killed',
  batchSize: 50,
  checkpointEvery: Number(checkpointEvery),
})
let said = ''
for (;;) {
  if (relay.position() !== said) {
    said = relay.position()
    printLine(said)
  }
  await new Promise((resolve) => setImmediate(resolve))
}
