/** Kinds of drafts (unsent texts in a ticket): a message, or a note for colleagues. */
export const DRAFT_KINDS = ['message', 'note'] as const
export type DraftKind = (typeof DRAFT_KINDS)[number]

/** Maximum of drafts kept for a user; the oldest drafts are dropped. */
export const MOST_DRAFTS = 200
