import { dueKind, plusMs } from './kind.js'

const ERASE_AFTER_MS = 30_000

/**
 * A contact whose streams must be removed. The command removes them at once; the due work finishes an
 * interrupted erasure.
 */
export const eraseKind = dueKind({
  worker: 'command-api',
  subject: 'contact',
  view: 'due-work',
  asks: { 'contact.erasing.v1': ({ time }) => ({ dueAt: plusMs(time, ERASE_AFTER_MS) }) },
  ends: {},
})
