import { SYSTEM } from '@guiche/contracts/envelope.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { contactDecider } from '../contact/decide.js'
import { createIdentities } from '../contact/identities.js'
import { isAlive } from '../contact/state.js'
import type { Claims, Kernel, Meta, Sequences } from '../kernel/kernel.js'
import { createActiveTickets } from '../ticket/active-tickets.js'
import { ticketDecider } from '../ticket/decide.js'
import { isActive } from '../ticket/state.js'
import { userDecider } from '../user/decide.js'
import { type EditUserDeps, editUser } from '../user/edit-user.js'
import { normaliseEmail } from '../user/holdings.js'
import type { Invitations } from '../user/invitations.js'
import { newPassword } from '../user/passwords.js'
import type { UserState } from '../user/state.js'

/** Claims that were taken under the present SECRET_KEY. */
export interface RenewedClaims {
  readonly users: number
  readonly contacts: number
  readonly tickets: number
}

/**
 * Commands of the installation's operator, without sign-in. They read only streams, so they work without views, vault
 * or SECRET_KEY. Rejects with StoreUnavailable.
 */
export interface Operator {
  /** All users that are not deleted, by id. */
  listUsers(): Promise<readonly UserState[]>
  /** Gives the user a new random password and ends the session. Errors: ERR_NO_USER_FOUND, ERR_UNAVAILABLE. */
  resetPassword(email: string): Promise<Result<{ readonly password: string }, DomainError>>
  /** A link by which the user chooses a password. Errors: those of `resetPassword`. */
  invite(email: string): Promise<Result<{ readonly link: string; readonly until: string }, DomainError>>
  /**
   * Claims every e-mail, contact identity and active ticket again, after a change of SECRET_KEY: names of claims depend
   * on the key. Without these claims no e-mail is found, and each message creates a second contact. Idempotent.
   */
  renewClaims(): Promise<Result<RenewedClaims, DomainError>>
}

export interface OperatorDeps extends EditUserDeps {
  readonly kernel: Kernel
  readonly sequences: Pick<Sequences, 'last'>
  readonly claims: Claims
  readonly invitations: Pick<Invitations, 'make'>
}

const metaOf = (companyId: number): Meta => {
  const commandId = newUuid()
  return { commandId, companyId, actor: SYSTEM, correlationId: commandId }
}

export const createOperator = (deps: OperatorDeps): Operator => {
  const { kernel, sequences, claims, holdings, invitations } = deps
  const identities = createIdentities({ kernel, claims })
  const activeTickets = createActiveTickets({ kernel, claims })

  /** Ids from 1 to the last one that was taken. */
  async function* idsOf(name: 'user' | 'contact' | 'ticket'): AsyncGenerator<number> {
    const last = await sequences.last(name)
    for (let id = 1; id <= last; id++) yield id
  }
  async function* users(): AsyncGenerator<UserState> {
    for await (const id of idsOf('user')) {
      const { state } = await kernel.load(userDecider, streams.user(id))
      if (state.status === 'active') yield state
    }
  }
  /** Claims on e-mails are not asked: after the loss of SECRET_KEY they are not found. */
  const userOf = async (email: string): Promise<Result<UserState, DomainError>> => {
    for await (const user of users()) if (user.email === normaliseEmail(email)) return ok(user)
    return err(domainError('ERR_NO_USER_FOUND'))
  }
  const asAdminOf = ({ companyId }: UserState) =>
    ({ userId: 0, companyId, profile: 'admin', super: true, sessionId: '' }) as const
  const claimEmail = ({ userId, companyId, email }: UserState) =>
    holdings.takeEmail(userId, email, metaOf(companyId))

  const renewContact = async (contactId: number): Promise<Result<boolean, DomainError>> => {
    const { state } = await kernel.load(contactDecider, streams.contact(contactId))
    if (!state.exists || !isAlive(state) || state.identities.length === 0) return ok(false)
    return identities.take(state.identities, contactId, metaOf(state.companyId))
  }
  const renewTicket = async (ticketId: number): Promise<Result<boolean, DomainError>> => {
    const { state } = await kernel.load(ticketDecider, streams.ticket(ticketId))
    if (!state.exists || !isActive(state)) return ok(false)
    return activeTickets.renew(ticketId, state, metaOf(state.companyId))
  }
  const renewAll = async (
    name: 'contact' | 'ticket',
    renew: (id: number) => Promise<Result<boolean, DomainError>>,
  ): Promise<Result<number, DomainError>> => {
    let count = 0
    for await (const id of idsOf(name)) {
      const renewed = await renew(id)
      if (!renewed.ok) return renewed
      if (renewed.value) count++
    }
    return ok(count)
  }

  return {
    listUsers: async () => {
      const found: UserState[] = []
      for await (const user of users()) found.push(user)
      return found
    },
    resetPassword: async (email) => {
      const user = await userOf(email)
      if (!user.ok) return user
      const claimed = await claimEmail(user.value)
      if (!claimed.ok) return claimed
      const password = newPassword()
      const input = { by: asAdminOf(user.value), wanted: {}, password, proof: null }
      const edited = await editUser(deps, user.value.userId, input, metaOf(user.value.companyId))
      return edited.ok ? ok({ password }) : edited
    },
    invite: async (email) => {
      const user = await userOf(email)
      if (!user.ok) return user
      const claimed = await claimEmail(user.value)
      if (!claimed.ok) return claimed
      const { userId, companyId } = user.value
      const made = await invitations.make(userId, asAdminOf(user.value), metaOf(companyId))
      return made.ok ? ok({ link: made.value.link, until: made.value.until }) : made
    },
    renewClaims: async () => {
      let count = 0
      for await (const user of users()) {
        const claimed = await claimEmail(user)
        if (!claimed.ok) return claimed
        count++
      }
      const contacts = await renewAll('contact', renewContact)
      if (!contacts.ok) return contacts
      const tickets = await renewAll('ticket', renewTicket)
      return tickets.ok ? ok({ users: count, contacts: contacts.value, tickets: tickets.value }) : tickets
    },
  }
}
