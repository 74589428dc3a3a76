import { AsyncLocalStorage } from 'node:async_hooks'
import { Worker } from 'node:worker_threads'
import { TestEnvironment } from 'jest-environment-node'
import { compileSchema } from '../../contracts/compile-schema.mjs'
import { keepShown, noteRunning } from './report.mjs'

const { TEST_REPORT } = process.env

let thread

/** The thread of all files that this process tests, see thread.ts; started when the first one asks for it. */
const sharedThread = () => {
  if (thread === undefined) {
    thread = new Worker(new URL('../sqlite/thread.mjs', import.meta.url), { execArgv: [] })
    thread.unref()
  }
  return thread
}

/** Validators by the text of their schema. */
const validators = new Map()

/**
 * The validator of a schema, compiled when the first file of this process asks for it. A copy of the schema is compiled: the
 * schema itself would keep everything of its file in memory.
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
 * Where a test has failed, `globalThis.whenFailed` of its file is called before anything is taken down. It gives a text
 * about what is there at that moment. The text is printed, and kept in the report of the run.
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
