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
 * Where a test has failed, what its file has put into `globalThis.whenFailed` is called before anything is taken down, so
 * that a report says what was there at that moment.
 */
export default class extends TestEnvironment {
  async setup() {
    await super.setup()
    this.global.sharedThread = sharedThread
  }
  async handleTestEvent({ name }) {
    if (name === 'test_fn_failure' || name === 'hook_failure') await this.global.whenFailed?.()
  }
}
