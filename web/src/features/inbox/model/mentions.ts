import type { NoteRecord } from '@guiche/contracts/views/records.js'

type NoteId = Pick<NoteRecord, 'id'>

/** The newest unseen mentions. */
export const newMentions = <N extends NoteId>(newest: readonly N[], seen: readonly number[]): readonly N[] =>
  newest.filter(({ id }) => !seen.includes(id))

/**
 * Ids of new mentions among the shown notes. Older mentions are left out: more may be shown than are
 * remembered as seen, and they would be marked repeatedly.
 */
export const newlySeen = (fresh: readonly NoteId[], shown: readonly NoteId[]): number[] =>
  fresh.map(({ id }) => id).filter((id) => shown.some((note) => note.id === id))

/** Notes among the rows of a conversation; none for a user who only peeks. */
export const notesSeen = <N extends NoteId>(
  rows: readonly { readonly kind: string; readonly note?: N }[],
  isPeek: boolean,
): readonly N[] => (isPeek ? [] : rows.flatMap(({ note }) => note ?? []))
