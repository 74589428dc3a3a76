import { randomInt } from 'node:crypto'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err } from '@guiche/contracts/result.js'
import { isCommonPassword } from '@guiche/contracts/users/common-passwords.js'
import { MIN_PASSWORD_LENGTH } from '@guiche/contracts/users/password.js'
import { createTurns } from '@guiche/infra/turns.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import { type Around, isUnwritten } from '../kernel/around.js'
import type { UserState } from './state.js'

/** argon2id with the package's costs: 19 MiB, two passes, one lane. */
export interface Passwords {
  /**
   * Hashes a password for a user of this company (0: a new company). Takes some 50 ms of a CPU core, and
   * waits for its turn.
   */
  hash(password: string, companyId: number): Promise<string>
  /** Stores a hash under a new vault key; an existing hash stays. */
  store(ref: string, hash: string): Promise<void>
  /** Whether the password matches `ref`. A null or unknown `ref` takes as long and never matches. */
  isRight(ref: string | null, password: string): Promise<boolean>
  remove(ref: string): Promise<void>
}

/**
 * The error why a password is refused, or null. `strong`: the password protects more than one user's work.
 */
export const passwordRefusal = (password: string, strong: boolean): DomainError | null => {
  const min = strong ? MIN_PASSWORD_LENGTH.strong : MIN_PASSWORD_LENGTH.user
  if ([...password.trim()].length < min) return domainError('ERR_PASSWORD_SHORT', { min })
  return isCommonPassword(password) ? domainError('ERR_PASSWORD_COMMON') : null
}

/** Characters that cannot be confused with others: no 0, O, 1, l or I. */
const PASSWORD_CHARACTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** A random password: 16 characters, some 93 random bits. */
export const newPassword = (): string =>
  Array.from({ length: 16 }, () => PASSWORD_CHARACTERS[randomInt(PASSWORD_CHARACTERS.length)]).join('')

/** Vault key of a password hash. */
export const passwordRef = (uuid: string): string => `password/${uuid}`

/**
 * Passwords that are checked and hashed concurrently. Each takes one of Node's four threads. Signatures of
 * tokens and files also need a thread, and always find one free. All sign-ins share their turns, so that an
 * unknown e-mail waits as long as a known one.
 */
const CHECK_LIMITS = { atOnce: 2, perCompany: 2 }
const HASH_LIMITS = { atOnce: 1, perCompany: 1 }

const argon2 = () => import('@node-rs/argon2')
const hashPassword = async (password: string): Promise<string> => (await argon2()).hash(password)

export const createPasswords = (vault: Pick<Vault, 'getMany' | 'commit'>): Passwords => {
  // the hash for the check of an unknown e-mail, so that the answer takes as long as for a known one
  let nobody: Promise<string> | null = null
  const [checks, makes] = [createTurns(CHECK_LIMITS), createTurns(HASH_LIMITS)]
  return {
    hash: (password, companyId) => makes({ companyId, later: false }, () => hashPassword(password)),
    store: async (ref, hashed) => {
      await vault.commit([{ key: ref, value: Buffer.from(hashed), expected: 0 }])
    },
    isRight: async (ref, password) => {
      const entry = ref === null ? undefined : (await vault.getMany([ref])).get(ref)
      nobody ??= hashPassword('nobody has this password')
      const [{ verify }, stranger] = await Promise.all([argon2(), nobody])
      const kept = entry?.value.toString() ?? stranger
      const right = await checks({ companyId: 0, later: false }, () => verify(kept, password))
      return right && entry !== undefined
    },
    remove: async (ref) => {
      await vault.commit([{ key: ref, value: null }])
    },
  }
}

/**
 * The step around a command that sets a password. The hash is stored under `ref` before the write, and the
 * former hash is removed after it. Errors: ERR_PASSWORD_SHORT, ERR_PASSWORD_COMMON.
 */
export const passwordAround =
  (
    passwords: Passwords,
    { ref, password, strong }: { readonly ref: string; readonly password: string; readonly strong: boolean },
    before: UserState,
  ): Around<UserState> =>
  async (write) => {
    const weak = passwordRefusal(password, strong)
    if (weak !== null) return err(weak)
    await passwords.store(ref, await passwords.hash(password, before.companyId))
    const done = await write()
    if (done.ok && before.passwordRef !== ref) await passwords.remove(before.passwordRef)
    if (isUnwritten(done)) await passwords.remove(ref)
    return done
  }
