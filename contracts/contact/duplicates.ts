/** Hints that two contacts are one person, strongest first. `number`: two spellings of one number. */
export const DUPLICATE_HINTS = ['number', 'email', 'name'] as const
export type DuplicateHint = (typeof DUPLICATE_HINTS)[number]
