import { atOnce, dueKind } from './kind.js'

/** A message that is taken back for everybody. It is over when the message is revoked, which ends all work about it. */
export const revoke = dueKind({
  worker: 'gateway',
  subject: 'message',
  waits: true,
  view: 'due-work',
  asks: { 'message.revoke-requested.v1': atOnce },
  ends: { 'message.revoke-failed.v1': true },
})
