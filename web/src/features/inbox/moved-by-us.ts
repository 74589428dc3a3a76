/** Tickets that this person is changing right now, so that nobody tells them of their own change. */
const changing = new Map<number, number>()

/** Runs a change of a ticket and gives what it gives; the change is ours while it runs. */
export const byOurselves = async <T>(ticketId: number, run: () => Promise<T>): Promise<T> => {
  changing.set(ticketId, (changing.get(ticketId) ?? 0) + 1)
  try {
    return await run()
  } finally {
    const left = (changing.get(ticketId) ?? 1) - 1
    if (left === 0) changing.delete(ticketId)
    else changing.set(ticketId, left)
  }
}

export const isOurChange = (ticketId: number): boolean => changing.has(ticketId)
