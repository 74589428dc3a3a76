/** Least characters of a password: of users, and of people who manage a company or choose a password by a link. */
export const LEAST = { user: 5, strong: 8 } as const
