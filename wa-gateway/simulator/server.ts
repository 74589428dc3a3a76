import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { Account, Device } from './accounts.js'
import { type Connection, createConnection } from './connection.js'
import { answerIq, noteUnknown } from './iq.js'
import { lidJid, splitJid, USER_SERVER } from './jids.js'
import { routeMessage } from './messages.js'
import { type BinaryNode, buildStanza, child, nowSeconds } from './nodes.js'
import { createNoiseIdentity, type NoiseResult } from './noise.js'
import type { Pairing } from './pairing.js'
import { routeCall, routeChatState, routePresence, routeReceipt, takeAck } from './receipts.js'
import type { World } from './world.js'

const PATH = '/ws/chat'

type Seat = { account: Account; device: Device }

const conflictError = (type: string, code?: number) =>
  buildStanza('stream:error', { code }, [buildStanza('conflict', { type })])

type Deps = {
  world: World
  pairing: Pairing
  host: string
  port: number
  isOnline(number: string): boolean
  /** Called when the linked clients of an account have changed. */
  seatsChanged(account: Account): void
}

/** The server's connected clients. */
type ConnectedClients = Pick<Deps, 'world' | 'pairing' | 'isOnline' | 'seatsChanged'> & {
  seats: Map<Connection, Seat>
  connections: Set<Connection>
}

const leaveServer = (server: ConnectedClients, connection: Connection) => {
  const { connections, seats } = server
  connections.delete(connection)
  server.pairing.forget(connection)
  const seat = seats.get(connection)
  seats.delete(connection)
  if (!seat || seat.device.connection !== connection) return
  seat.device.connection = undefined
  seat.device.active = false
  seat.device.available = false
  server.seatsChanged(seat.account)
  server.world.news.emit('change')
}

const refuseLogin = (connection: Connection, code: number, attrs: Record<string, string> = {}) => {
  connection.send(buildStanza('failure', { reason: code, location: 'sim', ...attrs }))
  connection.close()
}

const logIn = (server: ConnectedClients, connection: Connection, { payload, clientKey }: NoiseResult) => {
  const { world, seats } = server
  const number = String(payload.username ?? '')
  const rule = world.faults.takeFailure(number)
  if (rule) return refuseLogin(connection, rule.code, rule.attrs)
  const account = world.accounts.byNumber(number)
  const device = account?.devices.get(payload.device ?? 0)
  if (!account || device?.noiseKey !== clientKey.toString('base64')) return refuseLogin(connection, 401)
  const before = device.connection
  device.connection = connection
  device.active = false
  device.available = false
  seats.set(connection, { account, device })
  if (before) {
    before.send(conflictError('replaced'))
    before.close()
  }
  const t = nowSeconds()
  const lid = lidJid(account.lid, device.id)
  connection.send(buildStanza('success', { t, props: 1, location: 'sim', lid, display_name: account.name }))
  const routing = buildStanza('edge_routing', {}, [
    buildStanza('routing_info', {}, Buffer.from([8, device.id])),
  ])
  connection.send(buildStanza('ib', { from: USER_SERVER }, [routing]))
  server.seatsChanged(account)
}

/** Removes a linked device with all its state. */
const removeDevice = ({ world, seatsChanged }: ConnectedClients, account: Account, deviceId: number) => {
  const device = account.devices.get(deviceId)
  if (!device) return
  account.devices.delete(deviceId)
  device.connection?.send(conflictError('device_removed', 401))
  device.connection?.close()
  world.changed()
  seatsChanged(account)
}

const takeIq = async (server: ConnectedClients, connection: Connection, seat: Seat, node: BinaryNode) => {
  const removal = child(node, 'remove-companion-device')
  if (removal) {
    connection.send(buildStanza('iq', { id: node.attrs.id, type: 'result', from: USER_SERVER }))
    return removeDevice(server, seat.account, splitJid(removal.attrs.jid)?.device ?? seat.device.id)
  }
  if (node.attrs.type === 'result' || node.attrs.type === 'error') return
  const answer = await answerIq(server.world, node, seat)
  if (answer) connection.send(answer)
}

const takeStanza = async (server: ConnectedClients, connection: Connection, node: BinaryNode) => {
  const { world } = server
  const seat = server.seats.get(connection)
  if (!seat) {
    if (!server.pairing.take(connection, node)) noteUnknown(world, node)
    return
  }
  const end = { account: seat.account, deviceId: seat.device.id }
  switch (node.tag) {
    case 'iq':
      return takeIq(server, connection, seat, node)
    case 'message':
      if (world.faults.takeSwallow(seat.account.number)) return void world.news.emit('change')
      return connection.send(routeMessage(world, end, node))
    case 'receipt':
      return connection.send(routeReceipt(world, end, node))
    case 'call':
      return connection.send(routeCall(world, end, node))
    case 'ack':
      return takeAck(world, seat.account.number, seat.device, node)
    case 'chatstate':
      return routeChatState(world, end, node)
    case 'presence':
      return routePresence(world, end, node, server.isOnline)
    case 'ib':
      return
    default:
      noteUnknown(world, node)
  }
}

/** The socket side of the server: connected clients, their accounts, their stanzas. */
export const startServer = async ({ host, port, ...deps }: Deps) => {
  const { world, pairing } = deps
  const identity = createNoiseIdentity()
  const server: ConnectedClients = { ...deps, seats: new Map(), connections: new Set() }
  const { seats, connections } = server
  let reachable = true

  const http = createServer((_request, response) => response.writeHead(404).end())
  const sockets = new WebSocketServer({ noServer: true })
  http.on('upgrade', (request, socket, head) => {
    if (!reachable || request.url?.split('?')[0] !== PATH) {
      // After an HTTP error the client library would wait for its own time limit.
      socket.destroy()
      return
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      const on = {
        hello: (connection: Connection, result: NoiseResult) =>
          result.payload.devicePairingData
            ? pairing.welcome(connection, result)
            : logIn(server, connection, result),
        stanza: (connection: Connection, node: BinaryNode) => {
          takeStanza(server, connection, node).catch((error: unknown) => {
            world.logger.error({ tag: node.tag, error: String(error) }, 'stanza failed')
            connection.cut()
          })
        },
        closed: (connection: Connection) => leaveServer(server, connection),
      }
      connections.add(createConnection(client, identity, on, world.logger))
    })
  })
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, host, resolve)
  })

  return {
    url: `ws://${host}:${(http.address() as AddressInfo).port}${PATH}`,
    /** Public key of the root certificate that signs the server's noise key. */
    rootPublic: Buffer.from(identity.rootPublic),
    removeDevice: (account: Account, deviceId: number) => removeDevice(server, account, deviceId),
    /** False refuses new sockets and cuts the present ones. */
    setReachable(on: boolean): void {
      reachable = on
      if (!on) for (const connection of connections) connection.cut()
    },
    /** Calls a function with each socket of an account. */
    eachSocket(number: string, act: (connection: Connection) => void): void {
      for (const [connection, seat] of [...seats]) if (seat.account.number === number) act(connection)
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const connection of connections) connection.cut()
        sockets.close()
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
}

export type Server = Awaited<ReturnType<typeof startServer>>
