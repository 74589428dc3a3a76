import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import {
  Curve,
  decodeBinaryNode,
  encodeBinaryNode,
  hkdf,
  type KeyPair,
  NOISE_MODE,
  NOISE_WA_HEADER,
  proto,
} from '@whiskeysockets/baileys'
import type { BinaryNode } from './nodes.js'

const TAG_BYTES = 16
const NO_BYTES = Buffer.alloc(0)

const counterIv = (counter: number) => {
  const iv = Buffer.alloc(12)
  iv.writeUInt32BE(counter, 8)
  return iv
}

const sealBytes = (plain: Uint8Array, key: Uint8Array, counter: number, extra: Uint8Array) => {
  const cipher = createCipheriv('aes-256-gcm', key, counterIv(counter)).setAAD(extra)
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

const openBytes = (sealed: Uint8Array, key: Uint8Array, counter: number, extra: Uint8Array) => {
  const end = sealed.length - TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', key, counterIv(counter)).setAAD(extra)
  decipher.setAuthTag(sealed.subarray(end))
  return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()])
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** The server's permanent identity: its static key, and the certificate chain that signs the key. */
export type NoiseIdentity = { key: KeyPair; chain: Uint8Array; rootPublic: Uint8Array }

/** Makes a static key with a properly signed chain: root → intermediate → leaf. */
export const createNoiseIdentity = (): NoiseIdentity => {
  const root = Curve.generateKeyPair()
  const middle = Curve.generateKeyPair()
  const key = Curve.generateKeyPair()
  const certificate = (serial: number, issuerSerial: number, of: Uint8Array, by: KeyPair) => {
    const details = proto.CertChain.NoiseCertificate.Details.encode({
      serial,
      issuerSerial,
      key: of,
    }).finish()
    return { details, signature: Curve.sign(by.private, details) }
  }
  const chain = proto.CertChain.encode({
    intermediate: certificate(1, 0, middle.public, root),
    leaf: certificate(2, 1, key.public, middle),
  }).finish()
  return { key, chain, rootPublic: root.public }
}

export type NoiseResult = { payload: proto.ClientPayload; clientKey: Buffer }

/** The symmetric state of a Noise handshake. */
interface Symmetric {
  hash: Buffer
  salt: Buffer
  key: Buffer
  counter: number
}

const mixHash = (noise: Symmetric, data: Uint8Array) => {
  noise.hash = sha256(Buffer.concat([noise.hash, data]))
}
const expandKeys = ({ salt }: Symmetric, data: Uint8Array) => {
  const out = Buffer.from(hkdf(data, 64, { salt, info: '' }))
  return [out.subarray(0, 32), out.subarray(32)] as const
}
const mixKey = (noise: Symmetric, data: Uint8Array) => {
  ;[noise.salt, noise.key] = expandKeys(noise, data)
  noise.counter = 0
}
const sealMixed = (noise: Symmetric, data: Uint8Array) => {
  const sealed = sealBytes(data, noise.key, noise.counter++, noise.hash)
  mixHash(noise, sealed)
  return sealed
}
const openMixed = (noise: Symmetric, data: Uint8Array) => {
  const plain = openBytes(data, noise.key, noise.counter++, noise.hash)
  mixHash(noise, data)
  return plain
}

/**
 * The server side of Noise XX for one socket. `receive` takes raw bytes in any pieces. It calls back in order: once with the
 * client's payload, then for each stanza. It throws on bytes that violate the protocol.
 */
export const createNoiseServer = (
  identity: NoiseIdentity,
  write: (bytes: Buffer) => void,
  on: { hello(result: NoiseResult): void; stanza(node: BinaryNode): void },
) => {
  let waiting = NO_BYTES as Buffer
  let introSeen = false
  const mode = Buffer.from(NOISE_MODE)
  const noise: Symmetric = { hash: mode, salt: mode, key: mode, counter: 0 }
  let transport: { send: Buffer; receive: Buffer; sent: number; received: number } | undefined
  let chain = Promise.resolve()
  const ephemeral = Curve.generateKeyPair()

  const writeFrame = (data: Uint8Array) => {
    const size = Buffer.alloc(3)
    size.writeUIntBE(data.length, 0, 3)
    write(Buffer.concat([size, data]))
  }

  const greet = (frame: Buffer) => {
    const clientEphemeral = proto.HandshakeMessage.decode(frame).clientHello?.ephemeral
    if (!clientEphemeral) throw new Error('handshake without client hello')
    mixHash(noise, NOISE_WA_HEADER)
    mixHash(noise, clientEphemeral)
    mixHash(noise, ephemeral.public)
    mixKey(noise, Curve.sharedKey(ephemeral.private, clientEphemeral))
    const sealedKey = sealMixed(noise, identity.key.public)
    mixKey(noise, Curve.sharedKey(identity.key.private, clientEphemeral))
    const sealedChain = sealMixed(noise, identity.chain)
    const serverHello = { ephemeral: ephemeral.public, static: sealedKey, payload: sealedChain }
    writeFrame(proto.HandshakeMessage.encode({ serverHello }).finish())
  }

  const finish = (frame: Buffer) => {
    const message = proto.HandshakeMessage.decode(frame).clientFinish
    if (!message?.static || !message.payload) throw new Error('handshake without client finish')
    const clientKey = openMixed(noise, message.static)
    mixKey(noise, Curve.sharedKey(ephemeral.private, clientKey))
    const payload = proto.ClientPayload.decode(openMixed(noise, message.payload))
    const [receive, send] = expandKeys(noise, NO_BYTES)
    transport = { send, receive, sent: 0, received: 0 }
    on.hello({ payload, clientKey })
  }

  let greeted = false
  const takeFrame = async (frame: Buffer) => {
    if (transport) {
      const plain = openBytes(frame, transport.receive, transport.received++, NO_BYTES)
      on.stanza(await decodeBinaryNode(plain))
    } else if (greeted) finish(frame)
    else {
      greeted = true
      greet(frame)
    }
  }

  /** Drops the optional routing prefix and the protocol header; false while more bytes are needed. */
  const skipIntro = () => {
    if (introSeen) return true
    let at = 0
    if (waiting.subarray(0, 2).toString() === 'ED') {
      if (waiting.length < 7) return false
      at = 7 + waiting.readUIntBE(4, 3)
    }
    if (waiting.length < at + NOISE_WA_HEADER.length) return false
    if (!waiting.subarray(at, at + NOISE_WA_HEADER.length).equals(NOISE_WA_HEADER)) {
      throw new Error('not a WhatsApp Web client')
    }
    waiting = waiting.subarray(at + NOISE_WA_HEADER.length)
    introSeen = true
    return true
  }

  const drain = async (bytes: Buffer) => {
    waiting = waiting.length ? Buffer.concat([waiting, bytes]) : bytes
    if (!skipIntro()) return
    while (waiting.length >= 3) {
      const end = 3 + waiting.readUIntBE(0, 3)
      if (waiting.length < end) return
      const frame = waiting.subarray(3, end)
      waiting = waiting.subarray(end)
      await takeFrame(frame)
    }
  }

  return {
    /** Takes bytes from the socket. The promise rejects on a protocol violation. */
    receive(bytes: Buffer): Promise<void> {
      chain = chain.then(() => drain(bytes))
      return chain
    },
    /** Encrypts and writes one stanza. Throws before the handshake has finished. */
    send(node: BinaryNode): void {
      if (!transport) throw new Error('handshake not finished')
      writeFrame(sealBytes(encodeBinaryNode(node), transport.send, transport.sent++, NO_BYTES))
    },
  }
}
