import { dueKind } from './kind.js'

/** A visit that ends by its time. Access ends by itself at that moment; this tells both companies that it did. */
export const visit = dueKind({
  worker: 'command-api',
  subject: 'user',
  view: { version: 1 },
  asks: { 'user.visit-began.v1': ({ data }) => ({ dueAt: data.until, body: data.sessionId }) },
  ends: { 'user.visit-left.v1': true },
})
