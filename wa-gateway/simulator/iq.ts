import { randomBytes } from 'node:crypto'
import { QueryIds } from '@whiskeysockets/baileys'
import type { Account, Device } from './accounts.js'
import { setBlocked } from './blocking.js'
import { lidJid } from './jids.js'
import {
  type BinaryNode,
  buildStanza,
  child,
  childBytes,
  childNumber,
  childrenOf,
  firstChild,
  nowSeconds,
} from './nodes.js'
import { answerGroups, answerKeys, answerUsync } from './queries.js'
import { goActive, type World } from './world.js'

const okResponse = (query: BinaryNode, content?: BinaryNode[]): BinaryNode =>
  buildStanza('iq', { id: query.attrs.id, type: 'result', from: query.attrs.to }, content)

/** An error response in the server's form. */
const errorResponse = (query: BinaryNode, code: number, text: string): BinaryNode =>
  buildStanza('iq', { id: query.attrs.id, type: 'error', from: query.attrs.to }, [
    buildStanza('error', { code, text }),
  ])

const MAX_UNKNOWN = 1000

type Asker = { account: Account; device: Device }
type Answer = BinaryNode | undefined | Promise<BinaryNode | undefined>
type Answerer = (world: World, query: BinaryNode, asker: Asker) => Answer

const answerEncrypt: Answerer = async (world, query, { device }) => {
  if (child(query, 'count'))
    return okResponse(query, [buildStanza('count', { value: device.preKeys.length })])
  if (child(query, 'digest')) return okResponse(query, [buildStanza('digest', {})])
  if (child(query, 'key')) return okResponse(query, [await answerKeys(world, query)])
  const signed = child(query, 'skey') ?? child(child(query, 'rotate'), 'skey')
  if (!signed) return undefined
  device.signedPreKey = {
    id: childNumber(signed, 'id', 3),
    value: childBytes(signed, 'value'),
    signature: childBytes(signed, 'signature'),
  }
  for (const key of childrenOf(child(query, 'list'), 'key')) {
    device.preKeys.push({ id: childNumber(key, 'id', 3), value: childBytes(key, 'value') })
  }
  world.changed()
  return okResponse(query)
}

const answerPrivacy: Answerer = (_world, query) => {
  const tokens = childrenOf(child(query, 'tokens'), 'token')
  if (tokens.length > 0) return okResponse(query)
  const names = ['readreceipts', 'last', 'online', 'profile', 'status', 'groupadd', 'calladd', 'messages']
  const categories = names.map((name) => buildStanza('category', { name, value: 'all' }))
  return okResponse(query, [buildStanza('privacy', {}, categories)])
}

const answerPicture: Answerer = (world, query, { account }) => {
  const target = query.attrs.target ? world.accounts.byJid(query.attrs.target) : account
  if (query.attrs.type === 'set') {
    const bytes = childBytes(query, 'picture')
    account.picture = bytes.length > 0 ? bytes : undefined
    world.changed()
    return okResponse(query, [buildStanza('picture', { id: nowSeconds() })])
  }
  if (!target?.picture) return errorResponse(query, 404, 'item-not-found')
  const url = `https://${world.mediaHost}/picture/${target.number}?v=${target.picture.length}`
  return okResponse(query, [
    buildStanza('picture', {
      id: target.picture.length,
      type: 'image',
      url,
      direct_path: `/picture/${target.number}`,
    }),
  ])
}

/** Collections of the app state, always empty. Of a client's patch only the version is stored. */
const appState: Answerer = (_world, query) => {
  const collections = childrenOf(child(query, 'sync'), 'collection').map((collection) => {
    const version = Number(collection.attrs.version ?? 0) + (child(collection, 'patch') ? 1 : 0)
    return buildStanza('collection', { name: collection.attrs.name, type: 'result', version })
  })
  return okResponse(query, [buildStanza('sync', {}, collections)])
}

/** Answers whether the account is restricted, and how many messages it may still send. */
const answerStanding: Answerer = (world, query, { account }) => {
  const restricted = world.faults.isRestricted(account.number)
  const until = String(nowSeconds() + 86_400)
  const answers: Record<string, object> = {
    [QueryIds.REACHOUT_TIMELOCK]: {
      xwa2_fetch_account_reachout_timelock: {
        is_active: restricted,
        time_enforcement_ends: restricted ? until : '0',
        enforcement_type: 'DEFAULT',
      },
    },
    [QueryIds.MESSAGE_CAPPING_INFO]: {
      xwa2_message_capping_info: {
        total_quota: 1000,
        used_quota: 0,
        cycle_start_timestamp: String(nowSeconds()),
        cycle_end_timestamp: until,
        capping_status: 'NONE',
      },
    },
  }
  const data = answers[child(query, 'query')?.attrs.query_id ?? '']
  return data && okResponse(query, [buildStanza('result', {}, Buffer.from(JSON.stringify({ data })))])
}

const groups: Answerer = (world, query, { account }) => {
  const answer = answerGroups(world, account, query)
  if (answer === 'not_found') return errorResponse(query, 404, 'item-not-found')
  return answer && okResponse(query, [answer])
}

const answerBlocklist: Answerer = (world, query, { account, device }) => {
  const item = child(query, 'item')
  if (!item) {
    const items = account.blocked.flatMap((number) => {
      const { lid } = world.accounts.byNumber(number) ?? {}
      return lid === undefined ? [] : [buildStanza('item', { jid: lidJid(lid) })]
    })
    return okResponse(query, [buildStanza('list', {}, items)])
  }
  const other = world.accounts.byJid(item.attrs.jid)
  if (!other) return errorResponse(query, 404, 'item-not-found')
  setBlocked(world, account, other, item.attrs.action === 'block', device.id)
  return okResponse(query, [buildStanza('list', {}, [])])
}

const ANSWERS: Record<string, Answerer> = {
  encrypt: answerEncrypt,
  privacy: answerPrivacy,
  'w:profile:picture': answerPicture,
  'w:sync:app:state': appState,
  'w:mex': answerStanding,
  'w:g2': groups,
  'w:p': (_world, query) => okResponse(query),
  passive: (world, query, { account, device }) => {
    if (child(query, 'active')) setImmediate(() => goActive(world, account, device))
    return okResponse(query)
  },
  usync: (world, query) => okResponse(query, [answerUsync(world, query)]),
  abt: (_world, query) => okResponse(query, [buildStanza('props', { protocol: 1, hash: 'simulated' }, [])]),
  blocklist: answerBlocklist,
  'w:m': (world, query) => {
    const host = buildStanza('host', { hostname: world.mediaHost, maxContentLengthBytes: 104_857_600 })
    return okResponse(query, [
      buildStanza('media_conn', { auth: randomBytes(16).toString('hex'), ttl: 300, max_buckets: 12 }, [host]),
    ])
  },
  'urn:xmpp:whatsapp:dirty': (_world, query) => okResponse(query),
  'w:stats': (_world, query) => okResponse(query),
  status: (world, query, { account }) => {
    account.about = childBytes(query, 'status').toString()
    world.changed()
    return okResponse(query)
  },
  'w:biz': (_world, query) =>
    child(query, 'business_profile')
      ? okResponse(query, [buildStanza('business_profile', {}, [])])
      : undefined,
  disappearing_mode: (_world, query) => okResponse(query),
}

/**
 * Answers a query of a logged-in client. Undefined: no answer. An unknown query is noted in `world.unknown` and refused
 * with 501.
 */
export const answerIq = async (
  world: World,
  query: BinaryNode,
  asker: Asker,
): Promise<BinaryNode | undefined> => {
  const { xmlns = '' } = query.attrs
  if (world.faults.takeSilence(asker.account.number, xmlns)) {
    world.news.emit('change')
    return undefined
  }
  const answer = await ANSWERS[xmlns]?.(world, query, asker)
  if (answer) return answer
  noteUnknown(world, query)
  return errorResponse(query, 501, 'feature-not-implemented')
}

/** Records a stanza that the server does not support. */
export const noteUnknown = (world: World, node: BinaryNode): void => {
  if (world.unknown.length < MAX_UNKNOWN) world.unknown.push(node)
  const { tag, attrs } = node
  world.logger.error(
    { tag, xmlns: attrs.xmlns, type: attrs.type, child: firstChild(node)?.tag },
    'unknown stanza',
  )
}
