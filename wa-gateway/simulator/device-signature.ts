import { Curve, hmacSign, type KeyPair, proto, WA_ADV_ACCOUNT_SIG_PREFIX } from '@whiskeysockets/baileys'
import { nowSeconds } from './nodes.js'

/** A client for the phone that links it. */
export type NewDevice = { deviceId: number; rawId: number; identity: Uint8Array }

/** The phone's signature that a client belongs to its account, with a MAC of their shared secret. */
export const signDevice = (
  { deviceId, rawId, identity }: NewDevice,
  phoneKey: KeyPair,
  secret: Uint8Array,
): Uint8Array => {
  const details = proto.ADVDeviceIdentity.encode({
    rawId,
    timestamp: nowSeconds(),
    keyIndex: deviceId,
    accountType: proto.ADVEncryptionType.E2EE,
    deviceType: proto.ADVEncryptionType.E2EE,
  }).finish()
  const signed = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: phoneKey.public,
    accountSignature: Curve.sign(
      phoneKey.private,
      Buffer.concat([WA_ADV_ACCOUNT_SIG_PREFIX, details, identity]),
    ),
  }).finish()
  return proto.ADVSignedDeviceIdentityHMAC.encode({
    details: signed,
    hmac: hmacSign(signed, Buffer.from(secret)),
  }).finish()
}
