// The worker's side of worker.ts.
import { parentPort, receiveMessageOnPort } from 'node:worker_threads'

/**
 * Answers calls in the order they came. All that queued while the last batch ran makes the next batch, so one
 * transaction, and one wait for the disk, serves many callers (group commit).
 * @param {object} options
 * @param {(requests: unknown[]) => unknown[]} options.handle answers a batch: one reply a request, an Error for a failed one
 * @param {() => void} options.close ends the connection
 * @param {number} [options.maxBatch] requests a batch at most
 */
export const serve = ({ handle, close, maxBatch = 1000 }) => {
  // An Error of another realm is not an instance of ours, so failures travel as plain objects.
  const asReply = (reply) => (reply instanceof Error ? { failed: reply.message } : reply)

  const answer = (requests) => {
    let replies
    try {
      replies = handle(requests)
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error))
      replies = requests.map(() => failure)
    }
    parentPort.postMessage(replies.map(asReply))
  }

  parentPort.on('message', (first) => {
    let requests = []
    for (let next = { message: first }; next !== undefined; next = receiveMessageOnPort(parentPort)) {
      if (next.message === 'close') {
        if (requests.length > 0) answer(requests)
        close()
        parentPort.close()
        return
      }
      requests.push(...next.message)
      if (requests.length >= maxBatch) {
        answer(requests)
        requests = []
      }
    }
    if (requests.length > 0) answer(requests)
  })
  parentPort.postMessage('ready')
}
