import type { NoteRecord } from '@guiche/contracts/views/records.js'

type Noted = Pick<NoteRecord, 'id'>

/** Those of the newest mentions that were not seen yet. */
export const newMentions = <N extends Noted>(newest: readonly N[], seen: readonly number[]): readonly N[] =>
  newest.filter(({ id }) => !seen.includes(id))

/**
 * Ids of the new mentions that are seen now, among the notes that are shown. Older mentions are left out: more of them may
 * be shown than are remembered as seen, and they would be marked again and again.
 */
export const seenNow = (fresh: readonly Noted[], shown: readonly Noted[]): number[] =>
  fresh.map(({ id }) => id).filter((id) => shown.some((note) => note.id === id))

/** The notes among the rows of a conversation. Whoever only peeks at it has seen none of them. */
export const notesSeen = <N extends Noted>(
  rows: readonly { readonly kind: string; readonly note?: N }[],
  isPeek: boolean,
): readonly N[] => (isPeek ? [] : rows.flatMap(({ note }) => note ?? []))
