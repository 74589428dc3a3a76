import type { TicketRecord } from '@guiche/contracts/views/records.js'

type Given = Pick<TicketRecord, 'status' | 'userId' | 'moved' | 'lastMessageBy'>

/** The move by which somebody else gave a ticket to this user, who attends it; null where nobody did. */
export const transferTo = ({ status, userId, moved }: Given, ownId: number): TicketRecord['moved'] =>
  status === 'open' && userId === ownId && moved?.how === 'transferred' && moved.given && moved.id !== ownId
    ? moved
    : null

/** Tickets that somebody passed on to this user, who has neither seen that nor answered since. */
export const newTransfers = <T extends Given>(
  tickets: readonly T[],
  ownId: number,
  seen: readonly string[],
): T[] =>
  tickets.filter((ticket) => {
    const move = transferTo(ticket, ownId)
    const { lastMessageBy: last } = ticket
    return move !== null && !seen.includes(move.position) && !(last?.kind === 'user' && last.id === ownId)
  })
