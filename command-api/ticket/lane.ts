import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { assignmentOf, type TicketEvent } from '@guiche/contracts/events/ticket.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { rankOnTop } from '@guiche/contracts/ticket/kanban.js'
import { mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import type { TicketCommand } from './commands.js'
import type { TicketState } from './state.js'

type LaneMoved = Extract<TicketEvent, { type: 'ticket.lane-moved.v1' }>
interface Place {
  /** the tag of the lane; null: the lane of tickets without one */
  readonly tagId: number | null
  readonly rank: string
  readonly removedTags: readonly number[]
}

const laneMoved = (state: TicketState, { tagId, rank, removedTags }: Place): LaneMoved => ({
  type: 'ticket.lane-moved.v1',
  data: {
    ticketId: state.ticketId,
    contactId: state.contactId,
    standing: assignmentOf(state),
    from: state.laneId,
    tagId,
    rank,
    off: [...removedTags],
  },
})

/**
 * Moves a card to a place of a lane. Users who may open the ticket may move its card while the board shows
 * it. The system moves any card whose lane was deleted, or whose tag has become a lane.
 */
export const moveCard = (
  state: TicketState,
  command: Extract<TicketCommand, { kind: 'lane' }>,
): Result<readonly LaneMoved[], DomainError> => {
  const { caller, tagId, rank, lanes } = command
  if (caller !== null) {
    if (state.companyId !== caller.companyId) return err(domainError('ERR_NO_TICKET_FOUND'))
    if (!mayOpenTicket(caller, state)) return err(domainError('ERR_NO_PERMISSION'))
    if (state.status === 'closed') return err(domainError('ERR_CARD_CLOSED'))
  } else if (state.laneId !== command.onlyFrom || (tagId !== null && !state.tagIds.includes(tagId))) {
    return ok([])
  }
  const removedTags = state.tagIds.filter((id) => id !== tagId && lanes.includes(id))
  const isThere = state.laneId === tagId && (tagId === null || state.tagIds.includes(tagId))
  return ok(
    isThere && state.laneRank === rank && removedTags.length === 0
      ? []
      : [laneMoved(state, { tagId, rank, removedTags })],
  )
}

/**
 * Moves the card of a ticket whose tags change. `lanes`: the tags that are lanes. The card goes to the lane
 * that was added last. A card whose lane is removed goes to the lane without tag. Null: the card stays.
 */
export const laneOfTags = (
  state: TicketState,
  change: { readonly fresh: readonly number[]; readonly gone: readonly number[] },
  lanes: readonly number[],
  time: string,
): LaneMoved | null => {
  const tagId = change.fresh.findLast((id) => lanes.includes(id)) ?? null
  const loses = state.laneId !== null && change.gone.includes(state.laneId)
  if (tagId === null && !loses) return null
  const removedTags = state.tagIds.filter(
    (id) => id !== tagId && (lanes.includes(id) || (loses && id === state.laneId)),
  )
  return laneMoved(state, { tagId, rank: rankOnTop(time, state.ticketId), removedTags })
}
