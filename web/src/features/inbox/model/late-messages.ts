import type { MessageRecord } from '@guiche/contracts/views/records.js'

type LoadedMessage = Pick<MessageRecord, 'id' | 'order' | 'lateAt'>

/** The loaded messages at the last check: ids of the late ones, and order of the first and last. */
export interface LateCheck {
  readonly late: ReadonlySet<string>
  readonly first: string | null
  readonly last: string | null
}

export const lateCheckOf = (messages: readonly LoadedMessage[]): LateCheck => ({
  late: new Set(messages.flatMap(({ id, lateAt }) => (lateAt === null ? [] : [id]))),
  first: messages[0]?.order ?? null,
  last: messages.at(-1)?.order ?? null,
})

/**
 * Ids of late messages that arrived between loaded messages, oldest first. Messages of a page loaded since
 * are before or after all of these.
 */
export const cameBetween = (before: LateCheck, messages: readonly LoadedMessage[]): string[] => {
  const { late, first, last } = before
  if (first === null || last === null) return []
  return messages.flatMap(({ id, order, lateAt }) =>
    lateAt !== null && !late.has(id) && order > first && order < last ? [id] : [],
  )
}
