import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { UserEvent } from '@guiche/contracts/events/user.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Clock } from '@guiche/infra/clock.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import type { Handled, Kernel, Loaded, Meta } from '../kernel/kernel.js'
import { type UserCommand, userDecider } from './decide.js'
import { type Passwords, passwordAround, passwordRef } from './passwords.js'
import type { UserState } from './state.js'

const LIFE_MS = 7 * 24 * 60 * 60 * 1000
const TOKEN = /^([1-9][0-9]{0,14})\.[A-Za-z0-9_-]{43}$/

/** What the vault keeps of a user's invitation. Whether it has been used is known from the user's stream. */
interface Entry {
  readonly hash: string
  /** ISO-8601 */
  readonly until: string
}

export interface Invitations {
  /**
   * A new link for a user, which replaces the one before. It is told once: only its hash is kept. Errors:
   * ERR_NO_USER_FOUND, ERR_NO_PERMISSION, ERR_OWN_USER.
   */
  make(
    userId: number,
    by: Extract<UserCommand, { kind: 'invite' }>['by'],
    meta: Meta,
  ): Promise<Result<{ link: string; until: string; handled: Handled<UserState> }, DomainError>>
  /** Whom a token is for. Errors: ERR_INVITATION_UNKNOWN, ERR_INVITATION_USED, ERR_INVITATION_EXPIRED. */
  check(token: string): Promise<Result<UserState, DomainError>>
  /**
   * Uses the invitation: the user has this password from now on. Of several calls at once one succeeds. The event that
   * sets the password also uses up the link, so a call that failed may be repeated. Errors: those of `check`,
   * ERR_PASSWORD_SHORT, ERR_PASSWORD_COMMON, ERR_UNAVAILABLE.
   */
  take(
    token: string,
    password: string,
    meta: (user: UserState) => Meta,
  ): Promise<Result<UserState, DomainError>>
}

/**
 * The account that attempts with a token are counted for: the token itself. Who makes tokens up never has that of
 * somebody else, and so cannot use its attempts up. Null for what is no token.
 */
export const accountOf = (token: string): string | null => (TOKEN.test(token) ? `invitation/${token}` : null)

const keyOf = (userId: number): string => `invitation/${userId}`
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
const same = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

export const createInvitations = (deps: {
  readonly kernel: Kernel
  readonly vault: Vault
  readonly clock: Clock
  readonly passwords: Passwords
  readonly publicUrl: string
}): Invitations => {
  const { kernel, vault, clock, passwords } = deps

  const find = async (token: string): Promise<Result<Loaded<UserState>, DomainError>> => {
    const userId = Number(TOKEN.exec(token)?.[1] ?? 0)
    const unknown = err(domainError('ERR_INVITATION_UNKNOWN'))
    if (userId === 0) return unknown
    const stored = (await vault.getMany([keyOf(userId)])).get(keyOf(userId))
    if (stored === undefined) return unknown
    const entry = JSON.parse(stored.value.toString()) as Entry
    if (!same(entry.hash, hashOf(token))) return unknown
    const user = await kernel.load(userDecider, streams.user(userId))
    if (user.state.status !== 'active') return unknown
    if (!user.state.isInvited) return err(domainError('ERR_INVITATION_USED'))
    if (Date.parse(entry.until) < clock.now().getTime()) return err(domainError('ERR_INVITATION_EXPIRED'))
    return ok(user)
  }

  return {
    make: async (userId, by, meta) => {
      const until = new Date(clock.now().getTime() + LIFE_MS).toISOString()
      const handled = await kernel.execute(
        userDecider,
        streams.user(userId),
        { kind: 'invite', by, until },
        meta,
      )
      if (!handled.ok) return handled
      const token = `${userId}.${randomBytes(32).toString('base64url')}`
      const entry: Entry = { hash: hashOf(token), until }
      await vault.commit([{ key: keyOf(userId), value: Buffer.from(JSON.stringify(entry)) }])
      // in the fragment: it reaches no server, and so no log
      return ok({ link: `${deps.publicUrl}/invitation#${token}`, until, handled: handled.value })
    },

    check: async (token) => {
      const found = await find(token)
      return found.ok ? ok(found.value.state) : found
    },

    take: async (token, password, metaOf) => {
      const found = await find(token)
      if (!found.ok) return found
      const { userId } = found.value.state
      const meta = metaOf(found.value.state)
      const ref = passwordRef(derivedUuid(meta.commandId, 'password'))
      const done = await kernel.transact<UserState, UserCommand, UserEvent>({
        decider: userDecider,
        stream: streams.user(userId),
        command: async () => {
          const user = await find(token)
          if (!user.ok) return user
          const by = { ...user.value.state, sessionId: '' }
          return ok({ kind: 'edit', by, wanted: {}, passwordRef: ref })
        },
        meta,
        around: ({ before }) => passwordAround(passwords, { ref, password, strong: true }, before),
      })
      return done.ok ? ok(done.value.state) : done
    },
  }
}
