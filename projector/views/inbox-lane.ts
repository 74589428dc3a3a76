import { userOf } from '@guiche/contracts/envelope.js'
import { tagsInLane } from '@guiche/contracts/ticket/kanban.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { Rule } from '../engine/projection.js'
import { counterRef, moveBetweenLanes, shownLane, tagCounted, tagCountRef } from './inbox-counters.js'
import { openingRef, ticketRef } from './inbox-moves.js'

/** A card moves to a rank of a lane, and its ticket gets the lane's tag. The ticket keeps its place in lists. */
export const laneMoved: Rule<'ticket.lane-moved.v1'> = {
  touch: ({ companyId, data: { ticketId, standing, tagId, off } }) => [
    ticketRef(ticketId),
    openingRef(ticketId),
    counterRef(companyId, standing),
    ...[...off, ...(tagId === null ? [] : [tagId])].map(tagCountRef),
  ],
  apply: (docs, { actor, data, position }) => {
    const { ticketId, tagId, rank } = data
    const shown = docs.get('tickets', ticketId)
    const before = shown ?? docs.get('opening', ticketId)
    if (before === null) return []
    const tagIds = tagsInLane(before.tagIds, data)
    const laneBy = userOf(actor)
    const moved: TicketDoc = { ...before, tagIds, laneId: tagId, laneRank: rank, laneBy, position }
    const after = shown === null ? moved : { ...moved, lane: shownLane(moved) }
    const { companyId } = before
    return [
      { collection: shown === null ? 'opening' : 'tickets', id: before.id, doc: after },
      ...(shown === null ? [] : moveBetweenLanes(docs, before, after)),
      ...before.tagIds.filter((id) => !tagIds.includes(id)).map((id) => tagCounted(docs, companyId, id, -1)),
      ...tagIds.filter((id) => !before.tagIds.includes(id)).map((id) => tagCounted(docs, companyId, id, 1)),
    ]
  },
}
