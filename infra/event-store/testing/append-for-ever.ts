import { printLine } from '../../testing/print-line.js'
import { createEmbeddedEventStore } from '../embedded.js'
import { settingChanged } from './setting-changed.js'

/** Appends through twenty writers and says each id that was acknowledged, until it is killed. */
const store = await createEmbeddedEventStore({ dir: String(process.argv[2]) })
for (let writer = 0; writer < 20; writer++) {
  void (async () => {
    for (;;) {
      const event = settingChanged()
      const result = await store.append(`settings-${writer}`, 'any', [event])
      if (result.ok) printLine(event.id)
    }
  })()
}
