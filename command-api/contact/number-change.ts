import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { DEFAULT_LANGUAGE, type Language } from '@guiche/contracts/languages.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import { deciders } from '../records/deciders.js'
import { activeTicketsOf, mayOpenAllOf } from '../ticket/contact-tickets.js'

const NOTE: Readonly<Record<Language, (number: string) => string>> = {
  pt: (number) => `O número deste contato mudou para +${number}. As mensagens daqui em diante vão para ele.`,
  en: (number) => `The number of this contact changed to +${number}. Messages go there from now on.`,
  es: (number) =>
    `El número de este contacto cambió a +${number}. Los mensajes van allí de ahora en adelante.`,
}

type Deps = Pick<AreaDeps, 'kernel' | 'claims' | 'commandIds' | 'sequences' | 'records'>

/**
 * A contact's new number redirects its open conversations to another phone. This module checks the right to change the
 * number, and writes the notes in those conversations.
 */
export const createNumberChange = (deps: Deps) => ({
  /**
   * The error why the caller may not change the number: an active ticket that the caller may not open. Null if allowed.
   */
  refusal: async (caller: Caller, contactId: number): Promise<DomainError | null> => {
    const mayChange = await mayOpenAllOf(deps, caller, contactId)
    return mayChange ? null : domainError('ERR_NUMBER_OF_OPEN_TICKET')
  },

  /** Leaves a note of the new number in each active ticket. Repeating the command leaves no second one. */
  tell: async (
    caller: Caller,
    contactId: number,
    number: string,
    meta: Meta,
  ): Promise<Result<null, DomainError>> => {
    const active = await activeTicketsOf(deps, caller.companyId, contactId)
    if (active.length === 0) return ok(null)
    const company = await deps.records.company(caller.companyId)
    const note = NOTE[company?.language ?? DEFAULT_LANGUAGE](number)
    for (const { ticketId } of active) {
      const own = followUp(meta, 'number-note', ticketId)
      const ids = await deps.commandIds.get(own, async () => ({ noteId: await deps.sequences.next('note') }))
      if (!ids.ok) return ids
      const id = ids.value.noteId
      const values = { note, contactId, ticketId, mentions: [] }
      const command = { kind: 'create', id, caller, values, limit: null } as const
      const done = await deps.kernel.execute(deciders.note, streams.record('note', id), command, own)
      if (!done.ok) return err(done.error)
    }
    return ok(null)
  },
})
