import { dueKind } from './kind.js'

/** A visit with a time limit. Access ends at that time in any case; the work records the end in both companies. */
export const visitKind = dueKind({
  worker: 'command-api',
  subject: 'user',
  view: { version: 1 },
  asks: { 'user.visit-began.v1': ({ data }) => ({ dueAt: data.until, body: data.sessionId }) },
  ends: { 'user.visit-left.v1': true },
})
