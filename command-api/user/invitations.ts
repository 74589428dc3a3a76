import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { UserEvent } from '@guiche/contracts/events/user.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Clock } from '@guiche/infra/clock.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import type { Handled, Kernel, LoadedState, Meta } from '../kernel/kernel.js'
import { type UserCommand, userDecider } from './decide.js'
import { type Passwords, passwordAround, passwordRef } from './passwords.js'
import { createSecretLinks, type SecretLinks } from './secret-links.js'
import type { UserState } from './state.js'

const LIFE_MS = 7 * 24 * 60 * 60 * 1000

export interface Invitations {
  /**
   * A new link for a user, which replaces the earlier one. It is shown once, because only its hash is kept. Errors:
   * ERR_NO_USER_FOUND, ERR_NO_PERMISSION, ERR_OWN_USER.
   */
  make(
    userId: number,
    by: Extract<UserCommand, { kind: 'invite' }>['by'],
    meta: Meta,
  ): Promise<Result<{ link: string; until: string; handled: Handled<UserState> }, DomainError>>
  /** The user of a token. Errors: ERR_INVITATION_UNKNOWN, ERR_INVITATION_USED, ERR_INVITATION_EXPIRED. */
  check(token: string): Promise<Result<UserState, DomainError>>
  /**
   * Redeems the invitation with a new password. Of several concurrent calls one succeeds. The event that sets the
   * password also uses up the link, so a failed call may be repeated. Errors: those of `check`, ERR_PASSWORD_SHORT,
   * ERR_PASSWORD_COMMON, ERR_UNAVAILABLE.
   */
  take(
    token: string,
    password: string,
    meta: (user: UserState) => Meta,
  ): Promise<Result<UserState, DomainError>>
  readonly accountOf: SecretLinks['accountOf']
}

export const createInvitations = (deps: {
  readonly kernel: Kernel
  readonly vault: Vault
  readonly clock: Clock
  readonly passwords: Passwords
  readonly publicUrl: string
}): Invitations => {
  const { kernel, clock, passwords } = deps
  // the user's stream tells whether an invitation was used
  const links = createSecretLinks(deps.vault, 'invitation')

  const find = async (token: string): Promise<Result<LoadedState<UserState>, DomainError>> => {
    const unknown = err(domainError('ERR_INVITATION_UNKNOWN'))
    const link = await links.find(token)
    if (link === null) return unknown
    const user = await kernel.load(userDecider, streams.user(link.userId))
    if (user.state.status !== 'active') return unknown
    if (!user.state.isInvited) return err(domainError('ERR_INVITATION_USED'))
    if (Date.parse(link.until) < clock.now().getTime()) return err(domainError('ERR_INVITATION_EXPIRED'))
    return ok(user)
  }

  return {
    accountOf: links.accountOf,
    make: async (userId, by, meta) => {
      const until = new Date(clock.now().getTime() + LIFE_MS).toISOString()
      const handled = await kernel.execute(
        userDecider,
        streams.user(userId),
        { kind: 'invite', by, until },
        meta,
      )
      if (!handled.ok) return handled
      const token = await links.make(userId, until)
      // in the fragment, which browsers never send, so the token is in no log
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
