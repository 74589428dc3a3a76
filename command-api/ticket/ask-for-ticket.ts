import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { DEFAULT_LANGUAGE, type Language } from '@guiche/contracts/languages.js'
import { note } from '@guiche/contracts/records/note.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { type Caller, mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import type { UserDoc } from '@guiche/contracts/views/directory.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import { pagesOf } from '@guiche/infra/records/documents.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { deciders } from '../records/deciders.js'
import type { Refs } from '../records/refs.js'
import { ticketDecider } from './decide.js'
import { isActive, type TicketState } from './state.js'

interface Deps
  extends Pick<AreaDeps, 'kernel' | 'commandIds' | 'sequences' | 'records' | 'documents' | 'clock'> {
  readonly refs: Refs
}

/** Maximum of people that one request mentions; the same as in a note. */
const MAX_MENTIONS = 20
const REQUEST: Readonly<Record<Language, string>> = {
  pt: 'Peço este atendimento: preciso falar com este contato.',
  en: 'I ask for this ticket: I need to talk to this contact.',
  es: 'Pido esta conversación: necesito hablar con este contacto.',
}

/**
 * Requests an active ticket that the caller may not open, by a note that mentions those who can hand it over.
 * These are its agent, else the users of its queue, else the admins and users with allTicket. At most one
 * note a day per holder. Errors: ERR_NO_TICKET_FOUND, ERR_TICKET_STATE (closed), ERR_CONTACT_ERASED,
 * ERR_UNAVAILABLE.
 */
export const createAskForTicket = (deps: Deps) => {
  const { kernel, records, documents, refs } = deps

  const holdersOf = async (companyId: number, ticket: TicketState): Promise<number[]> => {
    if (ticket.userId !== null) return [ticket.userId]
    const all: UserDoc[] = []
    for await (const page of pagesOf(documents, 'users', { companyId })) all.push(...page)
    const able = all.filter((user) => !user.deleted && mayOpenTicket(user, ticket))
    const { queueId } = ticket
    const ofQueue = queueId === null ? [] : able.filter((user) => user.queueIds.includes(queueId))
    return (ofQueue.length > 0 ? ofQueue : able).map(({ userId }) => userId).slice(0, MAX_MENTIONS)
  }

  return async (
    caller: Caller,
    ticketId: number,
    meta: Meta,
  ): Promise<Result<{ readonly position: string } | null, DomainError>> => {
    const { companyId, userId } = caller
    const { state: ticket } = await kernel.load(ticketDecider, streams.ticket(ticketId))
    if (!ticket.exists || ticket.deleted || ticket.companyId !== companyId)
      return err(domainError('ERR_NO_TICKET_FOUND'))
    if (!isActive(ticket)) return err(domainError('ERR_TICKET_STATE'))
    // the caller may open the ticket by now
    if (mayOpenTicket(caller, ticket)) return ok(null)
    const day = deps.clock.now().toISOString().slice(0, 10)
    const holder = `${ticket.userId}:${ticket.queueId}`
    const { fingerprint: _, ...who } = meta
    const own: Meta = { ...who, commandId: derivedUuid('ask', ticketId, userId, holder, day) }
    const ids = await deps.commandIds.get(own, async () => ({ noteId: await deps.sequences.next('note') }))
    if (!ids.ok) return ids
    const id = ids.value.noteId
    const language = (await records.company(companyId))?.language ?? DEFAULT_LANGUAGE
    const mentions = await holdersOf(companyId, ticket)
    const values = { note: REQUEST[language], contactId: ticket.contactId, ticketId, mentions }
    const create = { kind: 'create', id, caller, values, limit: null } as const
    const asked = await kernel.execute(deciders.note, streams.record('note', id), create, own)
    if (!asked.ok) return asked
    const stored = asked.value.state.records.get(id)
    const stands = stored === undefined ? ok(null) : await refs.stands(note, stored, own)
    return stands.ok ? ok(asked.value) : stands
  }
}
