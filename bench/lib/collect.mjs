// Preloaded into the measured product: SIGUSR2 collects garbage, so that only memory in use is measured.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  setFlagsFromString('--expose-gc')
  // Only contexts created after the flag was set have `gc`.
  const gc = runInNewContext('gc')
  process.on('SIGUSR2', () => gc())
}
