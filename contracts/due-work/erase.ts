import { after, dueKind } from './kind.js'

const ERASE_AFTER_MS = 30_000

/** A contact whose streams must be removed. The command does so at once; the due work finishes a broken erasure. */
export const erase = dueKind({
  worker: 'command-api',
  subject: 'contact',
  view: 'due-work',
  asks: { 'contact.erasing.v1': ({ time }) => ({ dueAt: after(time, ERASE_AFTER_MS) }) },
  ends: {},
})
