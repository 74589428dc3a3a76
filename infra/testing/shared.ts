/** What Jest's environment gives to all files that one process tests (environment.mjs). Undefined outside of Jest. */
import type { Worker } from 'node:worker_threads'
import type * as Playwright from 'playwright-core'

interface Shared {
  readonly sharedThread?: () => Worker
  readonly sharedPlaywright?: () => Promise<typeof Playwright>
}

/**
 * The thread that embedded engines of tests run in together: to start one for each of five engines takes longer than most
 * tests. Undefined outside of Jest, where each engine has its own, as in the product.
 */
export const sharedThread = (): Worker | undefined => (globalThis as Shared).sharedThread?.()

/** Playwright, loaded once for all files of a process: to load it takes two seconds. */
export const playwright = (): Promise<typeof Playwright> =>
  (globalThis as Shared).sharedPlaywright?.() ?? import('playwright-core')
