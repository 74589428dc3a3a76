import { EventEmitter } from 'node:events'
import type { Logger } from '../logger.js'
import { type Account, type Accounts, createAccounts, type Device, deviceJid } from './accounts.js'
import { createFaults, type Faults } from './faults.js'
import { type Addressing, splitJid, USER_SERVER } from './jids.js'
import { type BinaryNode, buildStanza, nowSeconds } from './nodes.js'

/** A group and the numbers of its members. The first member is its creator. */
export type Group = {
  jid: string
  subject: string
  addressing: Addressing
  members: string[]
  createdAt: number
}

/** An endpoint of a conversation: device 0 is the phone, other devices are linked clients. */
export type Endpoint = { account: Account; deviceId: number }

/** State shared by the parts of the server. */
export type World = {
  accounts: Accounts
  groups: Map<string, Group>
  faults: Faults
  logger: Logger
  /** Stanzas that the server does not support. Tests expect an empty list. */
  unknown: BinaryNode[]
  /** Subscribers of an account's presence: number → addresses of the clients. */
  watchers: Map<string, Map<string, Endpoint>>
  /** Address of the media host, `host:port`. */
  mediaHost: string
  /** Call after each change that must survive a restart. */
  changed(): void
  /** Emits `change` after each call of `changed`, and when a client connects or disconnects. */
  news: EventEmitter
}

const CONFIRMED_STANZAS = new Set(['message', 'receipt', 'notification', 'call'])

export const createWorld = (logger: Logger, changed: () => void): World => {
  const news = new EventEmitter()
  news.setMaxListeners(0)
  return {
    accounts: createAccounts(),
    groups: new Map(),
    faults: createFaults(),
    logger,
    unknown: [],
    watchers: new Map(),
    mediaHost: '',
    changed: () => {
      changed()
      news.emit('change')
    },
    news,
  }
}

/** Key of a stanza that waits for its acknowledgement. */
export const pendingKey = (tag: string, id: string, type?: string) =>
  tag === 'receipt' ? `${tag}:${id}:${type ?? ''}` : `${tag}:${id}`

const writeStanza = (world: World, account: Account, device: Device, node: BinaryNode) => {
  const { connection } = device
  if (!connection) return
  world.faults.pass(account.number, node, (out) => {
    if (device.connection === connection) connection.send(out)
  })
}

/** Delivers a stanza to a device: at once, or, for kinds that are stored, when the device returns. */
export const deliverStanza = (world: World, to: Endpoint, node: BinaryNode): void => {
  if (to.deviceId === 0) return to.account.primary?.deliver(node)
  const device = to.account.devices.get(to.deviceId)
  if (!device) return
  if (CONFIRMED_STANZAS.has(node.tag)) {
    const key = pendingKey(node.tag, node.attrs.id ?? '', node.attrs.type)
    // The stanza was sent again before the first sending was confirmed: the first acknowledgement does not count.
    if (device.active && device.pending.has(key)) device.sentAnew.add(key)
    device.pending.set(key, node)
    world.changed()
  }
  if (device.active) writeStanza(world, to.account, device, node)
}

export const deliverAll = (world: World, to: Iterable<Endpoint>, node: BinaryNode): void => {
  for (const end of to) deliverStanza(world, end, node)
}

/** Marks a device as ready, sends its backlog and tells the backlog's size. */
export const goActive = (world: World, account: Account, device: Device): void => {
  if (device.active) return
  device.active = true
  device.sentAnew.clear()
  const backlog = [...device.pending.values()]
  for (const [index, node] of backlog.entries()) {
    writeStanza(world, account, device, { ...node, attrs: { ...node.attrs, offline: String(index) } })
  }
  device.connection?.send(
    buildStanza('ib', { from: USER_SERVER }, [buildStanza('offline', { count: backlog.length })]),
  )
  if (!device.historySent) account.primary?.greetDevice(device)
}

/** All devices of an account, except one. */
export const endsOf = (account: Account, except?: number): Endpoint[] =>
  [0, ...account.devices.keys()].filter((id) => id !== except).map((deviceId) => ({ account, deviceId }))

/** The endpoint of an address; undefined if nobody has the address. */
export const endOf = (world: World, jid: string | undefined): Endpoint | undefined => {
  const account = world.accounts.byJid(jid)
  return account ? { account, deviceId: splitJid(jid)?.device ?? 0 } : undefined
}

/** Address of an endpoint. A phone has no device part. */
export const jidOf = (end: Endpoint, addressing: Addressing) =>
  deviceJid(end.account, end.deviceId, addressing)

/** The server's acknowledgement of a stanza. */
export const acknowledgeStanza = (
  node: BinaryNode,
  extra: Record<string, string | undefined> = {},
): BinaryNode =>
  buildStanza('ack', {
    id: node.attrs.id,
    class: node.tag,
    from: node.attrs.to,
    type: node.attrs.type,
    participant: node.attrs.participant,
    t: nowSeconds(),
    ...extra,
  })
