import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { TicketEvent } from '@guiche/contracts/events/ticket.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import type { TicketCommand } from './commands.js'
import { laneOfTags } from './lane.js'
import type { TicketState } from './state.js'

/**
 * Adds new tags to a ticket, and removes tags that are not in the list, unless `add`. A tag that is a lane
 * moves the card.
 */
export const tagTicket = (
  state: TicketState,
  { caller, tagIds, before, add, lanes }: Extract<TicketCommand, { kind: 'tag' }>,
  time: string,
): Result<readonly TicketEvent[], DomainError> => {
  const { ticketId, contactId, companyId } = state
  if (companyId !== caller.companyId) return err(domainError('ERR_NO_TICKET_FOUND'))
  if (!mayOpenTicket(caller, state)) return err(domainError('ERR_NO_PERMISSION'))
  // tags that the user did not change stay: a colleague may have added or removed them since
  const asked = before === null ? tagIds : tagIds.filter((id) => !before.includes(id))
  const fresh = [...new Set(asked)].filter((id) => !state.tagIds.includes(id))
  const meant = add ? [] : (before ?? state.tagIds)
  const gone = meant.filter((id) => !tagIds.includes(id) && state.tagIds.includes(id))
  const events = <T extends string>(type: T, ids: readonly number[]) =>
    ids.map((tagId) => ({ type, data: { ticketId, contactId, tagId } }))
  const lane = laneOfTags(state, { fresh, gone }, lanes, time)
  const isPlain = (id: number) => lane === null || (!lanes.includes(id) && id !== state.laneId)
  return ok([
    ...events('ticket.untagged.v1', gone.filter(isPlain)),
    ...events('ticket.tagged.v1', fresh.filter(isPlain)),
    ...(lane === null ? [] : [lane]),
  ])
}
