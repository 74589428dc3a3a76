/** Milliseconds after an own move in which the user is informed if another user moves the same card. */
const OWN_MOVE_MS = 60_000

/** Time of this user's last move of each card, in this window. */
const moves = new Map<number, number>()

/** Records that this user moves a ticket's card. */
export const movedHere = (ticketId: number): void => {
  const now = Date.now()
  for (const [id, at] of moves) if (now - at > OWN_MOVE_MS) moves.delete(id)
  moves.set(ticketId, now)
}

/** Whether this user moved a ticket's card a short while ago. */
export const wasMovedHere = (ticketId: number): boolean =>
  Date.now() - (moves.get(ticketId) ?? Number.NEGATIVE_INFINITY) <= OWN_MOVE_MS
