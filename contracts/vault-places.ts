/**
 * Whose an entry of the vault is, by the part of its key behind the place.
 * - `company`, `connection`, `user`: its id begins that part.
 * - `entry`: the entry says so itself, in the field `companyId` of its JSON. Events of other companies may name such entries.
 * - `named`: events of the company name it, by its whole key or by that part.
 * - `none`: of the platform, or ids and times alone that are forgotten by themselves.
 */
export type VaultOwner = 'company' | 'connection' | 'user' | 'entry' | 'named' | 'none'

/**
 * How the keys of the vault begin: whatever is kept there has its place here, so that the erasure of a company finds it. A
 * key without a place is refused in tests.
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
  // addresses that asked for a new password, of any company or none, for two minutes
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

const PLACES = Object.keys(VAULT_PLACES) as readonly VaultPlace[]

/** The place of a key, or null. */
export const vaultPlaceOf = (key: string): VaultPlace | null =>
  PLACES.find((place) => key.startsWith(place)) ?? null

/** The places of such entries. */
export const vaultPlacesOf = (owner: VaultOwner): readonly VaultPlace[] =>
  PLACES.filter((place) => VAULT_PLACES[place] === owner)
