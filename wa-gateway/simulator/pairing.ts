import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import {
  aesDecryptCTR,
  aesDecryptGCM,
  aesEncryptCTR,
  Curve,
  derivePairingCodeKey,
  hkdf,
  type KeyPair,
  proto,
} from '@whiskeysockets/baileys'
import { type Account, type Device, disconnectedState } from './accounts.js'
import type { Connection } from './connection.js'
import { signDevice } from './device-signature.js'
import { lidJid, numberJid, splitJid, USER_SERVER } from './jids.js'
import { type BinaryNode, buildStanza, child, childBytes, nowSeconds } from './nodes.js'
import type { NoiseResult } from './noise.js'
import type { World } from './world.js'

const REFS = 6
/** QR references remembered after their socket closed, to tell an expired code from an unknown one. */
const USED_REFS = 600
const REQUEST_WAIT_MS = 1000

/** Why linking failed. */
export type PairingProblem =
  | 'unknown_qr'
  | 'expired_qr'
  | 'no_such_request'
  | 'wrong_code'
  | 'connection_lost'

/** A failed attempt to link; `problem` says why. */
export class PairingError extends Error {
  readonly problem: PairingProblem
  constructor(problem: PairingProblem) {
    super(`pairing failed: ${problem}`)
    this.problem = problem
  }
}

type Guest = {
  connection: Connection
  fullHistory: boolean
  noiseKey: Buffer
  identity: Buffer
  registrationId: number
  signedPreKey: Device['signedPreKey']
  code?: { number: string; ref: Buffer; wrapped: Buffer }
  finish?: (node: BinaryNode) => boolean
  signed?: () => void
  lost: Set<() => void>
}

const createUnlinkedClients = (world: World, linked: (account: Account, device: Device) => void) => ({
  ...{ world, linked, guests: new Map<Connection, Guest>() },
  /** connections by the reference in their QR code */
  refs: new Map<string, Connection>(),
  usedRefs: new Set<string>(),
  /** emits the number of each pairing code request */
  requests: new EventEmitter(),
})
type UnlinkedClients = ReturnType<typeof createUnlinkedClients>

const replyTo = (query: BinaryNode, content?: BinaryNode[], type = 'result') =>
  buildStanza('iq', { id: query.attrs.id, type, from: USER_SERVER }, content)

/** Settles like `start`, but rejects if the client's socket closes first. */
const whileOpen = <T>(guest: Guest, start: (done: (value: T) => void, fail: (e: Error) => void) => void) =>
  new Promise<T>((resolve, reject) => {
    const lost = () => reject(new PairingError('connection_lost'))
    if (!guest.connection.open) return lost()
    guest.lost.add(lost)
    start(
      (value) => {
        guest.lost.delete(lost)
        resolve(value)
      },
      (error) => {
        guest.lost.delete(lost)
        reject(error)
      },
    )
  })

const takeIn = async (
  { world, linked }: UnlinkedClients,
  guest: Guest,
  account: Account,
  phoneKey: KeyPair,
  advSecret: Buffer,
): Promise<Device> => {
  const id = account.nextDeviceId
  account.nextDeviceId = id + 1
  const sealed = signDevice(
    { deviceId: id, rawId: guest.registrationId, identity: guest.identity },
    phoneKey,
    advSecret,
  )
  await whileOpen<void>(guest, (done) => {
    guest.signed = () => done()
    guest.connection.send(
      buildStanza('iq', { id: `ps${guest.connection.id}`, type: 'set', from: USER_SERVER, t: nowSeconds() }, [
        buildStanza('pair-success', {}, [
          buildStanza('device-identity', {}, sealed),
          buildStanza('biz', { name: account.name }),
          buildStanza('device', { jid: numberJid(account.number, id), lid: lidJid(account.lid, id) }),
          buildStanza('platform', { name: 'android' }),
        ]),
      ]),
    )
  })
  const device: Device = {
    id,
    noiseKey: guest.noiseKey.toString('base64'),
    registrationId: guest.registrationId,
    identity: guest.identity,
    signedPreKey: guest.signedPreKey,
    preKeys: [],
    historySent: false,
    fullHistory: guest.fullHistory,
    pending: new Map(),
    ...disconnectedState(),
  }
  account.devices.set(id, device)
  world.changed()
  linked(account, device)
  guest.connection.send(buildStanza('stream:error', { code: 515 }))
  guest.connection.close()
  return device
}

const guestsAskingFor = ({ guests }: UnlinkedClients, number: string) =>
  [...guests.values()].reverse().find((guest) => guest.code?.number === number)

/** The client that requested a code for this number. Waits a second for a request on its way. */
const requestFor = async (unlinked: UnlinkedClients, number: string) => {
  const until = Date.now() + REQUEST_WAIT_MS
  while (!guestsAskingFor(unlinked, number) && Date.now() < until) {
    const signal = AbortSignal.timeout(REQUEST_WAIT_MS)
    await once(unlinked.requests, number, { signal }).catch(() => undefined)
  }
  return guestsAskingFor(unlinked, number)
}

/** First step of pairing by code: stores the number that the client wants to link. */
const companionHello = (
  { requests }: UnlinkedClients,
  guest: Guest,
  query: BinaryNode,
  request: BinaryNode,
) => {
  const ref = randomBytes(16)
  const number = splitJid(request.attrs.jid)?.user ?? ''
  const wrapped = childBytes(request, 'link_code_pairing_wrapped_companion_ephemeral_pub')
  guest.code = { number, ref, wrapped }
  requests.emit(number)
  const answer = buildStanza('link_code_companion_reg', { stage: 'companion_hello' }, [
    buildStanza('link_code_pairing_ref', {}, ref),
  ])
  guest.connection.send(replyTo(query, [answer]))
}

const welcomeGuest = (
  { guests, refs }: UnlinkedClients,
  connection: Connection,
  noise: NoiseResult,
): void => {
  const { payload, clientKey } = noise
  const data = payload.devicePairingData
  const number = (bytes: Uint8Array | null | undefined) => {
    const buffer = Buffer.from(bytes ?? [0])
    return buffer.readUIntBE(0, buffer.length)
  }
  guests.set(connection, {
    connection,
    noiseKey: clientKey,
    identity: Buffer.from(data?.eIdent ?? []),
    registrationId: number(data?.eRegid),
    signedPreKey: {
      id: number(data?.eSkeyId),
      value: Buffer.from(data?.eSkeyVal ?? []),
      signature: Buffer.from(data?.eSkeySig ?? []),
    },
    fullHistory: proto.DeviceProps.decode(data?.deviceProps ?? new Uint8Array()).requireFullSync ?? false,
    lost: new Set(),
  })
  const own = Array.from({ length: REFS }, () => `2@${randomBytes(48).toString('base64url')}`)
  for (const ref of own) refs.set(ref, connection)
  const shown = own.map((ref) => buildStanza('ref', {}, Buffer.from(ref)))
  connection.send(
    buildStanza('iq', { id: `pd${connection.id}`, type: 'set', from: USER_SERVER, xmlns: 'md' }, [
      buildStanza('pair-device', {}, shown),
    ]),
  )
}

const takeStanza = (unlinked: UnlinkedClients, connection: Connection, node: BinaryNode): boolean => {
  const guest = unlinked.guests.get(connection)
  if (!guest) return false
  if (child(node, 'pair-device-sign')) {
    guest.signed?.()
    return true
  }
  const request = child(node, 'link_code_companion_reg')
  if (request?.attrs.stage === 'companion_hello') {
    companionHello(unlinked, guest, node, request)
    return true
  }
  if (request?.attrs.stage === 'companion_finish') {
    const good = guest.finish?.(request) === true
    const refusal = [buildStanza('error', { code: 400, text: 'bad-request' })]
    connection.send(good ? replyTo(node) : replyTo(node, refusal, 'error'))
    return true
  }
  if (node.attrs.xmlns === 'w:p') connection.send(replyTo(node))
  return (
    node.attrs.xmlns === 'w:p' || node.attrs.type === 'result' || ['ib', 'ack', 'presence'].includes(node.tag)
  )
}

const forgetGuest = ({ guests, refs, usedRefs }: UnlinkedClients, connection: Connection): void => {
  const guest = guests.get(connection)
  guests.delete(connection)
  for (const [ref, owner] of refs) {
    if (owner !== connection) continue
    refs.delete(ref)
    usedRefs.add(ref)
    if (usedRefs.size > USED_REFS) usedRefs.delete([...usedRefs][0] ?? '')
  }
  for (const lost of guest?.lost ?? []) lost()
}

const scanCode = async (
  unlinked: UnlinkedClients,
  account: Account,
  phoneKey: KeyPair,
  qr: string,
): Promise<Device> => {
  const { guests, refs, usedRefs } = unlinked
  const [ref = '', noise = '', identity = '', secret = ''] = qr.slice(qr.indexOf('#') + 1).split(',')
  const connection = refs.get(ref)
  const guest = connection && guests.get(connection)
  if (!guest) throw new PairingError(usedRefs.has(ref) ? 'expired_qr' : 'unknown_qr')
  const same =
    guest.noiseKey.equals(Buffer.from(noise, 'base64')) &&
    guest.identity.equals(Buffer.from(identity, 'base64'))
  if (!same) throw new PairingError('unknown_qr')
  return takeIn(unlinked, guest, account, phoneKey, Buffer.from(secret, 'base64'))
}

/** The secret shared by client and phone after pairing by code. Null if the code is wrong. */
const secretOf = (request: BinaryNode, guest: Guest, shared: Uint8Array, phoneKey: KeyPair) => {
  const bundle = childBytes(request, 'link_code_pairing_wrapped_key_bundle')
  const info = 'link_code_pairing_key_bundle_encryption_key'
  const key = hkdf(shared, 32, { salt: bundle.subarray(0, 32), info })
  try {
    const none = Buffer.alloc(0)
    const plain = aesDecryptGCM(bundle.subarray(44), Buffer.from(key), bundle.subarray(32, 44), none)
    const identity = plain.subarray(0, 32)
    if (!identity.equals(guest.identity)) return null
    const own = Curve.sharedKey(phoneKey.private, identity)
    return Buffer.from(hkdf(Buffer.concat([shared, own, plain.subarray(64, 96)]), 32, { info: 'adv_secret' }))
  } catch {
    return null
  }
}

const enterCode = async (unlinked: UnlinkedClients, account: Account, phoneKey: KeyPair, typed: string) => {
  const guest = await requestFor(unlinked, account.number)
  if (!guest?.code) throw new PairingError('no_such_request')
  const code = typed.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
  const { ref, wrapped } = guest.code
  const unwrap = await derivePairingCodeKey(code, wrapped.subarray(0, 32))
  const theirs = aesDecryptCTR(wrapped.subarray(48, 80), unwrap, wrapped.subarray(32, 48))
  const mine = Curve.generateKeyPair()
  const salt = randomBytes(32)
  const iv = randomBytes(16)
  const wrappedMine = aesEncryptCTR(mine.public, await derivePairingCodeKey(code, salt), iv)
  const shared = Curve.sharedKey(mine.private, theirs)
  const secret = await whileOpen<Buffer>(guest, (done, fail) => {
    guest.finish = (request) => {
      const found = secretOf(request, guest, shared, phoneKey)
      if (found === null) fail(new PairingError('wrong_code'))
      else done(found)
      return found !== null
    }
    const id = `lc${guest.connection.id}`
    const attrs = { from: USER_SERVER, type: 'link_code_companion_reg', id, t: nowSeconds() }
    const ephemeral = Buffer.concat([salt, iv, wrappedMine])
    guest.connection.send(
      buildStanza('notification', attrs, [
        buildStanza('link_code_companion_reg', { stage: 'primary_hello' }, [
          buildStanza('link_code_pairing_ref', {}, ref),
          buildStanza('primary_identity_pub', {}, phoneKey.public),
          buildStanza('link_code_pairing_wrapped_primary_ephemeral_pub', {}, ephemeral),
        ]),
      ]),
    )
  })
  return takeIn(unlinked, guest, account, phoneKey, secret)
}

/** Pairing of clients without an account. All state of a client goes away when its socket closes. */
export const createPairing = (world: World, linked: UnlinkedClients['linked']) => {
  const unlinked = createUnlinkedClients(world, linked)
  return {
    /** Sends QR codes to a client without an account. */
    welcome: (connection: Connection, noise: NoiseResult) => welcomeGuest(unlinked, connection, noise),
    /** Handles a stanza of a client without an account. Gives false if the stanza is unknown. */
    take: (connection: Connection, node: BinaryNode) => takeStanza(unlinked, connection, node),
    forget: (connection: Connection) => forgetGuest(unlinked, connection),
    /** Links the client that shows this QR code. Throws PairingError. */
    scan: (account: Account, phoneKey: KeyPair, qr: string) => scanCode(unlinked, account, phoneKey, qr),
    /** Links the client that requested a pairing code. Throws PairingError. */
    enterCode: (account: Account, phoneKey: KeyPair, typed: string) =>
      enterCode(unlinked, account, phoneKey, typed),
  }
}

export type Pairing = ReturnType<typeof createPairing>
