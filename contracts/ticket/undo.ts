/** Seconds in which a resolution can be undone, before its text goes to the contact. */
export const UNDO_SECONDS = 10
/**
 * Seconds before the end in which the server refuses an undo: clocks differ, and the text must not be sent at the same
 * time.
 */
export const UNDO_MARGIN_SECONDS = 1
