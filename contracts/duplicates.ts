/** Why two contacts may be one person: two spellings of one number; the others are weaker hints. Strongest first. */
export const DUPLICATE_HINTS = ['number', 'email', 'name'] as const
export type DuplicateHint = (typeof DUPLICATE_HINTS)[number]
