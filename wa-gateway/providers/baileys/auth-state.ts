import { hash } from 'node:crypto'
import { createBoundedCache } from '@guiche/infra/bounded-cache.js'
import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import { isVaultKey } from '@guiche/infra/vault/names.js'
import type { Fence, Vault, VaultWrite } from '@guiche/infra/vault/vault.js'
import type {
  AuthenticationCreds,
  SignalDataSet,
  SignalDataTypeMap,
  SignalKeyStore,
} from '@whiskeysockets/baileys'
import type { Baileys } from './load.js'

export const credsKey = (connectionId: number): string => `wa/${connectionId}/creds`
export const keysPrefix = (connectionId: number): string => `wa/${connectionId}/key/`
/** Key prefix of decrypted messages that are not reported yet. */
export const arrivalsPrefix = (connectionId: number): string => `wa-in/${connectionId}/`
/** Name under which an arrival may be written together with the keys that its decryption changes. */
export const ARRIVAL_NAME = 'arrival'

/** Longer than the library's suffix to the name of a group, which says whose key it is. */
const END_KEPT = 80
/**
 * A name for an id that the vault refuses. The id's end stays: an erasure finds keys by the number or linked id in it.
 */
const nameFor = (id: string): string =>
  `#${hash('sha256', id, 'hex')}#${id.slice(-END_KEPT).replace(/[^\x20-\x7e]/g, '?')}`

/** Senders choose some of the ids, for example the group in a key. So an id can have any characters and any length. */
const keyOf = (connectionId: number, type: string, id: string): string => {
  const prefix = type === ARRIVAL_NAME ? arrivalsPrefix(connectionId) : `${keysPrefix(connectionId)}${type}/`
  return prefix + (isVaultKey(prefix + id) ? id : nameFor(id))
}

/** Entries of one session kept in memory; ratchets are read before every message of a chat. */
const MAX_CACHED = 2_000

export class FencedError extends Error {
  override name = 'FencedError'
}

export interface AuthState {
  readonly creds: AuthenticationCreds
  readonly keys: SignalKeyStore
  /** Resolves when the credentials are durable. Throws FencedError. */
  saveCreds(): Promise<void>
}

interface Deps {
  readonly vault: Vault
  readonly baileys: Pick<Baileys, 'BufferJSON' | 'initAuthCreds' | 'proto'>
  readonly connectionId: number
  /** the entry and epoch that prove the ownership of the connection */
  readonly fence: Fence
  /** called once, when a write was refused because another process owns the connection */
  readonly onFenced: () => void
}

/** Whether credentials belong to a linked phone; half-paired ones are useless. */
export const isPaired = (creds: Pick<AuthenticationCreds, 'account' | 'me'>): boolean =>
  creds.account !== undefined && creds.account !== null && creds.me !== undefined

/**
 * Credentials and keys of one session in the vault, written through. Every write carries the fence, so a process
 * that has lost the connection cannot spoil its ratchets.
 */
export const loadAuthState = async ({
  vault,
  baileys,
  connectionId,
  fence,
  onFenced,
}: Deps): Promise<AuthState> => {
  const { BufferJSON, initAuthCreds, proto } = baileys
  const pack = (value: unknown): Buffer => Buffer.from(JSON.stringify(value, BufferJSON.replacer))
  const unpack = (bytes: Buffer): unknown => JSON.parse(bytes.toString(), BufferJSON.reviver)
  const revive = (type: string, value: unknown): unknown =>
    type === 'app-state-sync-key'
      ? proto.Message.AppStateSyncKeyData.fromObject(value as { [key: string]: unknown })
      : value

  let fenced = false
  const commit = async (writes: readonly VaultWrite[]): Promise<void> => {
    if (!fenced && (await vault.commit(writes, fence)) === 'committed') return
    if (!fenced) {
      fenced = true
      onFenced()
    }
    throw new FencedError(`connection ${connectionId} belongs to another process`)
  }

  const stored = (await vault.getMany([credsKey(connectionId)])).get(credsKey(connectionId))
  const kept = stored === undefined ? null : (unpack(stored.value) as AuthenticationCreds)
  const creds = kept !== null && isPaired(kept) ? kept : initAuthCreds()

  // null = known to be absent
  const cache = createBoundedCache<string, { readonly bytes: Buffer | null }>(MAX_CACHED)

  const get = async <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) => {
    const found: { [id: string]: SignalDataTypeMap[T] } = {}
    const missing: string[] = []
    const bytesOf = new Map<string, Buffer>()
    for (const id of ids) {
      const known = cache.get(keyOf(connectionId, type, id))
      if (known === undefined) missing.push(id)
      else if (known.bytes !== null) bytesOf.set(id, known.bytes)
    }
    if (missing.length > 0) {
      const entries = await vault.getMany(missing.map((id) => keyOf(connectionId, type, id)))
      for (const id of missing) {
        const key = keyOf(connectionId, type, id)
        const bytes = entries.get(key)?.value ?? null
        // A write during this read is newer than its result.
        if (!cache.has(key)) cache.set(key, { bytes })
        const now = cache.get(key)?.bytes ?? bytes
        if (now !== null) bytesOf.set(id, now)
      }
    }
    for (const [id, bytes] of bytesOf) found[id] = revive(type, unpack(bytes)) as SignalDataTypeMap[T]
    return found
  }

  const set = async (data: SignalDataSet): Promise<void> => {
    const writes = Object.entries(data).flatMap(([type, entries]) =>
      Object.entries(entries ?? {}).map(([id, value]) => ({
        key: keyOf(connectionId, type, id),
        value: value === null || value === undefined ? null : pack(value),
      })),
    )
    if (writes.length === 0) return
    await commit(writes)
    for (const { key, value } of writes) {
      if (!key.startsWith(arrivalsPrefix(connectionId))) cache.set(key, { bytes: value })
    }
  }

  // One write of the credentials at a time, always of the newest state.
  const inOrder = createSerialQueue()
  const saveCreds = (): Promise<void> =>
    inOrder('creds', () => commit([{ key: credsKey(connectionId), value: pack(creds) }]))
  return { creds, keys: { get, set }, saveCreds }
}
