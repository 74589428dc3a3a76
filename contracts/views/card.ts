import { Type } from '@sinclair/typebox'
import { Id, Nullable, Strict } from '../envelope.js'
import type { UserDoc } from './directory.js'
import type { TicketDoc } from './ticket.js'

/** Fields of a ticket's record about the place of its card on the kanban board. */
export const cardFields = {
  /** the tag of its lane, or null */
  laneId: Nullable(Id),
  /** the card's rank in the lane, compared as text; '' while the board does not show the card */
  laneRank: Type.String(),
  /** the user who moved the card; null without a user */
  laneBy: Nullable(Strict({ id: Id, name: Type.String() })),
}

/** The fields of a ticket's card, from its document. `mover`: the user of `laneBy`, if there is one. */
export const presentCard = (
  { lane = null, laneId = null, laneRank = '' }: TicketDoc,
  mover: UserDoc | null,
) => ({
  laneId,
  laneRank: lane === null ? '' : laneRank,
  laneBy: mover === null ? null : { id: mover.userId, name: mover.name },
})
