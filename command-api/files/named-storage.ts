import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import type { Vault } from '@guiche/infra/vault/vault.js'

/** Names of secrets begin with this; all other names are those of files. */
export const SECRET_PREFIX = 'record-secret/'

/** Storage of things that events only name: files and secrets. */
export interface NamedStorage {
  /** Removes a file or secret by its name. Idempotent. */
  remove(name: string): Promise<void>
}

/** Files are blobs, secrets are in the vault. */
export const namedStorageOf = ({
  blobs,
  vault,
}: {
  readonly blobs: Pick<Blobs, 'remove'>
  readonly vault: Pick<Vault, 'commit'>
}): NamedStorage => ({
  remove: async (name) => {
    if (name.startsWith(SECRET_PREFIX)) await vault.commit([{ key: name, value: null }])
    else await blobs.remove(name)
  },
})
