import { within } from '@guiche/infra/within.js'
import type { WASocket } from '@whiskeysockets/baileys'

/**
 * Asks the server to unlink this device. Resolves with its answer, or after 3 s. The socket has to stay open until
 * then: otherwise the server may never read the request.
 */
export const unlinkDevice = async (socket: Pick<WASocket, 'query'>, me: string): Promise<void> => {
  const removal = { tag: 'remove-companion-device', attrs: { jid: me, reason: 'user_initiated' } }
  const node = {
    tag: 'iq',
    attrs: { to: '@s.whatsapp.net', type: 'set', xmlns: 'md' },
    content: [removal],
  }
  const asked: Promise<unknown> = socket.query(node)
  await within(
    asked.catch(() => undefined),
    3_000,
    undefined,
  )
}
