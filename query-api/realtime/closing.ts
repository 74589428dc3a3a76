import { CLOSE_CODES, type ServerFrames } from '@guiche/contracts/realtime/realtime.js'
import type { UserDoc } from '@guiche/contracts/views/directory.js'
import type { SocketClient } from './clients.js'
import type { Realtime } from './deps.js'

/** Begins to close a socket: pending frames are sent first, and the watch cuts it after a second. */
export const closeClient = (
  realtime: Pick<Realtime, 'sending' | 'clock'>,
  client: SocketClient,
  { code, reason }: { readonly code: number; readonly reason: string },
): void => {
  if (client.closingSince !== null) return
  realtime.sending.flush(client)
  client.closingSince = realtime.clock.now().getTime()
  client.ws.close(code, reason)
}

/**
 * Tells the sockets of a session that it has ended, and closes them. Sockets of a visit renew their session and return
 * home.
 */
export const endSession = (
  realtime: Realtime,
  clients: Iterable<SocketClient>,
  user: Pick<UserDoc, 'userId' | 'companyId' | 'email'>,
  reason: ServerFrames['auth']['reason'],
): void => {
  const { userId: id, companyId, email } = user
  const [visiting, ended] = [true, false].map((is) =>
    [...clients].filter(({ caller }) => (caller?.visit !== undefined) === is),
  ) as [SocketClient[], SocketClient[]]
  for (const client of visiting) closeClient(realtime, client, CLOSE_CODES.unauthenticated)
  realtime.sending.send(ended, 'auth', companyId, {
    action: 'update',
    user: { id, companyId, email },
    reason,
  })
  for (const client of ended) {
    if (client.caller !== null) realtime.authenticator.forget(client.caller.sessionId)
    closeClient(realtime, client, CLOSE_CODES.sessionEnded)
  }
}
