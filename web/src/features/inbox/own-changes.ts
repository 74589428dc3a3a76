/** Tickets that this user is changing now: their notices are not shown to the user. */
const changing = new Map<number, number>()

/** Runs a change of a ticket and gives its result; meanwhile the ticket's moves count as the user's own. */
export const asOwnChange = async <T>(ticketId: number, run: () => Promise<T>): Promise<T> => {
  changing.set(ticketId, (changing.get(ticketId) ?? 0) + 1)
  try {
    return await run()
  } finally {
    const left = (changing.get(ticketId) ?? 1) - 1
    if (left === 0) changing.delete(ticketId)
    else changing.set(ticketId, left)
  }
}

export const isOwnChange = (ticketId: number): boolean => changing.has(ticketId)
