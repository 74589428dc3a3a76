import type { Mail } from '@guiche/infra/mail/mailer.js'
import type { Vault } from '@guiche/infra/vault/vault.js'

/** A letter on its way. */
export interface Letter extends Omit<Mail, 'id'> {
  /** end of the link's validity (ISO-8601); null for a letter whose link does not expire */
  readonly until: string | null
  /** the password that the letter names: without this password's event the letter is not sent */
  readonly password?: { readonly userId: number; readonly ref: string }
}

/** A letter that SMTP did not deliver, without its HTML. */
export interface KeptLetter extends Omit<Letter, 'html' | 'password'> {
  /** ISO-8601 */
  readonly at: string
  /** why the mail server refused it; '' without a server */
  readonly reason: string
}

/** Letters hold links and passwords, so they are deleted after this many hours. */
export const KEPT_HOURS = 24

const PREFIX = 'mail/'
const HOUR_MS = 3_600_000
/** Entries of one read. */
const PAGE = 200

/** The outbox of the super user, in the vault. Ids are `{companyId}/{uuid}`. */
export interface Outbox {
  /** Keeps a letter; doing so again changes nothing. */
  keep(id: string, letter: KeptLetter): Promise<void>
  /** Letters of the last day. */
  list(now: Date): Promise<(KeptLetter & { readonly id: string })[]>
  /** Removes a letter; gives whether it existed. */
  forget(id: string): Promise<boolean>
  /** Removes older letters. */
  tidy(now: Date): Promise<void>
}

const isOld = ({ at }: KeptLetter, now: Date): boolean =>
  Date.parse(at) < now.getTime() - KEPT_HOURS * HOUR_MS

/** Makes the outbox. */
export const createOutbox = (vault: Vault): Outbox => {
  const all = async () => {
    const keys = await vault.list(PREFIX)
    const found: (KeptLetter & { readonly id: string })[] = []
    for (let at = 0; at < keys.length; at += PAGE)
      for (const [key, { value }] of await vault.getMany(keys.slice(at, at + PAGE)))
        found.push({ ...(JSON.parse(value.toString()) as KeptLetter), id: key.slice(PREFIX.length) })
    return found
  }
  return {
    keep: async (id, letter) => {
      await vault.commit([{ key: PREFIX + id, value: Buffer.from(JSON.stringify(letter)), expected: 0 }])
    },
    list: async (now) => (await all()).filter((letter) => !isOld(letter, now)),
    forget: async (id) => {
      const entry = (await vault.getMany([PREFIX + id])).get(PREFIX + id)
      if (entry === undefined) return false
      return (await vault.commit([{ key: PREFIX + id, value: null, expected: entry.epoch }])) === 'committed'
    },
    tidy: async (now) => {
      const old = (await all()).filter((letter) => isOld(letter, now))
      if (old.length > 0) await vault.commit(old.map(({ id }) => ({ key: PREFIX + id, value: null })))
    },
  }
}
