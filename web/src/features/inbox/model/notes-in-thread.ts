interface WrittenNote {
  readonly id: number
  readonly ticketId: number | null
  readonly createdAt: string
}
interface SentMessage {
  readonly createdAt: string
}
interface NoteItem<N> {
  readonly kind: 'note'
  readonly key: string
  readonly note: N
}

/**
 * Rows of a conversation with its tickets' notes by time: each after the last earlier message. `messagesOf`
 * gives the messages of a row. A note before or after all loaded messages is left out while more can be
 * loaded there.
 */
export const withNotes = <I extends { readonly kind: string }, N extends WrittenNote>(
  items: readonly I[],
  notes: readonly N[],
  messagesOf: (item: I) => readonly SentMessage[],
  more: { readonly older: boolean; readonly newer: boolean },
): readonly (I | NoteItem<N>)[] => {
  const left = notes
    .filter(({ ticketId }) => ticketId !== null)
    .map((note) => ({ note, at: Date.parse(note.createdAt) }))
    .sort((a, b) => a.at - b.at || a.note.id - b.note.id)
  const rows: (I | NoteItem<N>)[] = []
  // separators belong to the next message
  let separators: I[] = []
  let isFirst = true
  for (const item of items) {
    const [message] = messagesOf(item)
    if (message === undefined && item.kind !== 'outgoing') {
      separators.push(item)
      continue
    }
    const at = message === undefined ? Number.POSITIVE_INFINITY : Date.parse(message.createdAt)
    const before = message === undefined && more.newer ? [] : left.splice(0, countBefore(left, at))
    if (!isFirst || !more.older) for (const { note } of before) rows.push(itemOf(note))
    isFirst = false
    rows.push(...separators, item)
    separators = []
  }
  rows.push(...separators)
  if (!more.newer && !(isFirst && more.older)) for (const { note } of left) rows.push(itemOf(note))
  return rows
}

const countBefore = (left: readonly { readonly at: number }[], at: number): number => {
  const place = left.findIndex((one) => one.at >= at)
  return place === -1 ? left.length : place
}

const itemOf = <N extends WrittenNote>(note: N): NoteItem<N> => ({
  kind: 'note',
  key: `note-${note.id}`,
  note,
})
