/** For so many seconds a click takes the resolution of a ticket back; what it tells the contact waits as long. */
export const UNDO_SECONDS = 10
