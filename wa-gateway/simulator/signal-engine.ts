import {
  type AuthenticationCreds,
  addTransactionCapability,
  BufferJSON,
  Curve,
  DEFAULT_CONNECTION_CONFIG,
  generateSignalPubKey,
  initAuthCreds,
  type SignalDataSet,
  type SignalDataTypeMap,
} from '@whiskeysockets/baileys'
import { withSessionFixes } from '../libsignal-fixes/sessions.js'
import { silentEngineLogger } from './log.js'

/** Keys for opening a Signal session with a device, all without their type byte. */
export type KeyBundle = {
  registrationId: number
  identity: Buffer
  signedPreKey: { id: number; value: Buffer; signature: Buffer }
  preKey?: { id: number; value: Buffer }
}

type Shelves = { [type: string]: { [id: string]: unknown } }

/** Stores keys in memory, saved as one JSON text. */
const createShelves = (shelves: Shelves, changed: () => void) => ({
  get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
    const found: { [id: string]: SignalDataTypeMap[T] } = {}
    for (const id of ids) {
      const value = shelves[type]?.[id]
      if (value !== undefined) found[id] = value as SignalDataTypeMap[T]
    }
    return found
  },
  set(data: SignalDataSet) {
    for (const [type, entries] of Object.entries(data)) {
      shelves[type] ??= {}
      const shelf = shelves[type]
      for (const [id, value] of Object.entries(entries ?? {})) {
        if (value === null || value === undefined) delete shelf[id]
        else shelf[id] = value
      }
    }
    changed()
  },
})

/**
 * The Signal engine of one phone: that of the client library, with the phone's own keys. All addresses are LID addresses, so
 * that a person has one session per device.
 */
export const createSignalEngine = (saved: string | undefined, changed: () => void) => {
  const state: { creds: AuthenticationCreds; shelves: Shelves } = saved
    ? JSON.parse(saved, BufferJSON.reviver)
    : { creds: initAuthCreds(), shelves: {} }
  const { creds, shelves } = state
  const retries = { maxCommitRetries: 1, delayBetweenTriesMs: 10 }
  const keys = withSessionFixes(
    addTransactionCapability(createShelves(shelves, changed), silentEngineLogger, retries),
  )
  const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ creds, keys }, silentEngineLogger)

  return {
    identity: creds.signedIdentityKey,
    registrationId: creds.registrationId,
    /** A key bundle with a new one-time key, for a device that starts a session with this phone. */
    async bundle(): Promise<KeyBundle> {
      const id = creds.nextPreKeyId
      creds.nextPreKeyId = id + 1
      const pair = Curve.generateKeyPair()
      await keys.set({ 'pre-key': { [String(id)]: pair } })
      const { keyId, keyPair, signature } = creds.signedPreKey
      return {
        registrationId: creds.registrationId,
        identity: Buffer.from(creds.signedIdentityKey.public),
        signedPreKey: { id: keyId, value: Buffer.from(keyPair.public), signature: Buffer.from(signature) },
        preKey: { id, value: Buffer.from(pair.public) },
      }
    },
    async hasSession(jid: string): Promise<boolean> {
      return (await repository.validateSession(jid)).exists
    },
    async openSession(jid: string, bundle: KeyBundle): Promise<void> {
      const { registrationId, identity, signedPreKey, preKey } = bundle
      const session = {
        registrationId,
        identityKey: generateSignalPubKey(identity),
        signedPreKey: {
          keyId: signedPreKey.id,
          publicKey: generateSignalPubKey(signedPreKey.value),
          signature: signedPreKey.signature,
        },
        ...(preKey && { preKey: { keyId: preKey.id, publicKey: generateSignalPubKey(preKey.value) } }),
      }
      await repository.injectE2ESession({ jid, session })
    },
    async forget(jid: string): Promise<void> {
      await repository.deleteSession([jid])
    },
    encrypt: (jid: string, data: Uint8Array) => repository.encryptMessage({ jid, data }),
    decrypt: (jid: string, type: 'pkmsg' | 'msg', ciphertext: Uint8Array) =>
      repository.decryptMessage({ jid, type, ciphertext }),
    encryptForGroup: (group: string, meId: string, data: Uint8Array) =>
      repository.encryptGroupMessage({ group, meId, data }),
    decryptFromGroup: (group: string, authorJid: string, msg: Uint8Array) =>
      repository.decryptGroupMessage({ group, authorJid, msg }),
    senderKeyFor: (group: string, meId: string) =>
      repository.getSenderKeyDistributionMessage({ group, meId }),
    learnSenderKey: (authorJid: string, groupId: string, key: Uint8Array) =>
      repository.processSenderKeyDistributionMessage({
        authorJid,
        item: { groupId, axolotlSenderKeyDistributionMessage: key },
      }),
    /** The whole state as one text. */
    save: () => JSON.stringify(state, BufferJSON.replacer),
    close: () => repository.close?.(),
  }
}

export type SignalEngine = ReturnType<typeof createSignalEngine>
