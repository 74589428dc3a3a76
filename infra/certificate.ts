import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'

const DAY_MS = 86_400_000

const SEQUENCE = 0x30
const DER_SET = 0x31
const OID = 0x06
const UTF8 = 0x0c

/** One DER value: tag, length, content. */
const der = (tag: number, ...content: Uint8Array[]): Buffer => {
  const body = Buffer.concat(content)
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body])
  const length = Buffer.from(body.length.toString(16).padStart(body.length > 0xff ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, body])
}

const oid = (hex: string) => der(OID, Buffer.from(hex, 'hex'))

const ECDSA_WITH_SHA256 = der(SEQUENCE, oid('2a8648ce3d040302'))
const COMMON_NAME = oid('550403')
const BASIC_CONSTRAINTS = oid('551d13')
const SUBJECT_ALT_NAME = oid('551d11')

const generalizedTime = (at: Date) =>
  der(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`))

const nameValue = (text: string) =>
  der(SEQUENCE, der(DER_SET, der(SEQUENCE, COMMON_NAME, der(UTF8, Buffer.from(text)))))

const extensionValue = (id: Buffer, value: Buffer) => der(SEQUENCE, id, der(0x04, value))

/**
 * A new self-signed certificate for a loopback host, valid for a year; key and certificate in PEM. The certificate is
 * its own authority: a client that trusts exactly this certificate trusts no other server.
 */
export const createCertificate = (host: string): { key: string; certificate: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const now = Date.now()
  const hostName =
    isIP(host) === 4 ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host))
  const names = der(SEQUENCE, hostName, der(0x82, Buffer.from('localhost')))
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)])
  const body = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    ECDSA_WITH_SHA256,
    nameValue('loopback'),
    der(SEQUENCE, generalizedTime(new Date(now - DAY_MS)), generalizedTime(new Date(now + 365 * DAY_MS))),
    nameValue('loopback'),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      der(
        SEQUENCE,
        extensionValue(BASIC_CONSTRAINTS, der(SEQUENCE, der(0x01, Buffer.from([0xff])))),
        extensionValue(SUBJECT_ALT_NAME, names),
      ),
    ),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey))
  const whole = der(SEQUENCE, body, ECDSA_WITH_SHA256, signature).toString('base64')
  const lines = whole.match(/.{1,64}/g)?.join('\n') ?? ''
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}
