/** Frames of the WhatsApp library and of its encryption. */
export const OF_LIBRARY = /[\\/](libsignal|whatsapp-rust-bridge|@whiskeysockets)[\\/]/

const OF_NODE = /\(?node:/
const OF_PACKAGE = /[\\/]node_modules[\\/]/

/**
 * Whether a failure that nobody awaited happened inside the WhatsApp library: of the frames that are not Node's and
 * not another package's, the innermost is the library's. The session it belongs to notices for itself, by the end of
 * its line or by an answer that does not come; everybody else's sessions must not end with it. A failure of our own
 * code is none, whoever called it.
 */
export const isLibraryFault = (failure: unknown): boolean => {
  if (!(failure instanceof Error)) return false
  const frames = (failure.stack ?? '').split('\n').filter((line) => /^\s+at .*[\\/].*:\d+:\d+\)?$/.test(line))
  const innermost = frames.find(
    (frame) => OF_LIBRARY.test(frame) || !(OF_NODE.test(frame) || OF_PACKAGE.test(frame)),
  )
  return innermost !== undefined && OF_LIBRARY.test(innermost)
}
