/** Kinds of drafts, unsent texts in a ticket: a message, or a note for colleagues. */
export const DRAFT_KINDS = ['message', 'note'] as const
export type DraftKind = (typeof DRAFT_KINDS)[number]

/** Drafts kept of a user, at most; the oldest go first. */
export const MOST_DRAFTS = 200
