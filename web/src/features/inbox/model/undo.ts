import { UNDO_MARGIN_SECONDS, UNDO_SECONDS } from '@guiche/contracts/ticket/undo.js'

/**
 * End of the time in which a close's undo is offered, in milliseconds since the epoch. `began`: time of the
 * close. Ends before the server's limit, because the click needs time.
 */
export const undoUntil = (began: number): number => began + (UNDO_SECONDS - 2 * UNDO_MARGIN_SECONDS) * 1000
