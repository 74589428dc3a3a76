import { printLine } from '../../testing/print-line.js'
import { createEmbeddedVault } from '../embedded.js'

/** Writes entries and prints each acknowledged key, until killed. */
const vault = await createEmbeddedVault({ dir: String(process.argv[2]), secretKey: Buffer.alloc(32, 1) })
let next = 0
for (let writer = 0; writer < 10; writer++) {
  void (async () => {
    for (;;) {
      const key = `key/${next++}`
      await vault.commit([{ key, value: Buffer.from(key) }])
      printLine(key)
    }
  })()
}
