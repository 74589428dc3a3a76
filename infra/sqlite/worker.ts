import { Worker } from 'node:worker_threads'

/** A worker thread that answers requests in the order they were sent. */
export interface SqliteWorker<Request, Reply> {
  /** Rejects when the worker could not do it, is gone or closed. */
  call(request: Request): Promise<Reply>
  /** As above; `receive` sees the reply at once, and those of several calls in the order of the calls. */
  call<T>(request: Request, receive: (reply: Reply) => T): Promise<T>
  /** Lets what was sent finish, then ends the worker. */
  close(): Promise<void>
}

interface Failed {
  readonly failed: string
}
type Answer<Reply> = Reply | Failed

const hasFailed = (answer: unknown): answer is Failed =>
  typeof answer === 'object' && answer !== null && 'failed' in answer

interface Waiting<Reply> {
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: Error) => void
}

/** Why something failed, in words. Errors of libsql lose theirs on the way out of a worker: their code is all that is left. */
export const reasonOf = (failure: unknown): string => {
  const { message, code } = (failure ?? {}) as { message?: unknown; code?: unknown }
  return String(message ?? code ?? failure)
}
const asError = (failure: unknown): Error =>
  failure instanceof Error ? failure : new Error(reasonOf(failure))

/**
 * Starts a worker file (`.mjs`, see serve.mjs). Calls made in one turn of the loop travel in one message. The worker
 * keeps the process alive only while an answer is awaited. `onDeath` hears of a worker that ended without being closed:
 * nothing brings it back.
 */
export const startWorker = <Request, Reply>(
  file: URL,
  workerData: unknown,
  onDeath: (failure: Error) => void = () => {},
): Promise<SqliteWorker<Request, Reply>> => {
  const worker = new Worker(file, { workerData, execArgv: [] })
  const waiting: Waiting<Reply>[] = []
  let first = 0
  let outgoing: Request[] = []
  let gone: Error | null = null
  let running = false
  let closing: Promise<void> | null = null

  const flush = () => {
    if (outgoing.length === 0) return
    const requests = outgoing
    outgoing = []
    worker.postMessage(requests)
  }
  const settle = (answers: readonly Answer<Reply>[]) => {
    for (const answer of answers) {
      const { resolve, reject } = waiting[first++] as Waiting<Reply>
      if (hasFailed(answer)) reject(new Error(answer.failed))
      else resolve(answer)
    }
    if (first === waiting.length) {
      waiting.length = 0
      first = 0
      worker.unref()
    } else if (first > 10_000) {
      waiting.splice(0, first)
      first = 0
    }
  }
  const fail = (error: Error) => {
    gone ??= error
    for (const { reject } of waiting.splice(0).slice(first)) reject(gone)
    first = 0
  }
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))

  const send = (request: Request, resolve: (reply: Reply) => void, reject: (error: Error) => void): void => {
    if (gone !== null || closing !== null) return reject(gone ?? new Error('closed'))
    if (waiting.length === 0) worker.ref()
    waiting.push({ resolve, reject })
    outgoing.push(request)
    // after all that this turn of the loop brings: what many requests append then travels and commits together
    if (outgoing.length === 1) setImmediate(flush)
  }
  const call = <T>(request: Request, receive?: (reply: Reply) => T): Promise<T | Reply> =>
    new Promise((resolve, reject) => {
      send(request, (reply) => resolve(receive === undefined ? reply : receive(reply)), reject)
    })

  const close = (): Promise<void> => {
    closing ??= (async () => {
      flush()
      worker.ref()
      worker.postMessage('close')
      await exited
    })()
    return closing
  }

  return new Promise((resolve, reject) => {
    worker.on('message', (message: 'ready' | Answer<Reply>[]) => {
      if (message !== 'ready') return settle(message)
      running = true
      worker.unref()
      resolve({ call: call as SqliteWorker<Request, Reply>['call'], close })
    })
    worker.once('error', (failure: unknown) => {
      fail(asError(failure))
      reject(asError(failure))
    })
    void exited.then(() => {
      fail(new Error('the worker has ended'))
      if (running && closing === null && gone !== null) onDeath(gone)
    })
  })
}
