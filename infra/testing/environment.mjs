import { AsyncLocalStorage } from 'node:async_hooks'
import { Worker } from 'node:worker_threads'
import { TestEnvironment } from 'jest-environment-node'

let thread

/** The thread of all files that this process tests, see thread.ts; started when the first one asks for it. */
const sharedThread = () => {
  if (thread === undefined) {
    thread = new Worker(new URL('../sqlite/thread.mjs', import.meta.url), { execArgv: [] })
    thread.unref()
  }
  return thread
}

/**
 * The storages that a file has used. Before Node 24 every promise walks through all of them, and Jest makes one for each file:
 * the later a file came, the slower it was.
 */
const used = new Set()
const { run } = AsyncLocalStorage.prototype
AsyncLocalStorage.prototype.run = function (...args) {
  used.add(this)
  return run.apply(this, args)
}

/**
 * Where a test has failed, what its file has put into `globalThis.whenFailed` is called before anything is taken down, so
 * that a report says what was there at that moment.
 */
export default class extends TestEnvironment {
  async setup() {
    await super.setup()
    this.global.sharedThread = sharedThread
  }
  async teardown() {
    for (const storage of used) storage.disable()
    used.clear()
    await super.teardown()
  }
  async handleTestEvent({ name }) {
    if (name === 'test_fn_failure' || name === 'hook_failure') await this.global.whenFailed?.()
  }
}
