import { ok } from '@guiche/contracts/result.js'
import { draftRoutes } from '@guiche/contracts/routes/drafts.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import type { Clock } from '@guiche/infra/clock.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import type { Chats } from '../message/chats.js'
import { ticketGuard } from '../ticket/guard.js'
import { createDrafts } from './drafts.js'

/** The owner of the drafts. A visitor does not see or change drafts of the visited user. */
const writerOf = ({ userId, visit }: Pick<Caller, 'userId' | 'visit'>): number => visit?.visitorId ?? userId

/** Queries that read drafts from the vault, without views. */
export const draftQueries = (vault: Vault): readonly Route[] => {
  const drafts = createDrafts(vault)
  return serving('query', {})(draftRoutes, {
    'GET /drafts': async ({ caller }) =>
      ok({ body: { drafts: await drafts.of(caller.companyId, writerOf(caller)) } }),
  })
}

interface DraftDeps {
  readonly vault: Vault
  readonly clock: Clock
  readonly chats: Chats
  /** whether the contact is erased, or about to be */
  isErased(contactId: number): Promise<boolean>
}

/** Drafts are kept without an event, because they concern their writer alone. */
export const draftCommands = ({ vault, clock, chats, isErased }: DraftDeps): readonly Route[] => {
  const drafts = createDrafts(vault, clock)
  return serving('command', { ticket: ticketGuard(chats) })(draftRoutes, {
    'PUT /drafts/:ticketId': async ({ caller, params, body, found }) => {
      const { companyId } = caller
      const userId = writerOf(caller)
      const { ticketId } = params
      const { contactId } = found.ticket
      const { kind, ...draft } = body
      await drafts.keep(companyId, { userId, ticketId, contactId, kind }, draft)
      if (draft.text === '') return ok({})
      // The ticket or contact may have been removed meanwhile. A removal that begins after this check finds the draft
      // itself.
      if ((await chats.of(ticketId)) === null || (await isErased(contactId)))
        await drafts.forget(companyId, { userId, ticketId })
      return ok({})
    },
  })
}
