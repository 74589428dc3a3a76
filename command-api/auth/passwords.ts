import type { Vault } from '@guiche/infra/vault/vault.js'
import { hash, verify } from '@node-rs/argon2'

/** argon2id with the package's costs: 19 MiB, two passes, one lane. */
export interface Passwords {
  /** Stores the hash of a password under a fresh vault key; one that is there already stays. */
  store(ref: string, password: string): Promise<void>
  /** Whether it is the password under `ref`; null or an unknown one takes as long and is never right. */
  isRight(ref: string | null, password: string): Promise<boolean>
  remove(ref: string): Promise<void>
}

/** Vault key of a password hash. */
export const passwordRef = (uuid: string): string => `password/${uuid}`

export const createPasswords = (vault: Pick<Vault, 'getMany' | 'commit'>): Passwords => {
  // what an unknown e-mail is checked against, so that it takes as long as a known one
  const nobody = hash('nobody has this password')
  return {
    store: async (ref, password) => {
      await vault.commit([{ key: ref, value: Buffer.from(await hash(password)), expected: 0 }])
    },
    isRight: async (ref, password) => {
      const entry = ref === null ? undefined : (await vault.getMany([ref])).get(ref)
      const right = await verify(entry?.value.toString() ?? (await nobody), password)
      return right && entry !== undefined
    },
    remove: async (ref) => {
      await vault.commit([{ key: ref, value: null }])
    },
  }
}
