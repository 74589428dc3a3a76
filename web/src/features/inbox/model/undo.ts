import { UNDO_MARGIN_SECONDS, UNDO_SECONDS } from '@guiche/contracts/undo.js'

/**
 * Until when the undo of a close is offered (milliseconds since the epoch), if it was asked for at `began`. That is a
 * margin before the server refuses it, for the way of the click.
 */
export const undoUntil = (began: number): number => began + (UNDO_SECONDS - 2 * UNDO_MARGIN_SECONDS) * 1000
