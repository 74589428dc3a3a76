/**
 * Minimum of characters of a password: of agents, and of users who manage a company or choose a password by a
 * link.
 */
export const MIN_PASSWORD_LENGTH = { user: 5, strong: 8 } as const
