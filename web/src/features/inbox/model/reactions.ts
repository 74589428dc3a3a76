import type { MessageRecord } from '@guiche/contracts/views/records.js'

type Reaction = MessageRecord['reactions'][number]

/** The reactions of a message grouped by emoji, in the order of each emoji's first reaction. */
export const byEmoji = (
  reactions: readonly Reaction[],
): { readonly emoji: string; readonly of: readonly Reaction[] }[] =>
  [...new Set(reactions.map(({ type }) => type))].map((emoji) => ({
    emoji,
    of: reactions.filter(({ type }) => type === emoji),
  }))
