import { AsyncLocalStorage } from 'node:async_hooks'
import { Worker } from 'node:worker_threads'
import { TestEnvironment } from 'jest-environment-node'
import { compileSchema } from '../../contracts/compile-schema.mjs'
import { keepShown, noteRunning } from './report.mjs'

const { TEST_REPORT } = process.env

let thread

/** The worker thread that all test files of this process share, see thread.ts. Started at the first use. */
const sharedThread = () => {
  if (thread === undefined) {
    thread = new Worker(new URL('../sqlite/thread.mjs', import.meta.url), { execArgv: [] })
    thread.unref()
  }
  return thread
}

/** Validators by the JSON text of their schema. */
const validators = new Map()

/**
 * The validator of a schema, compiled at its first use in this process. A copy of the schema is compiled, because the schema
 * itself would keep its test file's modules in memory.
 */
const sharedSchema = (schema) => {
  const text = JSON.stringify(schema)
  const known = validators.get(text)
  if (known !== undefined) return known
  const validator = compileSchema(JSON.parse(text))
  validators.set(text, validator)
  return validator
}

/**
 * The AsyncLocalStorages that a file has used. Before Node 24 every promise visits each of them, and Jest creates one for each
 * file: later files became slower.
 */
const used = new Set()
const { run } = AsyncLocalStorage.prototype
AsyncLocalStorage.prototype.run = function (...args) {
  used.add(this)
  return run.apply(this, args)
}

/**
 * If a test fails, the environment calls `globalThis.whenFailed` of the file before anything is removed. The function gives a
 * text about the current state, which is printed and stored in the report.
 */
export default class extends TestEnvironment {
  #path
  #ended = () => undefined
  constructor(config, context) {
    super(config, context)
    this.#path = context.testPath
  }
  async setup() {
    await super.setup()
    this.global.sharedThread = sharedThread
    this.global.sharedSchema = sharedSchema
    this.global.sharedPlaywright = () => import('playwright-core')
    if (TEST_REPORT !== undefined) this.#ended = noteRunning(TEST_REPORT, this.#path)
  }
  async teardown() {
    for (const storage of used) storage.disable()
    used.clear()
    await super.teardown()
    this.#ended()
  }
  async handleTestEvent({ name }) {
    if (name !== 'test_fn_failure' && name !== 'hook_failure') return
    const text = await this.global.whenFailed?.()
    if (text === undefined) return
    process.stdout.write(`${text}\n`)
    if (TEST_REPORT !== undefined) keepShown(TEST_REPORT, this.#path, text)
  }
}
