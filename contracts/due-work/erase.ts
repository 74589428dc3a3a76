import { after, dueKind } from './kind.js'

const ERASE_AFTER_MS = 30_000

/** A contact whose streams are to be removed. Whoever asked does that at once: this is for what that leaves undone. */
export const erase = dueKind({
  worker: 'command-api',
  subject: 'contact',
  view: 'due-work',
  asks: { 'contact.erasing.v1': ({ time }) => ({ dueAt: after(time, ERASE_AFTER_MS) }) },
  ends: {},
})
