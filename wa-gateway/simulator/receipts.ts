import type { Device } from './accounts.js'
import { bareJid, isGroupJid, splitJid } from './jids.js'
import { type BinaryNode, buildStanza, child, childrenOf, firstChild, nowSeconds } from './nodes.js'
import {
  acknowledgeStanza,
  deliverAll,
  deliverStanza,
  type Endpoint,
  endOf,
  endsOf,
  jidOf,
  pendingKey,
  type World,
} from './world.js'

/** Receipts for the server alone, which are not forwarded. */
const FOR_SERVER = new Set(['sender', 'peer_msg', 'hist_sync'])

/** Ids of the messages in a receipt. */
export const receiptIds = (node: BinaryNode): string[] => [
  node.attrs.id ?? '',
  ...childrenOf(child(node, 'list'), 'item').map((item) => item.attrs.id ?? ''),
]

/** Removes the stanza that a device has just confirmed. */
const confirmStanza = (world: World, number: string, device: Device, key: string) => {
  if (world.faults.isDeaf(number)) return
  device.sentAnew.delete(key)
  if (device.pending.delete(key)) world.changed()
}

/** Takes a client's acknowledgement of a stanza. */
export const takeAck = (world: World, number: string, device: Device, node: BinaryNode): void => {
  const { class: of = '', id = '', type } = node.attrs
  const key = pendingKey(of, id, type)
  if (!device.sentAnew.delete(key)) confirmStanza(world, number, device, key)
}

/** Forwards a device's receipt to its receivers. Gives the server's acknowledgement. */
export const routeReceipt = (world: World, sender: Endpoint, node: BinaryNode): BinaryNode => {
  const { to = '', type, id, participant, recipient } = node.attrs
  const device = sender.account.devices.get(sender.deviceId)
  if (device && type !== 'retry') {
    for (const one of receiptIds(node)) {
      confirmStanza(world, sender.account.number, device, pendingKey('message', one))
    }
  }
  const addressing = splitJid(participant ?? to)?.addressing ?? 'pn'
  const t = nowSeconds()
  if (type === 'retry') {
    const end = endOf(world, participant ?? to)
    const from = isGroupJid(to)
      ? { from: to, participant: jidOf(sender, addressing) }
      : { from: jidOf(sender, addressing) }
    if (end)
      deliverStanza(world, end, buildStanza('receipt', { id, type, t, ...from, recipient }, node.content))
    return acknowledgeStanza(node)
  }
  const ownName = bareJid(jidOf(sender, addressing))
  /** Tells the other devices of the account which messages were read. */
  const tellOwn = () => {
    const where = isGroupJid(to) ? { from: to, participant: ownName } : { from: ownName, recipient: to }
    const told = buildStanza('receipt', { id, type, t, ...where }, node.content)
    deliverAll(world, endsOf(sender.account, sender.deviceId), told)
  }
  // A receipt of an inactive client still counts as delivery for the sender.
  const shownType = type === 'inactive' ? undefined : type
  if (type === 'server-error') {
    const phone = { account: sender.account, deviceId: 0 }
    deliverStanza(world, phone, { ...node, attrs: { ...node.attrs, from: jidOf(sender, 'pn') } })
  } else if (type === 'read-self') {
    tellOwn()
  } else if (!FOR_SERVER.has(type ?? '')) {
    const account = world.accounts.byJid(participant ?? to)
    const from = isGroupJid(to) ? { from: to, participant: ownName } : { from: ownName }
    const others = account && account !== sender.account ? endsOf(account) : []
    deliverAll(world, others, buildStanza('receipt', { id, type: shownType, t, ...from }, node.content))
    if (type === 'read' || type === 'played') tellOwn()
  }
  return acknowledgeStanza(node)
}

/** Sends a stanza to phones, and to linked clients marked as online. Never queued. */
const tellPresent = (world: World, to: Iterable<Endpoint>, node: BinaryNode): void => {
  for (const end of to) {
    const { account, deviceId } = end
    if (deviceId === 0 || account.devices.get(deviceId)?.available) deliverStanza(world, end, node)
  }
}

/** Forwards typing, recording or the end of both. */
export const routeChatState = (world: World, sender: Endpoint, node: BinaryNode): void => {
  const { to = '' } = node.attrs
  const group = world.groups.get(to)
  const addressing = group?.addressing ?? splitJid(to)?.addressing ?? 'pn'
  const own = bareJid(jidOf(sender, addressing))
  const content = node.content
  const targets = group
    ? group.members
        .filter((number) => number !== sender.account.number)
        .map((number) => world.accounts.byNumber(number))
    : [world.accounts.byJid(to)]
  for (const account of targets) {
    if (!account) continue
    const attrs = group ? { from: group.jid, participant: own } : { from: own }
    tellPresent(world, endsOf(account), buildStanza('chatstate', attrs, content))
  }
}

const presenceOf = (jid: string, online: boolean) =>
  buildStanza('presence', {
    from: jid,
    type: online ? 'available' : 'unavailable',
    last: online ? undefined : nowSeconds(),
  })

/** Handles a presence stanza of a client: its own state, or a subscription to another account. */
export const routePresence = (
  world: World,
  sender: Endpoint,
  node: BinaryNode,
  isOnline: (number: string) => boolean,
): void => {
  const device = sender.account.devices.get(sender.deviceId)
  if (node.attrs.type === 'subscribe') {
    const account = world.accounts.byJid(node.attrs.to)
    const jid = node.attrs.to ?? ''
    if (!account) return
    const watchers = world.watchers.get(account.number) ?? new Map<string, Endpoint>()
    world.watchers.set(account.number, watchers.set(jidOf(sender, 'pn'), sender))
    tellPresent(world, [sender], presenceOf(jid, isOnline(account.number)))
    return
  }
  if (!device || !node.attrs.type) return
  device.available = node.attrs.type === 'available'
  world.news.emit('change')
}

/** Tells subscribers that an account came online or went offline. */
export const tellPresence = (world: World, account: Endpoint['account'], online: boolean): void => {
  const watchers = world.watchers.get(account.number)?.values() ?? []
  tellPresent(world, watchers, presenceOf(jidOf({ account, deviceId: 0 }, 'pn'), online))
}

/** Forwards a call stanza (offer, end, refusal) to the other side. Gives the server's acknowledgement. */
export const routeCall = (world: World, sender: Endpoint, node: BinaryNode): BinaryNode => {
  const account = world.accounts.byJid(node.attrs.to)
  const addressing = splitJid(node.attrs.to)?.addressing ?? 'pn'
  const info = firstChild(node)
  if (account && info) {
    const from = bareJid(jidOf(sender, addressing))
    const told = { ...info, attrs: { ...info.attrs, 'call-creator': info.attrs['call-creator'] ?? from } }
    const attrs = { from, id: node.attrs.id, t: nowSeconds(), notify: sender.account.name }
    deliverAll(world, endsOf(account), buildStanza('call', attrs, [told]))
  }
  return acknowledgeStanza(node)
}
