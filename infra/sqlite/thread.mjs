// The thread of worker.ts: opens worker files on request, each with its own port.
import { parentPort } from 'node:worker_threads'
import { serve } from './serve.mjs'

parentPort.on('message', async (message) => {
  if (message === 'end') return parentPort.close()
  const { file, data, port } = message
  try {
    const { open } = await import(file)
    serve(port, open(data))
  } catch (error) {
    // errors of libsql lose their words on the way out of a thread, so these go as text
    port.postMessage({ failed: error instanceof Error ? error.message : String(error) })
    port.close()
  }
})
