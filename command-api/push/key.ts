import type { Vault } from '@guiche/infra/vault/vault.js'
import { createVapidKeys, type VapidKeys } from '@guiche/infra/web-push/vapid.js'

const KEY = 'push/vapid'

/**
 * Gives the VAPID keys, by which push services recognise this installation. They are made once and kept in the vault
 * for all processes. They never change, because browsers have subscribed with them.
 */
export const createPushKey = (vault: Pick<Vault, 'getMany' | 'commit'>): (() => Promise<VapidKeys>) => {
  const stored = async (): Promise<VapidKeys | null> => {
    const entry = (await vault.getMany([KEY])).get(KEY)
    return entry === undefined ? null : JSON.parse(entry.value.toString())
  }
  const readOrMake = async (): Promise<VapidKeys> => {
    const kept = await stored()
    if (kept !== null) return kept
    const made = createVapidKeys()
    const value = Buffer.from(JSON.stringify(made))
    const written = await vault.commit([{ key: KEY, value, expected: 0 }])
    // another process stored its keys first
    return written === 'committed' ? made : readOrMake()
  }
  let keys: Promise<VapidKeys> | null = null
  return () => {
    keys ??= readOrMake().catch((failure) => {
      keys = null
      throw failure
    })
    return keys
  }
}
