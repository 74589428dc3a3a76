import { CLOSE, type ServerFrames } from '@guiche/contracts/realtime.js'
import type { UserDoc } from '@guiche/contracts/views/directory.js'
import type { Realtime } from './deps.js'
import type { Peer } from './peers.js'

/** Begins to close a socket; what waits for it is written before, and the watch cuts it after a second. */
export const closePeer = (
  realtime: Pick<Realtime, 'sending' | 'clock'>,
  peer: Peer,
  { code, reason }: { readonly code: number; readonly reason: string },
): void => {
  if (peer.closingSince !== null) return
  realtime.sending.flush(peer)
  peer.closingSince = realtime.clock.now().getTime()
  peer.ws.close(code, reason)
}

/** Tells the sockets of a session that it has ended, and closes them. */
export const endSession = (
  realtime: Realtime,
  peers: Iterable<Peer>,
  user: Pick<UserDoc, 'userId' | 'companyId' | 'email'>,
  reason: ServerFrames['auth']['reason'],
): void => {
  const { userId: id, companyId, email } = user
  const ended = [...peers]
  realtime.sending.send(ended, 'auth', companyId, {
    action: 'update',
    user: { id, companyId, email },
    reason,
  })
  for (const peer of ended) {
    if (peer.caller !== null) realtime.authenticator.forget(peer.caller.sessionId)
    closePeer(realtime, peer, CLOSE.sessionEnded)
  }
}
