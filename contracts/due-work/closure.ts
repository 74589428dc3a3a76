import { dueKind, plusMs } from './kind.js'

/** Milliseconds after the start of an erasure by which all running work of the company has ended. */
const ONCE_MORE_MS = 600_000

/** A company to be erased; after the erasure, a sweep for data that arrived late. */
export const closureKind = dueKind({
  worker: 'command-api',
  subject: 'closure',
  view: { version: 1 },
  asks: {
    'closure.begun.v1': () => ({ later: true }),
    'closure.swept.v1': ({ time }) => ({ dueAt: plusMs(time, ONCE_MORE_MS), later: true }),
  },
  ends: {},
})
