/** Milliseconds after an own move in which the user is informed if somebody else moves the same card. */
const LASTS = 60_000

/** When this person moved which card last, in this window. */
const moves = new Map<number, number>()

/** Notes that this person moves the card of a ticket. */
export const movedHere = (ticketId: number): void => {
  const now = Date.now()
  for (const [id, at] of moves) if (now - at > LASTS) moves.delete(id)
  moves.set(ticketId, now)
}

/** Whether this person moved the card of a ticket a short while ago. */
export const wasMovedHere = (ticketId: number): boolean =>
  Date.now() - (moves.get(ticketId) ?? Number.NEGATIVE_INFINITY) <= LASTS
