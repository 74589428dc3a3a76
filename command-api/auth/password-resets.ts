import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { UserEvent } from '@guiche/contracts/events/user.js'
import type { Language } from '@guiche/contracts/languages.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import type { AreaDeps } from '../deps.js'
import { type Around, isUnwritten, nestArounds } from '../kernel/around.js'
import type { Handled, Meta } from '../kernel/kernel.js'
import { letterOf } from '../mail/letters.js'
import type { Letter } from '../mail/outbox.js'
import type { Mails } from '../processes/mails.js'
import { languageOf } from '../settings/of-company.js'
import { type UserCommand, userDecider } from '../user/decide.js'
import { userOfEmail } from '../user/holdings.js'
import { newPassword, type Passwords, passwordAround, passwordRef } from '../user/passwords.js'
import { createSecretLinks, type FoundLink, type SecretLinks } from '../user/secret-links.js'
import type { UserState } from '../user/state.js'

/**
 * The mail with the new password waits this many milliseconds for its event. If the process ends in between, the mail
 * leaves after them.
 */
const HOLD_MS = 10_000

/** A request for a new password for an e-mail, which may belong to nobody. */
export interface ResetRequest {
  readonly email: string
  /** the language of the page of the request; null if unknown */
  readonly language: Language | null
  /** ISO-8601: end of the link */
  readonly until: string
}

export interface PasswordResets {
  /** Sends the mail with a link, if the user exists. */
  answer(request: ResetRequest): Promise<void>
  /**
   * Uses a link: the user gets a new password by mail, and the session ends. Of several calls at once one succeeds.
   * Errors: ERR_RESET_LINK_OVER, ERR_UNAVAILABLE.
   */
  take(token: string, meta: (user: UserState) => Meta): Promise<Result<Handled<UserState>, DomainError>>
  readonly accountOf: SecretLinks['accountOf']
}

/** Makes the service that resets passwords by mail. */
export const createPasswordResets = (
  deps: Pick<AreaDeps, 'kernel' | 'claims' | 'vault' | 'clock' | 'records'> & {
    readonly passwords: Passwords
    readonly mails: Mails
    readonly publicUrl: string
  },
): PasswordResets => {
  const { kernel, records, clock, passwords, mails, publicUrl } = deps
  const links = createSecretLinks(deps.vault, 'password-reset')
  const isOver = (until: string): boolean => Date.parse(until) <= clock.now().getTime()

  const find = async (token: string): Promise<{ link: FoundLink; user: UserState } | null> => {
    const link = await links.find(token)
    if (link === null || isOver(link.until)) return null
    const { state } = await kernel.load(userDecider, streams.user(link.userId))
    return state.status === 'active' ? { link, user: state } : null
  }

  /** The link is consumed before the write, and restored if the write fails. */
  const linkAround =
    (token: string, link: FoundLink): Around<UserState> =>
    async (write) => {
      if (!(await links.use(link))) return err(domainError('ERR_RESET_LINK_OVER'))
      const done = await write()
      if (isUnwritten(done)) await links.giveBack(token, link)
      return done
    }
  /**
   * The mail with the new password is stored before the password's event, so that nobody is left without a password.
   */
  const mailAround =
    ({ companyId }: UserState, letter: Letter): Around<UserState> =>
    async (write) => {
      const held = await mails.hold(companyId, letter, HOLD_MS)
      const done = await write()
      if (done.ok) await held.release()
      else if (isUnwritten(done)) await held.drop()
      return done
    }

  return {
    accountOf: links.accountOf,

    answer: async ({ email, language, until }) => {
      if (isOver(until)) return
      const user = await userOfEmail(deps, email)
      if (user === null) return
      const { userId, companyId, name } = user
      const token = await links.make(userId, until)
      const letter = letterOf('reset-link', {
        language: language ?? (await languageOf(records, companyId)),
        name,
        link: `${publicUrl}/confirm-reset?token=${token}`,
      })
      await mails.add(companyId, { ...letter, to: email, until })
    },

    take: async (token, metaOf) => {
      const over = err(domainError('ERR_RESET_LINK_OVER'))
      const first = await find(token)
      if (first === null) return over
      let found = first
      const meta = metaOf(found.user)
      const password = newPassword()
      const ref = passwordRef(derivedUuid(meta.commandId, 'password'))
      const language = await languageOf(records, found.user.companyId)
      return kernel.transact<UserState, UserCommand, UserEvent>({
        decider: userDecider,
        stream: streams.user(found.user.userId),
        command: async () => {
          const again = await find(token)
          if (again === null) return over
          found = again
          // acts as a session elsewhere, so that the user's session ends
          const by = { ...again.user, sessionId: '' }
          return ok({ kind: 'edit', by, wanted: {}, passwordRef: ref })
        },
        meta,
        around: ({ before }) => {
          const { name, email } = before
          const said = { language, name, link: `${publicUrl}/login`, values: { password } }
          const told = { userId: before.userId, ref }
          const letter = { ...letterOf('new-password', said), to: email, until: null, password: told }
          return nestArounds(
            linkAround(token, found.link),
            mailAround(before, letter),
            passwordAround(passwords, { ref, password, strong: true }, before),
          )
        },
      })
    },
  }
}
