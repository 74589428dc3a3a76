import { hkdfSync } from 'node:crypto'
import type { Vault } from './vault/vault.js'

/** A 32-byte key for one purpose, derived from SECRET_KEY; purposes never share a key. */
export const deriveKey = (
  secretKey: Buffer,
  purpose: 'vault' | 'tokens' | NamePurpose | 'verification' | 'devices' | 'set-up',
): Buffer => Buffer.from(hkdfSync('sha256', secretKey, 'guiche', purpose, 32))

/**
 * Purposes whose key makes names of streams and fields of events. Events are never rewritten, so a rotation
 * keeps these keys.
 */
export const NAME_PURPOSES = ['claims', 'reactors'] as const
type NamePurpose = (typeof NAME_PURPOSES)[number]
export type NameKeys = Readonly<Record<NamePurpose, Buffer>>

/** Vault key of the purpose's kept key after a rotation. */
export const nameKeyEntry = (purpose: NamePurpose): string => `name-key/${purpose}`

/** The keys of names: from the vault after a rotation of SECRET_KEY, else derived from SECRET_KEY. */
export const loadNameKeys = async (vault: Pick<Vault, 'getMany'>, secretKey: Buffer): Promise<NameKeys> => {
  const kept = await vault.getMany(NAME_PURPOSES.map(nameKeyEntry))
  const keyOf = (purpose: NamePurpose): Buffer =>
    kept.get(nameKeyEntry(purpose))?.value ?? deriveKey(secretKey, purpose)
  return { claims: keyOf('claims'), reactors: keyOf('reactors') }
}
