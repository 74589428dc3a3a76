// The worker's side of worker.ts.
import { MessagePort, receiveMessageOnPort } from 'node:worker_threads'

/**
 * Answers calls in the order they came. All that queued while the last batch ran makes the next batch, so one
 * transaction, and one wait for the disk, serves many callers (group commit).
 * @param {MessagePort} own the port that ends the worker when it is closed
 * @param {object} options
 * @param {(requests: unknown[]) => unknown[]} options.handle answers a batch: one reply a request, an Error for a failed one
 * @param {() => import('./database.d.mts').Scrubbed} [options.scrub] a step of overwriting what was removed
 * @param {() => void} options.close ends the connection
 * @param {number} [options.maxBatch] requests a batch at most
 */
export const serve = (own, { handle, scrub = () => 'done', close, maxBatch = 1000 }) => {
  // An Error of another realm is not an instance of ours, so failures travel as plain objects.
  const asReply = (reply) => (reply instanceof Error ? { failed: reply.message } : reply)

  const attempt = (work, requests) => {
    try {
      return work()
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error))
      return requests.map(() => failure)
    }
  }
  const answer = (port, requests) => {
    const asked = requests.filter((request) => request !== 'scrub')
    const replies = asked.length === 0 ? [] : attempt(() => handle(asked), asked)
    // after the requests that came with it
    const [scrubbed] = asked.length === requests.length ? [] : attempt(() => [scrub()], ['scrub'])
    let next = 0
    port.postMessage(requests.map((request) => asReply(request === 'scrub' ? scrubbed : replies[next++])))
  }

  const ports = new Set()
  const end = () => {
    close()
    for (const port of ports) port.close()
  }
  /** Serves a port as long as it is open: first its own port, then the ports of other threads. */
  const listen = (port) => {
    ports.add(port)
    port.on('close', () => ports.delete(port))
    port.on('message', (first) => {
      let requests = []
      for (let next = { message: first }; next !== undefined; next = receiveMessageOnPort(port)) {
        const { message } = next
        if (message === 'close') {
          if (requests.length > 0) answer(port, requests)
          return port === own ? end() : port.close()
        }
        if (message instanceof MessagePort) {
          listen(message)
          continue
        }
        requests.push(...message)
        if (requests.length >= maxBatch) {
          answer(port, requests)
          requests = []
        }
      }
      if (requests.length > 0) answer(port, requests)
    })
  }
  listen(own)
  own.postMessage('ready')
}
