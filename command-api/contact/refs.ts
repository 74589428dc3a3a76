import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { kindOf } from '@guiche/contracts/records/kinds/index.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { type Caller, mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import type { AreaDeps } from '../deps.js'
import { absentOf } from '../named/absent.js'
import { eraseRecords, type Refs, refTo } from '../records/refs.js'
import { activeTicketsOf } from '../ticket/contact-tickets.js'
import { ticketDecider } from '../ticket/decide.js'
import { contactDecider } from './decide.js'
import { isErased } from './erased.js'

/**
 * Resolves the contacts, tickets and users that records name. All are checked before a record is stored, and contacts
 * again afterwards.
 */
export const createRefs = (
  deps: Pick<AreaDeps, 'kernel' | 'claims' | 'records' | 'blobs' | 'vault'>,
): Refs => {
  const { kernel, records } = deps
  const ticketOf = async (caller: Caller, ticketId: number) => {
    const { state } = await kernel.load(ticketDecider, streams.ticket(ticketId))
    if (!state.exists || state.deleted || state.companyId !== caller.companyId) {
      return err(domainError('ERR_NO_TICKET_FOUND'))
    }
    return mayOpenTicket(caller, state) ? ok(state) : err(domainError('ERR_NO_PERMISSION'))
  }

  /** The contact, or the winner of its merge. Gives an error if that contact does not exist or is being erased. */
  const contactOf = async (companyId: number, id: number): Promise<Result<number, DomainError>> => {
    const contact = await records.contact(companyId, id)
    if (contact === null) return err(domainError('ERR_NO_CONTACT_FOUND'))
    const { state } = await kernel.load(contactDecider, streams.contact(contact.contactId))
    return state.exists && !state.erasing ? ok(contact.contactId) : err(domainError('ERR_CONTACT_ERASED'))
  }

  return {
    resolve: async (spec, caller, values) => {
      const [ticketField, contactField] = [refTo(spec, 'ticket'), refTo(spec, 'contact')]
      const ticketId = ticketField === undefined ? undefined : values[ticketField]
      const ticket = ticketId ? await ticketOf(caller, Number(ticketId)) : null
      if (ticket !== null && !ticket.ok) return ticket
      if (contactField === undefined) return ok(values)
      const own = ticket === null ? null : await contactOf(caller.companyId, ticket.value.contactId)
      const said = values[contactField]
        ? await contactOf(caller.companyId, Number(values[contactField]))
        : null
      const contact = own ?? said ?? err(domainError('ERR_NO_CONTACT_FOUND'))
      if (!contact.ok) return contact
      if (said?.ok === false) return said
      if (said !== null && said.value !== contact.value) return err(domainError('ERR_NO_CONTACT_FOUND'))
      if (spec.into === 'ticket' && ticket === null) {
        const active = await activeTicketsOf(deps, caller.companyId, contact.value)
        if (active.length > 0 && !active.some((one) => mayOpenTicket(caller, one))) {
          return err(domainError('ERR_NO_PERMISSION'))
        }
      }
      return ok({ ...values, [contactField]: contact.value })
    },

    named: async ({ fields }, companyId, values, before = {}) => {
      for (const [name, field] of Object.entries(fields)) {
        const { names, fixed, beside } = kindOf(field)
        if (names === undefined || fixed?.(field) || values[name] === undefined) continue
        const idsIn = (value: unknown) => (beside?.(field)?.ids(value ?? [], '') ?? []).flat() as number[]
        const { to, gone } = names(field)
        const known = gone === undefined ? idsIn(before[name]) : []
        const said = idsIn(values[name]).filter((id) => !known.includes(id))
        const absent = await absentOf(to)(kernel, companyId, said)
        if (absent !== null) return err(absent)
      }
      return ok(null)
    },

    stands: async (spec, stored, meta) => {
      const field = refTo(spec, 'contact')
      if (field === undefined || !(await isErased(kernel, Number(stored[field])))) return ok(null)
      const erased = await eraseRecords(deps, spec, [Number(stored[`${spec.name}Id`])], meta)
      return erased.ok ? err(domainError('ERR_CONTACT_ERASED')) : erased
    },
  }
}
