import { after, dueKind } from './kind.js'

/** Milliseconds after which all work that was running at a company's erasure has ended. */
const ONCE_MORE_MS = 600_000

/** A company to be erased; after the erasure, a search for late arrivals. */
export const closure = dueKind({
  worker: 'command-api',
  subject: 'closure',
  view: { version: 1 },
  asks: {
    'closure.begun.v1': () => ({ later: true }),
    'closure.swept.v1': ({ time }) => ({ dueAt: after(time, ONCE_MORE_MS), later: true }),
  },
  ends: {},
})
