/** What the resolution of a ticket tells the contact waits for so many seconds, in which it can be undone. */
export const UNDO_SECONDS = 10
/** The server undoes it until so many seconds before that: clocks differ, and the text must not go at the same time. */
export const UNDO_MARGIN_SECONDS = 1
