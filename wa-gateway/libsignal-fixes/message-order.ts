import type { BinaryNode, WASocket } from '@whiskeysockets/baileys'

const MESSAGE = 'CB:message'

/**
 * Makes the package handle messages in order. By default it looks up a new contact before it queues a message, so that
 * later messages overtake it. Call before the socket opens.
 */
export const keepMessageOrder = (ws: WASocket['ws']): void => {
  const handlers = ws.listeners(MESSAGE) as ((node: BinaryNode) => unknown)[]
  ws.removeAllListeners(MESSAGE)
  let handled: Promise<unknown> = Promise.resolve()
  ws.on(MESSAGE, (node: BinaryNode) => {
    handled = handled.then(() => Promise.allSettled(handlers.map(async (handle) => handle(node))))
  })
}
