import { Type } from '@sinclair/typebox'
import { Id, Nullable, Strict, Time } from '../envelope.js'
import { shownOfRecord } from '../records/derive.js'
import { RECORDS } from '../records/index.js'
import { optionalText, pagedQuery } from '../text.js'
import { Acknowledgement } from '../views/answers.js'
import { viewsOf } from '../views/joined-views.js'
import { TicketRecord } from '../views/records.js'
import { routes } from './route.js'

const Count = Type.Integer({ minimum: 0 })
/** The tag of a lane; 0: the lane without tag. */
const LaneText = Type.String({ pattern: '^(0|[1-9][0-9]{0,14})$' })
/** Number of cards in a lane whose tickets the caller may open. */
const Total = { id: Count, count: Count }
const FILTERS = { queueIds: optionalText.ids, users: optionalText.ids }
/** The board's data and actions need this feature of the plan. */
const KANBAN = { plan: 'useKanban' } as const
const MOVES = ['ERR_NO_TICKET_FOUND', 'ERR_NO_TAG_FOUND', 'ERR_CARD_CLOSED'] as const

export const kanbanRoutes = routes({
  'GET /tags/kanban': {
    ...KANBAN,
    allow: 'user',
    answer: Strict({ lista: Type.Array(shownOfRecord(RECORDS.tag)) }),
    views: ['tags', 'inbox'],
    summary: 'The tags that are lanes of the kanban board, in the order of the lanes',
  },
  'GET /ticket/kanban': {
    ...KANBAN,
    allow: 'user',
    query: pagedQuery({ ...FILTERS, lane: Type.Optional(LaneText) }),
    answer: Strict({
      tickets: Type.Array(TicketRecord),
      count: Count,
      hasMore: Type.Boolean(),
      /** cursor of the requested lane; null without one, and on its last page */
      cursor: Nullable(Type.String()),
      /** `cursor`: asks for the next page of this lane */
      lanes: Type.Array(Strict({ ...Total, cursor: Nullable(Type.String()) })),
    }),
    views: viewsOf('ticket'),
    errors: ['ERR_NO_TAG_FOUND'],
    summary:
      'The first cards of each lane of the kanban board, 30 a lane, or with `lane` a page of that lane',
  },
  'GET /ticket/kanban/totals': {
    ...KANBAN,
    allow: 'user',
    query: Strict(FILTERS),
    answer: Strict({ lanes: Type.Array(Strict(Total)) }),
    views: ['inbox', 'tags'],
    summary: 'How many cards stand in each lane of the kanban board',
  },
  'PUT /tickets/:id/lane': {
    ...KANBAN,
    allow: 'user',
    on: 'decider',
    body: Strict({
      /** the tag of the lane; null: the lane without tag */
      tagId: Nullable(Id),
      /** the ticket below whose card the card is put; null, or a card of another lane: on top */
      after: Type.Optional(Nullable(Id)),
    }),
    answer: TicketRecord,
    views: ['inbox'],
    errors: MOVES,
    summary: 'Moves the card of a ticket to a place of a lane of the kanban board',
  },
  'PUT /ticket-tags/:ticketId/:tagId': {
    ...KANBAN,
    allow: 'user',
    on: 'decider',
    params: { tagId: LaneText },
    answer: Strict({ ticketId: Id, tagId: Count, createdAt: Time, updatedAt: Time }),
    status: 201,
    views: ['inbox'],
    errors: MOVES,
    summary:
      'Moves the card of a ticket to the top of the lane of a tag; 0: to the lane of tickets without one',
  },
  'DELETE /ticket-tags/:ticketId': {
    ...KANBAN,
    allow: 'user',
    on: 'decider',
    answer: Acknowledgement,
    views: ['inbox'],
    errors: MOVES,
    summary: 'Takes the card of a ticket out of its lane; tags that are no lanes stay',
  },
})
