import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { START } from '@guiche/contracts/envelope.js'
import { type ErrorCode, statusOf } from '@guiche/contracts/errors.js'
import { CLOSE, SOCKET_LIMITS } from '@guiche/contracts/realtime.js'
import { originAllowed } from '@guiche/infra/http/origin.js'
import { refuseUpgrade } from '@guiche/infra/http/refuse-upgrade.js'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { adminsOf } from './audience.js'
import { closePeer } from './closing.js'
import type { Realtime } from './deps.js'
import { frameOf, type JoiningFrame, type OnFrame } from './on-frame.js'
import type { Online } from './online.js'
import { newPeer, type Peer } from './peers.js'
import { sessionFrame } from './session-frame.js'

/** Sockets that have not said yet who they are, all together. */
const MOST_UNKNOWN = 2000

/** Takes sockets in and listens to them. */
export const createSockets = (realtime: Realtime, parts: { onFrame: OnFrame; online: Online }) => {
  const {
    peers,
    sending,
    clock,
    logger,
    authenticator,
    tokens,
    records,
    readStore,
    views,
    codes,
    companies,
  } = realtime
  const { onFrame, online } = parts
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: SOCKET_LIMITS.frameBytes,
  })
  const unknown = new Set<Peer>()

  /** `event`: of the frame that is refused */
  const tell = (peer: Peer, code: ErrorCode, event?: string): void => {
    sending.send([peer], 'error', peer.caller?.companyId ?? 0, {
      code,
      ...(event !== undefined && { event }),
    })
  }
  const violated = (peer: Peer, reason: string): void =>
    closePeer(realtime, peer, { ...CLOSE.policy, reason })

  const position = async (companyId: number): Promise<string> => {
    const partition = realtime.partitionOf(companyId)
    const checkpoint = await readStore.checkpoint(await views.view('inbox'), partition)
    return `${partition}:${checkpoint?.position ?? START}`
  }

  const showCodes = async (peer: Peer, companyId: number): Promise<void> => {
    if (!adminsOf(peers, companyId).includes(peer)) return
    for (const connection of await records.connections(companyId)) {
      const shown = codes.get(connection.connectionId)
      if (shown.qrcode === '' && shown.pairingCode === '') continue
      sending.send([peer], 'session', companyId, sessionFrame(connection, shown))
    }
  }

  const authenticate = async (peer: Peer, token: string): Promise<void> => {
    peer.checking = true
    const claims = await tokens.verify(token, clock.now())
    const found = await authenticator.byToken(token)
    if (!found.ok || !claims.ok) {
      const code = found.ok ? 'ERR_INVALID_TOKEN' : found.error.code
      tell(peer, code)
      return closePeer(realtime, peer, statusOf(code) === 401 ? CLOSE.sessionEnded : CLOSE.unauthenticated)
    }
    const caller = found.value
    const { companyId, userId } = caller
    if (!companies.has(companyId)) {
      const company = await records.company(companyId)
      if (company !== null) companies.set(companyId, company)
    }
    const at = await position(companyId)
    if (peer.closingSince !== null || !peers.all.has(peer)) return
    unknown.delete(peer)
    peers.enter(peer, caller)
    // the session may have ended while we looked: its frame would have missed this socket
    if ((await records.session(caller.sessionId)) === null) {
      tell(peer, 'ERR_SESSION_EXPIRED')
      return closePeer(realtime, peer, CLOSE.sessionEnded)
    }
    peer.checking = false
    const [oldest] = peers.ofUser(userId)
    if (peers.ofUser(userId).size > SOCKET_LIMITS.socketsOfAUser && oldest !== undefined) {
      violated(oldest, 'newer sockets of the same user took its place')
    }
    peer.onlineSaidAt = clock.now().getTime()
    online.came(companyId, userId)
    sending.send([peer], 'ready', companyId, { userId, position: at })
    const seconds = Math.ceil(realtime.stale?.() ?? 0)
    if (seconds > 0) sending.send([peer], 'stale', companyId, { seconds })
    if (caller.profile === 'admin') await showCodes(peer, companyId)
    for (let frame = peer.early?.shift(); frame !== undefined; frame = peer.early?.shift()) {
      await obey(peer, frame)
    }
    peer.early = null
  }

  const obey = async (peer: Peer, frame: JoiningFrame): Promise<void> => {
    if (peer.caller === null || peer.closingSince !== null) return
    try {
      const done = await onFrame.handle(peer, peer.caller, frame)
      if (!done.ok) tell(peer, done.error.code, frame.event)
    } catch (failure) {
      logger.error({ err: failure }, 'a frame of a client failed')
      tell(peer, 'ERR_INTERNAL', frame.event)
    }
  }

  const tooMany = (peer: Peer): boolean => {
    const second = Math.floor(clock.now().getTime() / 1000)
    peer.frames = peer.second === second ? peer.frames + 1 : 1
    peer.second = second
    return peer.frames > SOCKET_LIMITS.framesASecond
  }

  const receive = async (peer: Peer, data: RawData, isBinary: boolean): Promise<void> => {
    if (peer.closingSince !== null) return
    if (isBinary) return violated(peer, 'a binary frame')
    if (peer.early === null && tooMany(peer)) return violated(peer, 'too many frames a second')
    const frame = frameOf(data.toString())
    if (frame === null) return violated(peer, 'a frame that the protocol does not know')
    if (frame.event === 'authenticate') {
      if (peer.caller !== null || peer.checking) return violated(peer, 'a second authenticate')
      return authenticate(peer, frame.data.token)
    }
    if (peer.early === null) return obey(peer, frame)
    if (peer.early.length >= SOCKET_LIMITS.framesBeforeReady)
      return violated(peer, 'too many frames before ready')
    peer.early.push(frame)
  }

  const leave = (peer: Peer): void => {
    unknown.delete(peer)
    peers.remove(peer)
    onFrame.gone(peer)
    if (peer.caller === null) return
    const { companyId, userId } = peer.caller
    online.went(companyId, userId)
    if (peers.ofCompany(companyId).size === 0) companies.delete(companyId)
  }

  const accept = (ws: WebSocket, stream: Duplex): void => {
    const peer = newPeer(ws, stream, clock.now().getTime())
    peers.connect(peer)
    unknown.add(peer)
    ws.on('message', (data, isBinary) => {
      receive(peer, data, isBinary).catch((failure: unknown) => {
        logger.error({ err: failure }, 'a frame of a client failed')
        tell(peer, 'ERR_INTERNAL')
      })
    })
    ws.on('pong', () => {
      peer.alive = true
    })
    // too long or broken frames: ws closes the socket itself
    ws.on('error', () => {})
    ws.on('close', () => leave(peer))
  }

  return {
    unknown: unknown as ReadonlySet<Peer>,
    /** For the HTTP server's `upgrade` event. */
    upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
      const path = (request.url ?? '').split('?')[0]
      if (path !== '/ws' && path !== '/ws/') return refuseUpgrade(socket, '404 Not Found')
      if (!originAllowed(request.headers.origin, realtime.publicUrl)) {
        return refuseUpgrade(socket, '403 Forbidden')
      }
      if (unknown.size >= MOST_UNKNOWN)
        return refuseUpgrade(socket, '503 Service Unavailable', 'Retry-After: 2')
      server.handleUpgrade(request, socket, head, (ws) => accept(ws, socket))
    },
    close: (): void => void server.close(),
  }
}
export type Sockets = ReturnType<typeof createSockets>
