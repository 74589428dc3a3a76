/**
 * The owner of a vault entry, by the part of its key after the place. `company`, `connection`, `user`: that
 * part begins with the owner's id. `entry`: the entry's JSON has a field `companyId`; events of other
 * companies may name such entries. `named`: events of the company name the whole key or that part. `none`:
 * the platform's, or ids and times that expire.
 */
export type VaultOwner = 'company' | 'connection' | 'user' | 'entry' | 'named' | 'none'

/**
 * Prefixes of the vault's keys. Every entry has a place listed here, so that the erasure of a company finds
 * it. Tests fail for a key without a place.
 */
export const VAULT_PLACES = {
  'draft/': 'company',
  'erasing/': 'company',
  'company-export/': 'company',
  'import/': 'company',
  'import-rows/': 'company',
  'mail/': 'company',
  'mail-queue/': 'company',
  'parked-report/': 'company',
  'parked-event/': 'company',
  'later/parked-report/': 'company',
  'later/parked-event/': 'company',
  'push/device/': 'company',
  'wa-msg/': 'company',
  'wa/': 'connection',
  'wa-in/': 'connection',
  'capacity/': 'user',
  'invitation/': 'user',
  'password-reset/': 'user',
  'password/': 'named',
  'record-secret/': 'named',
  'connection-token/': 'entry',
  'refresh/': 'entry',
  'blob-unnamed/': 'named',
  // addresses of requests for a new password, of any company or none, for two minutes
  'reset-requests/': 'none',
  'closure/': 'none',
  'due/': 'none',
  'gateway/': 'none',
  'name-key/': 'none',
  'overwrite/': 'none',
  'push/vapid': 'none',
  'turn/': 'none',
} as const satisfies Readonly<Record<string, VaultOwner>>

export type VaultPlace = keyof typeof VAULT_PLACES

const PLACE_NAMES = Object.keys(VAULT_PLACES) as readonly VaultPlace[]

/** The place of a key, or null. */
export const vaultPlaceOf = (key: string): VaultPlace | null =>
  PLACE_NAMES.find((place) => key.startsWith(place)) ?? null

/** The places of entries with this owner. */
export const vaultPlacesOf = (owner: VaultOwner): readonly VaultPlace[] =>
  PLACE_NAMES.filter((place) => VAULT_PLACES[place] === owner)
