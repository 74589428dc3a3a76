import type { Account } from './accounts.js'
import { type Addressing, isGroupJid, splitJid } from './jids.js'
import { type BinaryNode, buildStanza, child, childrenOf, nowSeconds } from './nodes.js'
import {
  acknowledgeStanza,
  deliverStanza,
  type Endpoint,
  endOf,
  endsOf,
  type Group,
  jidOf,
  type World,
} from './world.js'

const PASSED_ON = ['enc', 'device-identity', 'plaintext', 'unavailable']

type Delivery = { to: Endpoint; content: BinaryNode[] }

const addressingOf = (jid: string): Addressing => splitJid(jid)?.addressing ?? 'pn'

/**
 * The account's address of the other kind. Undefined for the number of a person with a username, because the number is hidden.
 */
const otherName = (account: Account, addressing: Addressing): string | undefined =>
  addressing === 'lid' && account.username !== undefined
    ? undefined
    : jidOf({ account, deviceId: 0 }, addressing === 'lid' ? 'pn' : 'lid')

/** Attributes of a 1:1 message for one receiving account. */
const directAttrs = (
  world: World,
  sender: Endpoint,
  to: Endpoint,
  chat: string,
  list: string | undefined,
): Record<string, string | undefined> => {
  const addressing = addressingOf(chat)
  const from = jidOf(sender, addressing)
  const suffix = addressing === 'lid' ? 'pn' : 'lid'
  if (list !== undefined && to.account !== sender.account) {
    return {
      from: list,
      participant: from,
      [`participant_${suffix}`]: otherName(sender.account, addressing),
      participant_username: sender.account.username,
    }
  }
  if (to.account !== sender.account)
    return { from, [`sender_${suffix}`]: otherName(sender.account, addressing) }
  const peer = world.accounts.byJid(chat)
  if (!peer) return { from, recipient: chat }
  const peerName = otherName(peer, addressing)
  return {
    ...{ from, recipient: chat, [`peer_recipient_${suffix}`]: peerName, [`recipient_${suffix}`]: peerName },
    peer_recipient_username: peer.username,
  }
}

const groupAttrs = (sender: Endpoint, group: Group): Record<string, string | undefined> => ({
  from: group.jid,
  participant: jidOf(sender, group.addressing),
  participant_username: sender.account.username,
  addressing_mode: group.addressing,
  [group.addressing === 'lid' ? 'participant_pn' : 'participant_lid']: otherName(
    sender.account,
    group.addressing,
  ),
})

const isForwardedTag = (node: BinaryNode) => PASSED_ON.includes(node.tag)

const partsOf = (node: BinaryNode) => (Array.isArray(node.content) ? node.content : [])

/** Splits a device's message into one delivery for each receiving device. */
const deliveriesOf = (world: World, sender: Endpoint, node: BinaryNode): Delivery[] => {
  const shared = partsOf(node).filter(isForwardedTag)
  const own = new Map<string, BinaryNode[]>()
  const named: Delivery[] = []
  for (const target of childrenOf(child(node, 'participants'), 'to')) {
    const to = endOf(world, target.attrs.jid)
    if (!to) continue
    own.set(`${to.account.number}:${to.deviceId}`, partsOf(target))
    named.push({ to, content: [...partsOf(target), ...shared] })
  }
  const group = world.groups.get(node.attrs.to ?? '')
  if (group && !node.attrs.participant) {
    const members = group.members.flatMap((number) => {
      const account = world.accounts.byNumber(number)
      return account ? endsOf(account, account === sender.account ? sender.deviceId : undefined) : []
    })
    return members.map((to) => ({
      to,
      content: [...(own.get(`${to.account.number}:${to.deviceId}`) ?? []), ...shared],
    }))
  }
  if (named.length > 0) return named
  const to = endOf(world, node.attrs.participant ?? node.attrs.to)
  return to && shared.length > 0 ? [{ to, content: shared }] : []
}

/** Routes a device's message to all other devices that must get it. Gives the server's acknowledgement. */
export const routeMessage = (world: World, sender: Endpoint, node: BinaryNode): BinaryNode => {
  const to = node.attrs.to ?? ''
  const toPeer = node.attrs.category === 'peer'
  if (sender.deviceId !== 0 && !toPeer && world.faults.isRestricted(sender.account.number)) {
    return acknowledgeStanza(node, { error: '463' })
  }
  const group = world.groups.get(to)
  if (isGroupJid(to) && !group) return acknowledgeStanza(node, { error: '404' })
  const t = nowSeconds()
  for (const { to: end, content } of deliveriesOf(world, sender, node)) {
    // An account that blocked the sender gets nothing, and the sender gets no error.
    if (!group && end.account.blocked.includes(sender.account.number)) continue
    const chat = node.attrs.recipient ?? to
    const attrs = group
      ? groupAttrs(sender, group)
      : toPeer
        ? { from: jidOf(sender, 'pn'), category: 'peer' }
        : directAttrs(world, sender, end, chat, node.attrs.list)
    const { id, type, edit } = node.attrs
    deliverStanza(
      world,
      end,
      buildStanza('message', { id, type, edit, t, notify: sender.account.name, ...attrs }, content),
    )
  }
  return acknowledgeStanza(node)
}
