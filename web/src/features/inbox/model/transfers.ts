import type { TicketRecord } from '@guiche/contracts/views/records.js'

type GivenTicket = Pick<TicketRecord, 'status' | 'userId' | 'moved' | 'lastMessageBy'>

/** The move by which another user gave a ticket to this user, who attends it; null without such a move. */
export const transferTo = ({ status, userId, moved }: GivenTicket, ownId: number): TicketRecord['moved'] =>
  status === 'open' && userId === ownId && moved?.how === 'transferred' && moved.given && moved.id !== ownId
    ? moved
    : null

/** Tickets transferred to this user, who has neither seen the transfer nor answered since. */
export const newTransfers = <T extends GivenTicket>(
  tickets: readonly T[],
  ownId: number,
  seen: readonly string[],
): T[] =>
  tickets.filter((ticket) => {
    const move = transferTo(ticket, ownId)
    const { lastMessageBy: last } = ticket
    return move !== null && !seen.includes(move.position) && !(last?.kind === 'user' && last.id === ownId)
  })
