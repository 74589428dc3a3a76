import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { Scrubbed } from './database.mjs'

/** Sends requests; answers come in the order of the requests. */
export interface Calls<Request, Reply> {
  /** Rejects when the worker failed, has exited or is closed. */
  call(request: Request): Promise<Reply>
  /** Like `call`, but `receive` gets the reply at once, and replies of several calls in the order of the calls. */
  call<T>(request: Request, receive: (reply: Reply) => T): Promise<T>
  /** Waits for sent requests, then ends the worker, or this port to it. */
  close(): Promise<void>
}

/** A worker in a thread. */
export interface SqliteWorker<Request, Reply> extends Calls<Request, Reply> {
  /** Overwrites removed data that the file may still contain, in steps between other calls. */
  scrub(): Promise<void>
  /** A port to the worker for another thread, which calls the worker by `callsOver`. */
  connect(): MessagePort
}

/** Maximum of the pause between attempts of scrubbing while a reader blocks it, in milliseconds. */
const WAIT_MS = 500

interface FailedReply {
  readonly failed: string
}
type Answer<Reply> = Reply | FailedReply

const hasFailed = (answer: unknown): answer is FailedReply =>
  typeof answer === 'object' && answer !== null && 'failed' in answer

interface WaitingRequest<Reply> {
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: Error) => void
}

/**
 * The reason of a failure as text. Errors of libsql lose their message on the way out of a worker: only their
 * code is left.
 */
export const reasonOf = (failure: unknown): string => {
  const { message, code } = (failure ?? {}) as { message?: unknown; code?: unknown }
  return String(message ?? code ?? failure)
}
const asError = (failure: unknown): Error =>
  failure instanceof Error ? failure : new Error(reasonOf(failure))

/**
 * The callers' side: calls of one turn of the event loop are sent in one message. `keep`: called with whether
 * an answer is awaited.
 */
const createCalls = <Request, Reply>(
  port: Pick<MessagePort, 'postMessage'>,
  keep: (awaited: boolean) => void,
) => {
  const waiting: WaitingRequest<Reply>[] = []
  let first = 0
  let outgoing: Request[] = []
  let over: Error | null = null

  const flush = () => {
    if (outgoing.length === 0) return
    const requests = outgoing
    outgoing = []
    port.postMessage(requests)
  }
  const settle = (answers: readonly Answer<Reply>[]) => {
    for (const answer of answers) {
      const { resolve, reject } = waiting[first++] as WaitingRequest<Reply>
      if (hasFailed(answer)) reject(new Error(answer.failed))
      else resolve(answer)
    }
    if (first === waiting.length) {
      waiting.length = 0
      first = 0
      keep(false)
    } else if (first > 10_000) {
      waiting.splice(0, first)
      first = 0
    }
  }
  /** Rejects all waiting and all later calls. */
  const fail = (error: Error): Error => {
    over ??= error
    for (const { reject } of waiting.splice(0).slice(first)) reject(error)
    first = 0
    return error
  }
  /** Waiting calls are still answered; later calls are rejected. */
  const end = (): void => {
    over ??= new Error('closed')
    flush()
  }
  const send = (request: Request, resolve: (reply: Reply) => void, reject: (error: Error) => void): void => {
    if (over !== null) return reject(over)
    if (waiting.length === 0) keep(true)
    waiting.push({ resolve, reject })
    outgoing.push(request)
    // after everything of this turn of the event loop, so that appends of many requests are sent and
    // committed together
    if (outgoing.length === 1) setImmediate(flush)
  }
  const call = <T>(request: Request, receive?: (reply: Reply) => T): Promise<T | Reply> =>
    new Promise((resolve, reject) => {
      send(request, (reply) => resolve(receive === undefined ? reply : receive(reply)), reject)
    })
  return { call: call as Calls<Request, Reply>['call'], settle, fail, end }
}

/** Calls over a port of `connect`, from any thread. */
export const callsOver = <Request, Reply>(port: MessagePort): Calls<Request, Reply> => {
  const calls = createCalls<Request, Reply>(port, (awaited) => (awaited ? port.ref() : port.unref()))
  const closed = new Promise<void>((resolve) => port.once('close', () => resolve()))
  let closing: Promise<void> | null = null
  port.on('message', calls.settle)
  void closed.then(() => calls.fail(new Error('closed')))
  port.unref()
  return {
    call: calls.call,
    close: () => {
      closing ??= (async () => {
        calls.end()
        port.ref()
        port.postMessage('close')
        await closed
      })()
      return closing
    },
  }
}

const THREAD = new URL('./thread.mjs', import.meta.url)

/** A thread for workers. It keeps the process alive only while an answer of a worker is awaited. */
export const startThread = (): Worker => {
  const thread = new Worker(THREAD, { execArgv: [] })
  thread.unref()
  return thread
}

export interface WorkerOptions {
  /** called if the worker ends without `close`; the worker is not restarted */
  readonly onDeath?: ((failure: Error) => void) | undefined
  /**
   * a thread that several workers share; without it the worker has its own thread, which ends with the worker
   */
  readonly thread?: Worker | undefined
}

/**
 * Starts a worker file: a `.mjs` whose function `open` takes `data` and gives the functions that serve.mjs
 * needs. The worker keeps the process alive only while an answer is awaited. Rejects if the worker cannot be
 * opened.
 */
export const startWorker = <Request, Reply>(
  file: URL,
  data: unknown,
  { onDeath = () => {}, thread: shared }: WorkerOptions = {},
): Promise<SqliteWorker<Request, Reply>> => {
  const thread = shared ?? startThread()
  const { port1: port, port2: itsPort } = new MessageChannel()
  const calls = createCalls<Request, Reply>(port, (awaited) => (awaited ? port.ref() : port.unref()))
  let death = new Error('the worker has ended')
  let closing: Promise<void> | null = null
  const onError = (failure: unknown) => {
    death = asError(failure)
  }
  let onExit = () => {}
  const exited = new Promise<void>((resolve) => {
    onExit = resolve
  })
  thread.once('error', onError).once('exit', onExit)
  const closed = new Promise<void>((resolve) => port.once('close', () => resolve()))

  /** Ends the worker's thread, or its place in a shared thread. */
  const leave = async (): Promise<void> => {
    if (shared === undefined) {
      thread.ref()
      thread.postMessage('end')
      await exited
    }
    thread.off('error', onError).off('exit', onExit)
  }
  const close = (): Promise<void> => {
    closing ??= (async () => {
      calls.end()
      port.ref()
      port.postMessage('close')
      await closed
      await leave()
    })()
    return closing
  }
  const connect = (): MessagePort => {
    const { port1, port2 } = new MessageChannel()
    port.postMessage(port1, [port1])
    return port2
  }

  const scrub = async (): Promise<void> => {
    let wait = 0
    for (;;) {
      const scrubbed = (await calls.call('scrub' as Request)) as Scrubbed
      if (scrubbed === 'done') return
      wait = scrubbed === 'more' ? 0 : Math.min(wait + 1, WAIT_MS)
      // other tasks get a turn before the next step
      await new Promise((resolve) => setTimeout(resolve, wait).unref())
    }
  }

  return new Promise((resolve, reject) => {
    let running = false
    port.on('message', (message: 'ready' | FailedReply | Answer<Reply>[]) => {
      if (Array.isArray(message)) return calls.settle(message)
      if (hasFailed(message)) {
        closing = leave()
        return reject(calls.fail(new Error(message.failed)))
      }
      running = true
      port.unref()
      resolve({ call: calls.call, scrub, close, connect })
    })
    void closed.then(async () => {
      if (closing !== null) return void calls.fail(new Error('closed'))
      // the port of a dying thread may close before the reason is known
      await exited
      reject(calls.fail(death))
      if (running) onDeath(death)
    })
    thread.postMessage({ file: file.href, data, port: itsPort }, [itsPort])
  })
}
