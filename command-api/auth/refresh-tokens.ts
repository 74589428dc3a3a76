import { createHash, randomBytes } from 'node:crypto'
import type { DomainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { Clock } from '@guiche/infra/clock.js'
import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import { untilSettled } from '../kernel/saga.js'

/** Lifetime of an unused refresh token, and grace period of a rotated one, in milliseconds. */
const LIFE_MS = 7 * 24 * 60 * 60 * 1000
const GRACE_MS = 30_000
/** Rotated tokens that a session remembers, to tell a stolen one from a made-up one: more than a day's. */
const MAX_ROTATED_TOKENS = 120
/** Tokens given to one rotation within the grace. */
const MAX_CURRENT_TOKENS = 32

/** A session's tokens as the vault keeps them: hashes only. */
interface Entry {
  readonly userId: number
  readonly companyId: number
  /** each of them is valid; more than one when two tabs renewed at once */
  readonly current: readonly string[]
  /** tokens before the last rotation, accepted during the grace period */
  readonly previous: readonly string[]
  readonly used: readonly string[]
  /** milliseconds */
  readonly rotatedAt: number
}

/** The owner of a refresh token. */
export interface Owner {
  readonly userId: number
  readonly companyId: number
  readonly sessionId: string
}
export interface RenewedToken extends Owner {
  /** the new refresh token, for the cookie */
  readonly token: string
}

type NotRenewed = 'invalid' | ({ readonly reused: string } & Pick<Entry, 'userId'>)

export interface RefreshTokens {
  /** The first token of a session. */
  start(session: { userId: number; companyId: number; sessionId: string }): Promise<string>
  /**
   * Rotates a token. `reused`: the token was rotated more than 30 s ago and may be stolen, so its session must end.
   * `invalid`: the token is unknown or too old.
   */
  renew(token: string): Promise<Result<RenewedToken, NotRenewed>>
  /** The owner of a token, rotated or not; null for an unknown token. Changes nothing. */
  owner(token: string): Promise<Owner | null>
  /** Forgets a session's tokens. */
  end(sessionId: string): Promise<void>
}

/** Prefix of the vault's keys of sessions. */
export const REFRESH_PREFIX = 'refresh/'
const keyOf = (sessionId: string): string => `${REFRESH_PREFIX}${sessionId}`
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[A-Za-z0-9_-]{43}$/
const newToken = (sessionId: string): string => `${sessionId}.${randomBytes(32).toString('base64url')}`
const encodeEntry = (entry: Entry): Buffer => Buffer.from(JSON.stringify(entry))

/** Rotates an entry: gives the next entry, or the reason why there is none. Pure. */
const rotateEntry = (
  entry: Entry,
  presented: string,
  next: string,
  now: number,
): Entry | 'invalid' | 'reused' => {
  if (now - entry.rotatedAt > LIFE_MS) return 'invalid'
  if (entry.current.includes(presented)) {
    const used = [...entry.used, ...entry.current].slice(-MAX_ROTATED_TOKENS)
    return { ...entry, current: [next], previous: entry.current, used, rotatedAt: now }
  }
  if (entry.previous.includes(presented) && now - entry.rotatedAt <= GRACE_MS) {
    // the answer with the new token was lost, or another tab got it: both tokens stay valid
    return { ...entry, current: [...entry.current, next].slice(-MAX_CURRENT_TOKENS) }
  }
  return entry.used.includes(presented) ? 'reused' : 'invalid'
}

/** Tells a lost race: other processes changed the entry in every round. */
const isUnsettled = (error: DomainError | NotRenewed): error is DomainError =>
  typeof error === 'object' && 'code' in error

export const createRefreshTokens = (deps: { vault: Vault; clock: Clock }): RefreshTokens => {
  const { vault, clock } = deps
  const inTurn = createSerialQueue()

  /**
   * Tries in rounds against other processes: a vault's entry is no stream, so the kernel's transactions do not cover
   * it.
   */
  const renewed = async (token: string, sessionId: string): ReturnType<RefreshTokens['renew']> => {
    const key = keyOf(sessionId)
    const done = await untilSettled<RenewedToken, NotRenewed>(async () => {
      const stored = (await vault.getMany([key])).get(key)
      if (stored === undefined) return err('invalid')
      const entry = JSON.parse(stored.value.toString()) as Entry
      const fresh = newToken(sessionId)
      const next = rotateEntry(entry, hashOf(token), hashOf(fresh), clock.now().getTime())
      if (next === 'invalid') return err('invalid')
      if (next === 'reused') return err({ reused: sessionId, userId: entry.userId })
      const written = await vault.commit([{ key, value: encodeEntry(next), expected: stored.epoch }])
      const { userId, companyId } = entry
      return written === 'committed' ? ok({ userId, companyId, sessionId, token: fresh }) : null
    })
    if (done.ok) return done
    return err(isUnsettled(done.error) ? 'invalid' : done.error)
  }

  return {
    start: async ({ userId, companyId, sessionId }) => {
      const token = newToken(sessionId)
      const rotatedAt = clock.now().getTime()
      const entry = { userId, companyId, current: [hashOf(token)], previous: [], used: [], rotatedAt }
      await vault.commit([{ key: keyOf(sessionId), value: encodeEntry(entry) }])
      return token
    },
    renew: async (token) => {
      const sessionId = TOKEN.exec(token)?.[1]
      if (sessionId === undefined) return err('invalid')
      return inTurn(sessionId, () => renewed(token, sessionId))
    },
    owner: async (token) => {
      const sessionId = TOKEN.exec(token)?.[1]
      const stored =
        sessionId === undefined ? undefined : (await vault.getMany([keyOf(sessionId)])).values().next().value
      if (sessionId === undefined || stored === undefined) return null
      const { userId, companyId, current, used } = JSON.parse(stored.value.toString()) as Entry
      return [...current, ...used].includes(hashOf(token)) ? { userId, companyId, sessionId } : null
    },
    end: async (sessionId) => {
      await vault.commit([{ key: keyOf(sessionId), value: null }])
    },
  }
}
