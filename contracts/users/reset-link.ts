/** Lifetime of a link that resets a password, in seconds. */
export const RESET_LINK_SECONDS = 120
