import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { START } from '@guiche/contracts/envelope.js'
import { type ErrorCode, statusOf } from '@guiche/contracts/errors.js'
import { CLOSE, SOCKET_LIMITS } from '@guiche/contracts/realtime.js'
import { PLATFORM } from '@guiche/contracts/records/record.js'
import { createClientAddress } from '@guiche/infra/http/client-address.js'
import { networkOf } from '@guiche/infra/http/network.js'
import { originAllowed } from '@guiche/infra/http/origin.js'
import { refuseUpgrade } from '@guiche/infra/http/refuse-upgrade.js'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { adminsOf } from './audience.js'
import { type JoiningFrame, newClient, type SocketClient } from './clients.js'
import { closeClient } from './closing.js'
import type { Realtime } from './deps.js'
import { frameOf, type OnFrame } from './on-frame.js'
import type { Online } from './online.js'
import { sessionFrame } from './session-frame.js'

/** Sockets that have not said yet who they are, all together. */
const MOST_UNKNOWN = 2000
/**
 * Limit for one network, so that nobody takes all places alone. The agents of an office share a network, and each signs
 * in within a second. At the limit the oldest silent socket makes room for the newest.
 */
export const MOST_UNKNOWN_OF_ONE = 200

/** Takes sockets in and listens to them. */
export const createSockets = (realtime: Realtime, parts: { onFrame: OnFrame; online: Online }) => {
  const {
    clients,
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
    quiet,
  } = realtime
  const { onFrame, online } = parts
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: SOCKET_LIMITS.frameBytes,
  })
  /** each with the network that it comes from */
  const unknown = new Map<SocketClient, string>()
  const addressOf = createClientAddress(realtime.trustProxy)

  /** Makes room for one more of a network by cutting the oldest silent socket. Gives whether there is room. */
  const makeRoom = (network: string): boolean => {
    const ofNetwork = [...unknown].filter(([, one]) => one === network)
    const isShareFull = ofNetwork.length >= MOST_UNKNOWN_OF_ONE
    if (!isShareFull && unknown.size < MOST_UNKNOWN) return true
    // A socket whose token is being checked stays: a flood of silent ones must not push it out.
    const oldest = (isShareFull ? ofNetwork : [...unknown]).find(([client]) => !client.checking)?.[0]
    if (oldest === undefined) return false
    unknown.delete(oldest)
    // Cut at once: a closing handshake would keep the place of a client that does not answer.
    oldest.ws.terminate()
    return true
  }

  /** `event`: of the frame that is refused */
  const tell = (client: SocketClient, code: ErrorCode, event?: string): void => {
    sending.send([client], 'error', client.caller?.companyId ?? 0, {
      code,
      ...(event !== undefined && { event }),
    })
  }
  const violated = (client: SocketClient, reason: string): void =>
    closeClient(realtime, client, { ...CLOSE.policy, reason })

  const position = async (companyId: number): Promise<string> => {
    const partition = realtime.partitionOf(companyId)
    const checkpoint = await readStore.checkpoint(await views.view('inbox'), partition)
    return `${partition}:${checkpoint?.position ?? START}`
  }

  const showCodes = async (client: SocketClient, companyId: number): Promise<void> => {
    if (!adminsOf(clients, companyId).includes(client)) return
    for (const connection of await records.connections(companyId)) {
      const shown = codes.get(connection.connectionId)
      if (shown.qrcode === '' && shown.pairingCode === '') continue
      sending.send([client], 'session', companyId, sessionFrame(connection, shown))
    }
  }

  const authenticate = async (client: SocketClient, token: string): Promise<void> => {
    client.checking = true
    const claims = await tokens.verify(token, clock.now())
    const found = await authenticator.byToken(token)
    if (!found.ok || !claims.ok) {
      const code = found.ok ? 'ERR_INVALID_TOKEN' : found.error.code
      tell(client, code)
      const known = statusOf(code) === 401 ? CLOSE.sessionEnded : CLOSE.unauthenticated
      return closeClient(realtime, client, code.startsWith('ERR_COMPANY_') ? CLOSE.blocked : known)
    }
    const caller = found.value
    const { companyId, userId } = caller
    if (!companies.has(companyId)) {
      // with the platform's settings, which say when a company is blocked
      for (const doc of await Promise.all([PLATFORM, companyId].map(records.company)))
        if (doc !== null) companies.set(doc.companyId, doc)
    }
    const at = await position(companyId)
    if (client.closingSince !== null || !clients.all.has(client)) return
    unknown.delete(client)
    clients.enter(client, caller)
    // session or rights may have changed since the lookup, without a frame to this socket
    const [session, user] = await Promise.all([
      records.session(caller.sessionId),
      records.user(companyId, userId),
    ])
    if (!clients.all.has(client)) return
    if (session === null || user === null) {
      // a visitor renews, and is at home again
      const isVisit = caller.visit !== undefined
      tell(client, isVisit ? 'ERR_INVALID_TOKEN' : 'ERR_SESSION_EXPIRED')
      return closeClient(realtime, client, isVisit ? CLOSE.unauthenticated : CLOSE.sessionEnded)
    }
    clients.renewRights(user)
    client.checking = false
    // a visitor takes no place of the person whose desk it is
    const beside = clients.ofSession(caller.sessionId)
    const [oldest] = beside
    if (beside.size > SOCKET_LIMITS.socketsOfAUser && oldest !== undefined) {
      violated(oldest, 'newer sockets of the same user took its place')
    }
    client.onlineSaidAt = clock.now().getTime()
    // a visitor is not the person whose desk it is
    if (caller.visit === undefined) online.came(companyId, userId)
    await showCodes(client, companyId)
    // the rooms that it asked for already: `ready` tells that it hears of all that changes from now on
    for (let frame = client.early?.shift(); frame !== undefined; frame = client.early?.shift()) {
      await handleFrame(client, frame)
    }
    client.early = null
    const quietMs = quiet.ms(companyId, userId)
    sending.send([client], 'ready', companyId, { userId, position: at, quietMs })
    const seconds = Math.ceil(realtime.stale?.() ?? 0)
    if (seconds > 0) sending.send([client], 'stale', companyId, { seconds })
  }

  const handleFrame = async (client: SocketClient, frame: JoiningFrame): Promise<void> => {
    if (client.caller === null || client.closingSince !== null) return
    try {
      const done = await onFrame.handle(client, client.caller, frame)
      if (!done.ok) tell(client, done.error.code, frame.event)
    } catch (failure) {
      logger.error({ err: failure }, 'a frame of a client failed')
      tell(client, 'ERR_INTERNAL', frame.event)
    }
  }

  const tooMany = (client: SocketClient): boolean => {
    const second = Math.floor(clock.now().getTime() / 1000)
    client.frames = client.second === second ? client.frames + 1 : 1
    client.second = second
    return client.frames > SOCKET_LIMITS.framesASecond
  }

  /** A page that is newer than its server goes on, without what only a newer server does. */
  const refuse = (client: SocketClient, event: string): void => {
    const isKnown = client.caller !== null || client.checking
    client.strange++
    if (!isKnown || client.strange > SOCKET_LIMITS.strangeFrames) {
      return violated(client, 'a frame that the protocol does not know')
    }
    tell(client, 'ERR_VALIDATION', event)
  }

  const receive = async (client: SocketClient, data: RawData, isBinary: boolean): Promise<void> => {
    if (client.closingSince !== null) return
    if (isBinary) return violated(client, 'a binary frame')
    if (client.early === null && tooMany(client)) return violated(client, 'too many frames a second')
    const frame = frameOf(data.toString())
    if (frame === null) return violated(client, 'no frame')
    if ('strange' in frame) return refuse(client, frame.strange)
    if (frame.event === 'authenticate') {
      if (client.caller !== null || client.checking) return violated(client, 'a second authenticate')
      return authenticate(client, frame.data.token)
    }
    if (client.early === null) return handleFrame(client, frame)
    if (client.early.length >= SOCKET_LIMITS.framesBeforeReady)
      return violated(client, 'too many frames before ready')
    client.early.push(frame)
  }

  const leave = (client: SocketClient): void => {
    unknown.delete(client)
    clients.remove(client)
    onFrame.gone(client)
    if (client.caller === null) return
    const { companyId, userId, visit } = client.caller
    if (visit === undefined) online.went(companyId, userId)
    if (clients.ofCompany(companyId).size === 0) companies.delete(companyId)
  }

  const accept = (ws: WebSocket, stream: Duplex, network: string): void => {
    const client = newClient(ws, stream, clock.now().getTime())
    clients.connect(client)
    unknown.set(client, network)
    ws.on('message', (data, isBinary) => {
      receive(client, data, isBinary).catch((failure: unknown) => {
        logger.error({ err: failure }, 'a frame of a client failed')
        tell(client, 'ERR_INTERNAL')
        // a socket that never became ready would wait for frames for ever
        if (client.early !== null) closeClient(realtime, client, CLOSE.restart)
      })
    })
    ws.on('pong', () => {
      client.alive = true
    })
    // too long or broken frames: ws closes the socket itself
    ws.on('error', () => {})
    ws.on('close', () => leave(client))
  }

  return {
    unknown: unknown as ReadonlyMap<SocketClient, unknown>,
    /** Handler of the HTTP server's `upgrade` event. */
    upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
      const path = (request.url ?? '').split('?')[0]
      if (path !== '/ws' && path !== '/ws/') return refuseUpgrade(socket, '404 Not Found')
      if (!originAllowed(request.headers.origin, realtime.publicUrl)) {
        return refuseUpgrade(socket, '403 Forbidden')
      }
      const network = networkOf(addressOf(request))
      if (!makeRoom(network)) return refuseUpgrade(socket, '503 Service Unavailable', 'Retry-After: 2')
      server.handleUpgrade(request, socket, head, (ws) => accept(ws, socket, network))
    },
    close: (): void => void server.close(),
  }
}
export type Sockets = ReturnType<typeof createSockets>
