import type { Worker } from 'node:worker_threads'

/**
 * The thread that embedded engines of tests run in together: to start one for each of five engines takes longer than most
 * tests. Undefined outside of Jest, where each engine has its own, as in the product.
 */
export const sharedThread = (): Worker | undefined =>
  (globalThis as { sharedThread?: () => Worker }).sharedThread?.()
