import type { MessageRecord } from '@guiche/contracts/views/records.js'

type Loaded = Pick<MessageRecord, 'id' | 'order' | 'lateAt'>

/** The messages that were loaded at the last look: ids of the late ones, and places of the first and the last one. */
export interface Looked {
  readonly late: ReadonlySet<string>
  readonly first: string | null
  readonly last: string | null
}

export const lookedAt = (messages: readonly Loaded[]): Looked => ({
  late: new Set(messages.flatMap(({ id, lateAt }) => (lateAt === null ? [] : [id]))),
  first: messages[0]?.order ?? null,
  last: messages.at(-1)?.order ?? null,
})

/**
 * Ids of late messages that have come between what was loaded, oldest first. What a page brought that was read since
 * stands before or after all of that.
 */
export const cameBetween = (before: Looked, messages: readonly Loaded[]): string[] => {
  const { late, first, last } = before
  if (first === null || last === null) return []
  return messages.flatMap(({ id, order, lateAt }) =>
    lateAt !== null && !late.has(id) && order > first && order < last ? [id] : [],
  )
}
