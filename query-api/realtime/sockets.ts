import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { START } from '@guiche/contracts/envelope.js'
import { type ErrorCode, statusOf } from '@guiche/contracts/errors.js'
import { CLOSE_CODES, SOCKET_LIMITS } from '@guiche/contracts/realtime/realtime.js'
import { PLATFORM_COMPANY } from '@guiche/contracts/records/record.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
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

/** Maximum of unauthenticated sockets in all. */
const MOST_UNKNOWN = 2000
/**
 * Limit for one network, so that nobody takes all places alone. The agents of an office share a network, and each signs
 * in within a second. At the limit the oldest silent socket makes room for the newest.
 */
export const MAX_UNAUTHENTICATED_OF_NETWORK = 200

interface SocketDeps extends Realtime {
  readonly onFrame: OnFrame
  readonly online: Online
  /** sockets that have not signed in, each with its network */
  readonly unknown: Map<SocketClient, string>
}

/** Makes room for one more of a network by cutting the oldest silent socket. Gives whether there is room. */
const makeRoom = ({ unknown }: SocketDeps, network: string): boolean => {
  const ofNetwork = [...unknown].filter(([, one]) => one === network)
  const isShareFull = ofNetwork.length >= MAX_UNAUTHENTICATED_OF_NETWORK
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
const tellRefusal = (
  { sending }: SocketDeps,
  client: SocketClient,
  code: ErrorCode,
  event?: string,
): void => {
  sending.send([client], 'error', client.caller?.companyId ?? 0, {
    code,
    ...(event !== undefined && { event }),
  })
}
const closeForViolation = (deps: SocketDeps, client: SocketClient, reason: string): void =>
  closeClient(deps, client, { ...CLOSE_CODES.policy, reason })

const positionOf = async (deps: SocketDeps, companyId: number): Promise<string> => {
  const { readStore, views } = deps
  const partition = deps.partitionOf(companyId)
  const checkpoint = await readStore.checkpoint(await views.view('inbox'), partition)
  return `${partition}:${checkpoint?.position ?? START}`
}

const showCodes = async (deps: SocketDeps, client: SocketClient, companyId: number): Promise<void> => {
  const { clients, records, codes, sending } = deps
  if (!adminsOf(clients, companyId).includes(client)) return
  for (const connection of await records.connections(companyId)) {
    const shown = codes.get(connection.connectionId)
    if (shown.qrcode === '' && shown.pairingCode === '') continue
    sending.send([client], 'session', companyId, sessionFrame(connection, shown))
  }
}

const refuseToken = (deps: SocketDeps, client: SocketClient, code: ErrorCode): void => {
  tellRefusal(deps, client, code)
  const known = statusOf(code) === 401 ? CLOSE_CODES.sessionEnded : CLOSE_CODES.unauthenticated
  closeClient(deps, client, code.startsWith('ERR_COMPANY_') ? CLOSE_CODES.blocked : known)
}

/** Session or rights may have changed since the token's check, without a frame to this socket. */
const confirmRights = async (deps: SocketDeps, client: SocketClient, caller: Caller): Promise<boolean> => {
  const { clients, records } = deps
  const [session, user] = await Promise.all([
    records.session(caller.sessionId),
    records.user(caller.companyId, caller.userId),
  ])
  if (!clients.all.has(client)) return false
  if (session !== null && user !== null) {
    clients.renewRights(user)
    return true
  }
  // a visitor renews the tokens, and so returns to the own company
  const isVisit = caller.visit !== undefined
  tellRefusal(deps, client, isVisit ? 'ERR_INVALID_TOKEN' : 'ERR_SESSION_EXPIRED')
  closeClient(deps, client, isVisit ? CLOSE_CODES.unauthenticated : CLOSE_CODES.sessionEnded)
  return false
}

const authenticateClient = async (deps: SocketDeps, client: SocketClient, token: string): Promise<void> => {
  const { clients, clock, records, companies } = deps
  client.checking = true
  const claims = await deps.tokens.verify(token, clock.now())
  const found = await deps.authenticator.byToken(token)
  if (!found.ok) return refuseToken(deps, client, found.error.code)
  if (!claims.ok) return refuseToken(deps, client, 'ERR_INVALID_TOKEN')
  const caller = found.value
  const { companyId } = caller
  if (!companies.has(companyId)) {
    // with the platform's settings, which say when a company is blocked
    for (const doc of await Promise.all([PLATFORM_COMPANY, companyId].map(records.company)))
      if (doc !== null) companies.set(doc.companyId, doc)
  }
  const position = await positionOf(deps, companyId)
  if (client.closingSince !== null || !clients.all.has(client)) return
  deps.unknown.delete(client)
  clients.enter(client, caller)
  if (await confirmRights(deps, client, caller)) await makeReady(deps, client, caller, position)
}

/** `position`: of the views, before the socket heard of their changes */
const makeReady = async (
  deps: SocketDeps,
  client: SocketClient,
  { companyId, userId, sessionId, visit }: Caller,
  position: string,
): Promise<void> => {
  const { clients, sending } = deps
  client.checking = false
  // A visitor's sockets do not count as sockets of the visited user.
  const beside = clients.ofSession(sessionId)
  const [oldest] = beside
  if (beside.size > SOCKET_LIMITS.socketsOfAUser && oldest !== undefined) {
    closeForViolation(deps, oldest, 'newer sockets of the same user took its place')
  }
  client.onlineSaidAt = deps.clock.now().getTime()
  // a visitor is not the person whose desk it is
  if (visit === undefined) deps.online.came(companyId, userId)
  await showCodes(deps, client, companyId)
  // Joins the rooms that were requested before. `ready` promises all changes from now on.
  for (let frame = client.early?.shift(); frame !== undefined; frame = client.early?.shift()) {
    await handleFrame(deps, client, frame)
  }
  client.early = null
  const quietMs = deps.lastChanges.ms(companyId, userId)
  sending.send([client], 'ready', companyId, { userId, position, quietMs })
  const seconds = Math.ceil(deps.stale?.() ?? 0)
  if (seconds > 0) sending.send([client], 'stale', companyId, { seconds })
}

const handleFrame = async (deps: SocketDeps, client: SocketClient, frame: JoiningFrame): Promise<void> => {
  if (client.caller === null || client.closingSince !== null) return
  try {
    const done = await deps.onFrame.handle(client, client.caller, frame)
    if (!done.ok) tellRefusal(deps, client, done.error.code, frame.event)
  } catch (failure) {
    deps.logger.error({ err: failure }, 'a frame of a client failed')
    tellRefusal(deps, client, 'ERR_INTERNAL', frame.event)
  }
}

const tooMany = ({ clock }: SocketDeps, client: SocketClient): boolean => {
  const second = Math.floor(clock.now().getTime() / 1000)
  client.frames = client.second === second ? client.frames + 1 : 1
  client.second = second
  return client.frames > SOCKET_LIMITS.framesASecond
}

/**
 * Answers an unknown frame with an error. The socket stays open, because a newer page may send some frames that this
 * server does not know.
 */
const refuseFrame = (deps: SocketDeps, client: SocketClient, event: string): void => {
  const isKnown = client.caller !== null || client.checking
  client.strange++
  if (!isKnown || client.strange > SOCKET_LIMITS.strangeFrames) {
    return closeForViolation(deps, client, 'a frame that the protocol does not know')
  }
  tellRefusal(deps, client, 'ERR_VALIDATION', event)
}

const receiveFrame = async (
  deps: SocketDeps,
  client: SocketClient,
  data: RawData,
  isBinary: boolean,
): Promise<void> => {
  if (client.closingSince !== null) return
  if (isBinary) return closeForViolation(deps, client, 'a binary frame')
  if (client.early === null && tooMany(deps, client)) {
    return closeForViolation(deps, client, 'too many frames a second')
  }
  const frame = frameOf(data.toString())
  if (frame === null) return closeForViolation(deps, client, 'no frame')
  if ('strange' in frame) return refuseFrame(deps, client, frame.strange)
  if (frame.event === 'authenticate') {
    if (client.caller !== null || client.checking)
      return closeForViolation(deps, client, 'a second authenticate')
    return authenticateClient(deps, client, frame.data.token)
  }
  if (client.early === null) return handleFrame(deps, client, frame)
  if (client.early.length >= SOCKET_LIMITS.framesBeforeReady)
    return closeForViolation(deps, client, 'too many frames before ready')
  client.early.push(frame)
}

const removeClient = (deps: SocketDeps, client: SocketClient): void => {
  const { clients, companies, online } = deps
  deps.unknown.delete(client)
  clients.remove(client)
  deps.onFrame.gone(client)
  if (client.caller === null) return
  const { companyId, userId, visit } = client.caller
  if (visit === undefined) online.went(companyId, userId)
  if (clients.ofCompany(companyId).size === 0) companies.delete(companyId)
}

const acceptSocket = (deps: SocketDeps, ws: WebSocket, stream: Duplex, network: string): void => {
  const client = newClient(ws, stream, deps.clock.now().getTime())
  deps.clients.connect(client)
  deps.unknown.set(client, network)
  ws.on('message', (data, isBinary) => {
    receiveFrame(deps, client, data, isBinary).catch((failure: unknown) => {
      deps.logger.error({ err: failure }, 'a frame of a client failed')
      tellRefusal(deps, client, 'ERR_INTERNAL')
      // a socket that never became ready would wait for frames for ever
      if (client.early !== null) closeClient(deps, client, CLOSE_CODES.restart)
    })
  })
  ws.on('pong', () => {
    client.alive = true
  })
  // too long or broken frames: ws closes the socket itself
  ws.on('error', () => {})
  ws.on('close', () => removeClient(deps, client))
}

/** Takes sockets in and listens to them. */
export const createSockets = (realtime: Realtime, parts: { onFrame: OnFrame; online: Online }) => {
  const deps: SocketDeps = { ...realtime, ...parts, unknown: new Map() }
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: SOCKET_LIMITS.frameBytes,
  })
  const addressOf = createClientAddress(deps.trustProxy)
  return {
    unknown: deps.unknown as ReadonlyMap<SocketClient, unknown>,
    /** Handler of the HTTP server's `upgrade` event. */
    upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
      const path = (request.url ?? '').split('?')[0]
      if (path !== '/ws' && path !== '/ws/') return refuseUpgrade(socket, '404 Not Found')
      if (!originAllowed(request.headers.origin, deps.publicUrl)) {
        return refuseUpgrade(socket, '403 Forbidden')
      }
      const network = networkOf(addressOf(request))
      if (!makeRoom(deps, network)) return refuseUpgrade(socket, '503 Service Unavailable', 'Retry-After: 2')
      server.handleUpgrade(request, socket, head, (ws) => acceptSocket(deps, ws, socket, network))
    },
    close: (): void => void server.close(),
  }
}
