/** A contact that was asked how it was answers within so many days. What it writes after that is a message like any other. */
export const RATING_DAYS = 3
