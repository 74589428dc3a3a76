import type { Worker } from 'node:worker_threads'
import type * as Playwright from 'playwright-core'

/** Set by Jest's environment (environment.mjs) for all test files of a process. Undefined outside of Jest. */
interface SharedByFiles {
  readonly sharedThread?: () => Worker
  readonly sharedPlaywright?: () => Promise<typeof Playwright>
}

/**
 * The thread that the embedded engines of tests share, because starting five threads takes longer than most tests. Undefined
 * outside of Jest, where each engine has its own thread, as in the product.
 */
export const sharedThread = (): Worker | undefined => (globalThis as SharedByFiles).sharedThread?.()

/** Playwright, loaded once for all files of a process: loading takes two seconds. */
export const loadPlaywright = (): Promise<typeof Playwright> =>
  (globalThis as SharedByFiles).sharedPlaywright?.() ?? import('playwright-core')
