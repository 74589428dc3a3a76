import type { MessageRecord } from '@guiche/contracts/views/records.js'

type Reaction = MessageRecord['reactions'][number]

/** The reactions of a message by their emoji, in the order in which each emoji came first. */
export const byEmoji = (
  reactions: readonly Reaction[],
): { readonly emoji: string; readonly of: readonly Reaction[] }[] =>
  [...new Set(reactions.map(({ type }) => type))].map((emoji) => ({
    emoji,
    of: reactions.filter(({ type }) => type === emoji),
  }))
