import { describe, expect, it } from '@jest/globals'
import { withNotes } from './notes-in-thread.js'

const createdAt = (minute: number) => ({
  createdAt: new Date(Date.UTC(2026, 0, 5, 12, minute)).toISOString(),
})
const messageItem = (minute: number) => ({
  kind: 'message',
  key: `m${minute}`,
  messages: [createdAt(minute)],
})
const day = { kind: 'day', key: 'day', messages: [] }
const outgoing = { kind: 'outgoing', key: 'out', messages: [] }
const noteAt = (id: number, minute: number, ticketId: number | null = 1) => ({
  id,
  ticketId,
  ...createdAt(minute),
})
const all = { older: false, newer: false }
const shownItems = (
  items: readonly { kind: string; key: string; messages: { createdAt: string }[] }[],
  notes: ReturnType<typeof noteAt>[],
  more = all,
) => withNotes(items, notes, ({ messages }) => messages, more).map(({ key }) => key)

describe('notes of a conversation', () => {
  const items = [messageItem(10), day, messageItem(20), messageItem(30)]

  it('stand after the last message that was there, in their order', () => {
    expect(shownItems(items, [noteAt(3, 40), noteAt(2, 15), noteAt(1, 15), noteAt(4, 5)])).toEqual([
      ...['note-4', 'm10', 'note-1', 'note-2', 'day', 'm20', 'm30', 'note-3'],
    ])
  })

  it('stand before unsent messages', () => {
    expect(shownItems([...items, outgoing], [noteAt(1, 40)])).toEqual([
      'm10',
      'day',
      'm20',
      'm30',
      'note-1',
      'out',
    ])
  })

  it('about the contact alone have no place in it', () => {
    expect(shownItems(items, [noteAt(1, 15, null)])).toEqual(['m10', 'day', 'm20', 'm30'])
  })

  it('between messages that are not loaded wait for them', () => {
    expect(
      shownItems(items, [noteAt(1, 5), noteAt(2, 40), noteAt(3, 25)], { older: true, newer: true }),
    ).toEqual([...['m10', 'day', 'm20', 'note-3', 'm30']])
    expect(shownItems([], [noteAt(1, 5)], { older: true, newer: false })).toEqual([])
  })

  it('are all there is where nothing was sent yet', () => {
    expect(shownItems([], [noteAt(1, 5)])).toEqual(['note-1'])
  })
})
