import { describe, expect, it } from '@jest/globals'
import { withNotes } from './notes-in-thread.js'

const at = (minute: number) => ({ createdAt: new Date(Date.UTC(2026, 0, 5, 12, minute)).toISOString() })
const message = (minute: number) => ({ kind: 'message', key: `m${minute}`, messages: [at(minute)] })
const day = { kind: 'day', key: 'day', messages: [] }
const outgoing = { kind: 'outgoing', key: 'out', messages: [] }
const note = (id: number, minute: number, ticketId: number | null = 1) => ({ id, ticketId, ...at(minute) })
const all = { older: false, newer: false }
const shown = (
  items: readonly { kind: string; key: string; messages: { createdAt: string }[] }[],
  notes: ReturnType<typeof note>[],
  more = all,
) => withNotes(items, notes, ({ messages }) => messages, more).map(({ key }) => key)

describe('notes of a conversation', () => {
  const items = [message(10), day, message(20), message(30)]

  it('stand after the last message that was there, in their order', () => {
    expect(shown(items, [note(3, 40), note(2, 15), note(1, 15), note(4, 5)])).toEqual([
      ...['note-4', 'm10', 'note-1', 'note-2', 'day', 'm20', 'm30', 'note-3'],
    ])
  })

  it('stand before what is being sent', () => {
    expect(shown([...items, outgoing], [note(1, 40)])).toEqual(['m10', 'day', 'm20', 'm30', 'note-1', 'out'])
  })

  it('about the contact alone have no place in it', () => {
    expect(shown(items, [note(1, 15, null)])).toEqual(['m10', 'day', 'm20', 'm30'])
  })

  it('of what is not loaded wait for it', () => {
    expect(shown(items, [note(1, 5), note(2, 40), note(3, 25)], { older: true, newer: true })).toEqual([
      ...['m10', 'day', 'm20', 'note-3', 'm30'],
    ])
    expect(shown([], [note(1, 5)], { older: true, newer: false })).toEqual([])
  })

  it('are all there is where nothing was sent yet', () => {
    expect(shown([], [note(1, 5)])).toEqual(['note-1'])
  })
})
