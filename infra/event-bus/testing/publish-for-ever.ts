import { TOPICS } from '@guiche/contracts/bus/topics.js'
import { createEmbeddedEventStore } from '../../event-store/embedded.js'
import { printLine } from '../../testing/print-line.js'
import { createEmbeddedEventBus } from '../embedded.js'

/** Publishes reports and prints each acknowledged number, until killed. */
const dir = String(process.argv[2])
const bus = await createEmbeddedEventBus({ eventStore: await createEmbeddedEventStore({ dir }), dir })
let next = 0
for (let publisher = 0; publisher < 20; publisher++) {
  void (async () => {
    for (;;) {
      const n = next++
      await bus.publish(TOPICS.reports, [{ key: 1, value: { n } }])
      printLine(String(n))
    }
  })()
}
