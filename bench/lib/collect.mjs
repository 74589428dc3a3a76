// Preloaded into a product that is measured: SIGUSR2 collects its garbage, so that what is left is what is in use.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  setFlagsFromString('--expose-gc')
  // only a context that is made from here on has it
  const gc = runInNewContext('gc')
  process.on('SIGUSR2', () => gc())
}
