import { expect, it } from '@jest/globals'
import { newlySeen, newMentions, notesSeen } from './mentions.js'
import { withNotes } from './notes-in-thread.js'

// The preferences read the system's theme when they are loaded.
Object.assign(globalThis, { matchMedia: () => ({ matches: false }) })
const { mentionsWereSeen, preferencesReducer } = await import('../../../theme/preferences.js')

const notesFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => ({ id: first + at }))

it('a conversation with more mentions than are remembered marks each once, and comes to rest', () => {
  const shown = notesFrom(1, 250)
  const newest = notesFrom(231, 250)
  let state = { mentionsSeen: [] as readonly number[] } as unknown as ReturnType<typeof preferencesReducer>
  const marked: number[][] = []
  for (let look = 0; look < 3; look++) {
    const ids = newlySeen(newMentions(newest, state.mentionsSeen), shown)
    if (ids.length > 0) state = preferencesReducer(state, mentionsWereSeen(ids))
    marked.push(ids)
  }
  expect(marked).toEqual([newest.map(({ id }) => id), [], []])
  expect(newMentions(newest, state.mentionsSeen)).toEqual([])
})

it('a mention in a conversation that is not open stays new', () => {
  expect(newlySeen(notesFrom(1, 3), notesFrom(2, 2))).toEqual([2])
})

it('a mention is seen once its note is a visible row, and never by a peeking admin', () => {
  const [early, late] = [
    { id: 1, ticketId: 7, createdAt: '2026-03-02T09:00:00Z' },
    { id: 2, ticketId: 7, createdAt: '2026-03-02T11:00:00Z' },
  ]
  const loaded = [{ kind: 'message', createdAt: '2026-03-02T10:00:00Z' }]
  const rowsWith = (older: boolean) =>
    withNotes(loaded, [early, late], (item) => [item], { older, newer: false })
  expect(notesSeen(rowsWith(true), false)).toEqual([late])
  expect(notesSeen(rowsWith(false), false)).toEqual([early, late])
  expect(notesSeen(rowsWith(false), true)).toEqual([])
})
