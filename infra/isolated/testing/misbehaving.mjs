// A process for the tests of isolation: runs the named task.
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'

const [{ what, path }] = await once(process, 'message')
const tasks = {
  environment: () => process.send({ names: Object.keys(process.env) }),
  limits: () => process.send({ limits: readFileSync('/proc/self/limits', 'utf8') }),
  write: () => {
    process.on('SIGXFSZ', () => undefined)
    writeFileSync(path, 'written')
    process.send({ written: true })
  },
  loop: () => {
    for (;;);
  },
  heap: () => {
    const kept = []
    for (;;) kept.push(Array.from({ length: 1000 }, Math.random))
  },
  buffers: () => {
    const kept = []
    for (;;) kept.push(Buffer.alloc(100 * 1024 * 1024, 1))
  },
  end: () => process.exit(0),
  wasm: () => {
    const memory = new WebAssembly.Memory({ initial: 16 })
    process.send({ bytes: memory.buffer.byteLength })
  },
}
tasks[what]()
