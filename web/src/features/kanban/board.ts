import { byRank, NO_LANE, rankBetween } from '@guiche/contracts/ticket/kanban.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { mayReplace, replaceIn } from '../../realtime/record-age.js'

/** The loaded part of a lane. */
interface LanePart {
  /** cursor of its next page; null: all is loaded */
  cursor: string | null
  /** place of the last loaded card, if more follow; else null */
  end: string | null
}
/** The loaded part of the board. Lanes have the ids of their tags; 0 is the lane of tickets without tag. */
export interface Board {
  cards: TicketRecord[]
  lanes: Record<number, LanePart>
}
/** Number of cards in each lane. */
export type Totals = Record<number, number>
/** The target of a move: below another card of the lane; null: on top. */
export interface Target {
  readonly lane: number
  readonly after: number | null
}
interface Page {
  readonly tickets: readonly TicketRecord[]
  readonly lanes: readonly { readonly id: number; readonly count: number; readonly cursor: string | null }[]
}

/** The lane of a card. */
export const laneOf = ({ laneId }: Pick<TicketRecord, 'laneId'>): number => laneId ?? NO_LANE

/** The cards of a lane, in order. */
export const cardsIn = (cards: readonly TicketRecord[], lane: number): TicketRecord[] =>
  cards.filter((card) => laneOf(card) === lane).sort(byRank)

export const totalsOf = ({
  lanes,
}: {
  readonly lanes: readonly Pick<Page['lanes'][number], 'id' | 'count'>[]
}): Totals => Object.fromEntries(lanes.map(({ id, count }) => [id, count]))

const loadedLanes = ({ tickets, lanes }: Page): Board['lanes'] =>
  Object.fromEntries(
    lanes.map(({ id, cursor }) => {
      const end = cursor === null ? null : (cardsIn(tickets, id).at(-1)?.laneRank ?? null)
      return [id, { cursor, end }]
    }),
  )

/** The board from the first answer. */
export const boardOf = (page: Page): Board => ({ cards: [...page.tickets], lanes: loadedLanes(page) })

/** Adds the next page of a lane to a mutable board. Newer cards from frames stay. */
export const addPage = (board: Board, page: Page): void => {
  for (const ticket of page.tickets) if (!replaceIn(board.cards, ticket)) board.cards.push(ticket)
  Object.assign(board.lanes, loadedLanes(page))
}

/** Removes a card from a mutable board; gives whether it was there. */
export const removeCard = (board: Board, ticketId: number): boolean => {
  const at = board.cards.findIndex(({ id }) => id === ticketId)
  if (at !== -1) board.cards.splice(at, 1)
  return at !== -1
}

/**
 * Updates a ticket's card on a mutable board. `belongs`: whether the ticket matches the board's filter. A
 * card beyond the loaded part of its lane comes with its page.
 */
export const showCard = (board: Board, ticket: TicketRecord, belongs: boolean): void => {
  const held = board.cards.find(({ id }) => id === ticket.id)
  if (!mayReplace(held, ticket)) return
  const part = board.lanes[laneOf(ticket)]
  const isLoaded = part !== undefined && (part.end === null || ticket.laneRank <= part.end)
  if (!belongs || !isLoaded) removeCard(board, ticket.id)
  else if (!replaceIn(board.cards, ticket)) board.cards.push(ticket)
}

/** A ticket with its card at the place of a drop, until the server gives the exact rank. */
export const putAt = (
  board: Board,
  ticket: TicketRecord,
  { lane, after }: Target,
  by: { readonly id: number; readonly name: string },
): TicketRecord => {
  const others = cardsIn(board.cards, lane).filter(({ id }) => id !== ticket.id)
  const at = others.findIndex(({ id }) => id === after)
  const around = { previous: others[at]?.laneRank ?? null, next: others[at + 1]?.laneRank ?? null }
  return {
    ...ticket,
    laneId: lane === NO_LANE ? null : lane,
    laneRank: rankBetween(around, new Date().toISOString(), ticket.id),
    laneBy: { id: by.id, name: by.name },
  }
}

/** Updates mutable totals for a card that moves between lanes; null: a new or removed card. */
export const countMove = (totals: Totals, from: number | null, to: number | null): void => {
  if (from === to) return
  if (from !== null) totals[from] = Math.max(0, (totals[from] ?? 0) - 1)
  if (to !== null) totals[to] = (totals[to] ?? 0) + 1
}
