import type { BinaryNode, WASocket } from '@whiskeysockets/baileys'

const MESSAGE = 'CB:message'

/**
 * Has the package handle messages one after another, as they came. By itself it notes who a new contact is before it
 * queues a message, and what the contact writes meanwhile overtakes it. To be called before the socket opens.
 */
export const handleInOrder = (ws: WASocket['ws']): void => {
  const handlers = ws.listeners(MESSAGE) as ((node: BinaryNode) => unknown)[]
  ws.removeAllListeners(MESSAGE)
  let handled: Promise<unknown> = Promise.resolve()
  ws.on(MESSAGE, (node: BinaryNode) => {
    handled = handled.then(() => Promise.allSettled(handlers.map(async (handle) => handle(node))))
  })
}
