import { encodeBigEndian } from '@whiskeysockets/baileys'
import { type Account, bundleOf } from './accounts.js'
import { lidJid, numberJid, SERVER, splitJid } from './jids.js'
import { type BinaryNode, child, children, nodeBytes, nowSeconds, stanza } from './nodes.js'
import type { KeyBundle } from './signal-engine.js'
import { deliver, type End, endOf, type Group, type World } from './world.js'

const LOW_PRE_KEYS = 10

const deviceList = (account: Account) =>
  stanza('devices', {}, [
    stanza('device-list', {}, [
      stanza('device', { id: 0 }),
      ...[...account.devices.keys()].map((id) => stanza('device', { id, 'key-index': id })),
    ]),
  ])

/** Answers a user query: existence of the number, devices, LID, status text. */
export const answerUsync = (world: World, query: BinaryNode): BinaryNode => {
  const usync = child(query, 'usync')
  const wanted = child(usync, 'query')
  const users = children(child(usync, 'list'), 'user').map((user) => {
    const typed = nodeBytes(child(user, 'contact')).toString().replace(/\D/g, '')
    const jid = user.attrs.jid ?? numberJid(typed)
    const account = typed ? world.accounts.bySpelling(typed) : world.accounts.byJid(jid)
    const found: BinaryNode[] = []
    if (child(wanted, 'contact')) found.push(stanza('contact', { type: account ? 'in' : 'out' }))
    if (child(wanted, 'devices') && account) found.push(deviceList(account))
    if (child(wanted, 'lid') && account && splitJid(jid)?.addressing === 'pn') {
      found.push(stanza('lid', { val: lidJid(account.lid) }))
    }
    if (child(wanted, 'status'))
      found.push(stanza('status', { t: nowSeconds() }, Buffer.from(account?.about ?? '')))
    if (child(wanted, 'disappearing_mode')) found.push(stanza('disappearing_mode', { duration: 0, t: 0 }))
    return stanza('user', { jid: typed && account ? numberJid(account.number) : jid }, found)
  })
  return stanza('usync', usync?.attrs ?? {}, [stanza('result', {}), stanza('list', {}, users)])
}

const keyNodes = ({ registrationId, identity, signedPreKey, preKey }: KeyBundle): BinaryNode[] => [
  stanza('registration', {}, encodeBigEndian(registrationId)),
  stanza('type', {}, Buffer.from([5])),
  stanza('identity', {}, identity),
  ...(preKey
    ? [
        stanza('key', {}, [
          stanza('id', {}, encodeBigEndian(preKey.id, 3)),
          stanza('value', {}, preKey.value),
        ]),
      ]
    : []),
  stanza('skey', {}, [
    stanza('id', {}, encodeBigEndian(signedPreKey.id, 3)),
    stanza('value', {}, signedPreKey.value),
    stanza('signature', {}, signedPreKey.signature),
  ]),
]

/** The keys of a bundle in the form of a retry receipt. */
export const retryKeys = (bundle: KeyBundle): BinaryNode[] => {
  const [registration, ...keys] = keyNodes(bundle)
  return registration ? [registration, stanza('keys', {}, keys)] : []
}

/** Takes a key bundle of a device. Notifies a client with few one-time keys left. */
export const takeBundle = async (world: World, end: End): Promise<KeyBundle | undefined> => {
  const bundle = await bundleOf(end.account, end.deviceId)
  const left = end.account.devices.get(end.deviceId)?.preKeys.length ?? LOW_PRE_KEYS
  if (left < LOW_PRE_KEYS / 2) {
    const attrs = {
      from: SERVER,
      type: 'encrypt',
      id: `pk${nowSeconds()}${end.deviceId}`,
      t: nowSeconds(),
    }
    deliver(world, end, stanza('notification', attrs, [stanza('count', { value: left })]))
  }
  world.changed()
  return bundle
}

/** Answers a request for key bundles. */
export const answerKeys = async (world: World, query: BinaryNode): Promise<BinaryNode> => {
  const users: BinaryNode[] = []
  for (const user of children(child(query, 'key'), 'user')) {
    const end = endOf(world, user.attrs.jid)
    const bundle = end && (await takeBundle(world, end))
    if (bundle) users.push(stanza('user', { jid: user.attrs.jid }, keyNodes(bundle)))
  }
  return stanza('list', {}, users)
}

/** A group in the server's form. */
const groupNode = (world: World, group: Group): BinaryNode => {
  const members = group.members.flatMap((number, index) => {
    const account = world.accounts.byNumber(number)
    if (!account) return []
    const pn = numberJid(account.number)
    const lid = lidJid(account.lid)
    const names = group.addressing === 'lid' ? { jid: lid, phone_number: pn } : { jid: pn, lid }
    return [stanza('participant', { ...names, type: index === 0 ? 'superadmin' : undefined })]
  })
  const first = world.accounts.byNumber(group.members[0] ?? '')
  return stanza(
    'group',
    {
      id: splitJid(group.jid)?.user,
      subject: group.subject,
      addressing_mode: group.addressing,
      creation: group.createdAt,
      s_t: group.createdAt,
      s_o: first && lidJid(first.lid),
      creator: first && lidJid(first.lid),
      creator_pn: first && numberJid(first.number),
      size: members.length,
    },
    members,
  )
}

/** Answers about one group, or about all groups of the caller. Undefined for other queries. */
export const answerGroups = (
  world: World,
  asker: Account,
  query: BinaryNode,
): BinaryNode | 'not_found' | undefined => {
  if (query.attrs.type !== 'get') return undefined
  if (child(query, 'participating')) {
    const groups = [...world.groups.values()].filter((group) => group.members.includes(asker.number))
    return stanza(
      'groups',
      {},
      groups.map((group) => groupNode(world, group)),
    )
  }
  if (!child(query, 'query')) return undefined
  const group = world.groups.get(query.attrs.to ?? '')
  return group?.members.includes(asker.number) ? groupNode(world, group) : 'not_found'
}
