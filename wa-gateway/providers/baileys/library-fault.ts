/** Frames of the WhatsApp library and of its encryption. */
export const LIBRARY_PATH = /[\\/](libsignal|whatsapp-rust-bridge|@whiskeysockets)[\\/]/

const OF_NODE = /\(?node:/
const OF_PACKAGE = /[\\/]node_modules[\\/]/

/**
 * Whether an unhandled failure happened inside the WhatsApp library. Decided by the innermost stack frame, without
 * frames of Node and other packages. The affected session recovers by itself, so the process goes on.
 */
export const isLibraryFault = (failure: unknown): boolean => {
  if (!(failure instanceof Error)) return false
  const frames = (failure.stack ?? '').split('\n').filter((line) => /^\s+at .*[\\/].*:\d+:\d+\)?$/.test(line))
  const innermost = frames.find(
    (frame) => LIBRARY_PATH.test(frame) || !(OF_NODE.test(frame) || OF_PACKAGE.test(frame)),
  )
  return innermost !== undefined && LIBRARY_PATH.test(innermost)
}
