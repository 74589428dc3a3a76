import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Vault } from '@guiche/infra/vault/vault.js'

const TOKEN = /^([1-9][0-9]{0,14})\.[A-Za-z0-9_-]{43}$/

/** A user's link in the vault: its hash, and the end of its validity (ISO-8601). */
interface Entry {
  readonly hash: string
  readonly until: string
}

/** The link of a token. */
export interface FoundLink {
  readonly userId: number
  readonly until: string
  /** epoch of the entry in the vault */
  readonly epoch: number
}

/** Links of one kind; each user has at most one. The token is shown once, and only its hash is kept. */
export interface SecretLinks {
  /** A new token for a user, which replaces the previous token. */
  make(userId: number, until: string): Promise<string>
  /** The link of a token, expired or not; null for any other text. */
  find(token: string): Promise<FoundLink | null>
  /** Uses a link up: true for only one of several concurrent calls. */
  use(link: FoundLink): Promise<boolean>
  /** Restores a used link, unless the user has another link. */
  giveBack(token: string, link: FoundLink): Promise<void>
  /**
   * The account that counts attempts with a token: the token itself. So invented tokens never use up the
   * attempts of real tokens. Null for an invalid token.
   */
  accountOf(token: string): string | null
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
const isEqualSecret = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
const entryOf = (entry: Entry): Buffer => Buffer.from(JSON.stringify(entry))

/** Links of a kind; `kind` is also the prefix of their vault keys. */
export const createSecretLinks = (vault: Pick<Vault, 'getMany' | 'commit'>, kind: string): SecretLinks => {
  const keyOf = (userId: number): string => `${kind}/${userId}`
  return {
    make: async (userId, until) => {
      const token = `${userId}.${randomBytes(32).toString('base64url')}`
      await vault.commit([{ key: keyOf(userId), value: entryOf({ hash: hashOf(token), until }) }])
      return token
    },
    find: async (token) => {
      const userId = Number(TOKEN.exec(token)?.[1] ?? 0)
      if (userId === 0) return null
      const stored = (await vault.getMany([keyOf(userId)])).get(keyOf(userId))
      if (stored === undefined) return null
      const { hash, until } = JSON.parse(stored.value.toString()) as Entry
      return isEqualSecret(hash, hashOf(token)) ? { userId, until, epoch: stored.epoch } : null
    },
    use: async ({ userId, epoch }) =>
      (await vault.commit([{ key: keyOf(userId), value: null, expected: epoch }])) === 'committed',
    giveBack: async (token, { userId, until }) => {
      await vault.commit([
        { key: keyOf(userId), value: entryOf({ hash: hashOf(token), until }), expected: 0 },
      ])
    },
    accountOf: (token) => (TOKEN.test(token) ? `${kind}/${token}` : null),
  }
}
