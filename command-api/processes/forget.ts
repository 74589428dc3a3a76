import { streams } from '@guiche/contracts/streams.js'
import { voiceNoteIdOf } from '@guiche/infra/ids.js'
import { isVaultKey } from '@guiche/infra/vault/names.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { messageDecider } from '../message/decide.js'
import type { ActiveTickets, TicketResult } from '../ticket/active-tickets.js'
import { forgetTicket } from '../ticket/forget-ticket.js'

/** Removes single things of a contact; each step may be repeated. */
export interface Forget {
  /** Removes a message, its file and its raw form. A removed stream refuses appends, so it cannot return. */
  message(name: {
    readonly companyId: number
    readonly connectionId: number
    readonly messageId: string
    readonly waId: string
  }): Promise<void>
  /** Closes and deletes a ticket. */
  ticket(ticketId: number, meta: Meta): Promise<TicketResult>
}

export const createForget = (
  deps: Pick<AreaDeps, 'kernel' | 'blobs' | 'vault'> & { readonly activeTickets: ActiveTickets },
): Forget => {
  const { kernel, activeTickets, blobs, vault } = deps
  return {
    message: async ({ companyId, connectionId, messageId, waId }) => {
      const { state } = await kernel.load(messageDecider, streams.message(messageId))
      // a file never fetched has a name but no blob; a recording may have a voice note that no event names yet
      const files = [...state.formerFiles, state.media?.blobId ?? ''].filter((blobId) => blobId !== '')
      for (const blobId of files.flatMap((one) => [one, voiceNoteIdOf(one)])) await blobs.remove(blobId)
      // A name that the vault refuses has no entry. Calls may have such ids, because earlier releases accepted any id.
      const kept = [`wa-msg/${companyId}/${connectionId}/${waId}`, `wa-in/${connectionId}/${waId}`]
      await vault.commit(kept.filter(isVaultKey).map((key) => ({ key, value: null })))
      await kernel.remove(streams.message(messageId))
    },
    ticket: (ticketId, meta) => forgetTicket(activeTickets, ticketId, meta),
  }
}
