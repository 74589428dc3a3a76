import { encodeBigEndian } from '@whiskeysockets/baileys'
import { type Account, bundleOf } from './accounts.js'
import { lidJid, numberJid, splitJid, USER_SERVER } from './jids.js'
import { type BinaryNode, buildStanza, child, childrenOf, nodeBytes, nowSeconds } from './nodes.js'
import type { KeyBundle } from './signal-engine.js'
import { deliverStanza, type Endpoint, endOf, type Group, type World } from './world.js'

const LOW_PRE_KEYS = 10

const deviceList = (account: Account) =>
  buildStanza('devices', {}, [
    buildStanza('device-list', {}, [
      buildStanza('device', { id: 0 }),
      ...[...account.devices.keys()].map((id) => buildStanza('device', { id, 'key-index': id })),
    ]),
  ])

/** Answers a user query: existence of the number, devices, LID, status text. */
export const answerUsync = (world: World, query: BinaryNode): BinaryNode => {
  const usync = child(query, 'usync')
  const wanted = child(usync, 'query')
  const users = childrenOf(child(usync, 'list'), 'user').map((user) => {
    const typed = nodeBytes(child(user, 'contact')).toString().replace(/\D/g, '')
    const jid = user.attrs.jid ?? numberJid(typed)
    const account = typed ? world.accounts.bySpelling(typed) : world.accounts.byJid(jid)
    const found: BinaryNode[] = []
    if (child(wanted, 'contact')) found.push(buildStanza('contact', { type: account ? 'in' : 'out' }))
    if (child(wanted, 'devices') && account) found.push(deviceList(account))
    if (child(wanted, 'lid') && account && splitJid(jid)?.addressing === 'pn') {
      found.push(buildStanza('lid', { val: lidJid(account.lid) }))
    }
    if (child(wanted, 'status'))
      found.push(buildStanza('status', { t: nowSeconds() }, Buffer.from(account?.about ?? '')))
    if (child(wanted, 'disappearing_mode'))
      found.push(buildStanza('disappearing_mode', { duration: 0, t: 0 }))
    return buildStanza('user', { jid: typed && account ? numberJid(account.number) : jid }, found)
  })
  return buildStanza('usync', usync?.attrs ?? {}, [buildStanza('result', {}), buildStanza('list', {}, users)])
}

const keyNodes = ({ registrationId, identity, signedPreKey, preKey }: KeyBundle): BinaryNode[] => [
  buildStanza('registration', {}, encodeBigEndian(registrationId)),
  buildStanza('type', {}, Buffer.from([5])),
  buildStanza('identity', {}, identity),
  ...(preKey
    ? [
        buildStanza('key', {}, [
          buildStanza('id', {}, encodeBigEndian(preKey.id, 3)),
          buildStanza('value', {}, preKey.value),
        ]),
      ]
    : []),
  buildStanza('skey', {}, [
    buildStanza('id', {}, encodeBigEndian(signedPreKey.id, 3)),
    buildStanza('value', {}, signedPreKey.value),
    buildStanza('signature', {}, signedPreKey.signature),
  ]),
]

/** The keys of a bundle in the form of a retry receipt. */
export const retryKeys = (bundle: KeyBundle): BinaryNode[] => {
  const [registration, ...keys] = keyNodes(bundle)
  return registration ? [registration, buildStanza('keys', {}, keys)] : []
}

/** Takes a key bundle of a device. Notifies a client with few one-time keys left. */
export const takeBundle = async (world: World, end: Endpoint): Promise<KeyBundle | undefined> => {
  const bundle = await bundleOf(end.account, end.deviceId)
  const left = end.account.devices.get(end.deviceId)?.preKeys.length ?? LOW_PRE_KEYS
  if (left < LOW_PRE_KEYS / 2) {
    const attrs = {
      from: USER_SERVER,
      type: 'encrypt',
      id: `pk${nowSeconds()}${end.deviceId}`,
      t: nowSeconds(),
    }
    deliverStanza(world, end, buildStanza('notification', attrs, [buildStanza('count', { value: left })]))
  }
  world.changed()
  return bundle
}

/** Answers a request for key bundles. */
export const answerKeys = async (world: World, query: BinaryNode): Promise<BinaryNode> => {
  const users: BinaryNode[] = []
  for (const user of childrenOf(child(query, 'key'), 'user')) {
    const end = endOf(world, user.attrs.jid)
    const bundle = end && (await takeBundle(world, end))
    if (bundle) users.push(buildStanza('user', { jid: user.attrs.jid }, keyNodes(bundle)))
  }
  return buildStanza('list', {}, users)
}

/** A group in the server's form. */
const groupNode = (world: World, group: Group): BinaryNode => {
  const members = group.members.flatMap((number, index) => {
    const account = world.accounts.byNumber(number)
    if (!account) return []
    const pn = numberJid(account.number)
    const lid = lidJid(account.lid)
    const names = group.addressing === 'lid' ? { jid: lid, phone_number: pn } : { jid: pn, lid }
    return [buildStanza('participant', { ...names, type: index === 0 ? 'superadmin' : undefined })]
  })
  const first = world.accounts.byNumber(group.members[0] ?? '')
  return buildStanza(
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
    return buildStanza(
      'groups',
      {},
      groups.map((group) => groupNode(world, group)),
    )
  }
  if (!child(query, 'query')) return undefined
  const group = world.groups.get(query.attrs.to ?? '')
  return group?.members.includes(asker.number) ? groupNode(world, group) : 'not_found'
}
