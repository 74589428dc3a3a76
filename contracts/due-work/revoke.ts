import { dueAtOnce, dueKind } from './kind.js'

/** A message deleted for everybody. The event `revoked` ends all work about the message. */
export const revokeKind = dueKind({
  worker: 'gateway',
  subject: 'message',
  waits: true,
  view: 'due-work',
  asks: { 'message.revoke-requested.v1': dueAtOnce },
  ends: { 'message.revoke-failed.v1': true },
})
