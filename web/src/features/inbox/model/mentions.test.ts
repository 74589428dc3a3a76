import { expect, it } from '@jest/globals'
import { newMentions, seenNow } from './mentions.js'

// the preferences ask for the theme of the computer when they are loaded
Object.assign(globalThis, { matchMedia: () => ({ matches: false }) })
const { mentionsWereSeen, preferencesReducer } = await import('../../../theme/preferences.js')

const notes = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => ({ id: first + at }))

it('a conversation with more mentions than are remembered marks each once, and comes to rest', () => {
  const shown = notes(1, 250)
  const newest = notes(231, 250)
  let state = { mentionsSeen: [] as readonly number[] } as unknown as ReturnType<typeof preferencesReducer>
  const marked: number[][] = []
  for (let look = 0; look < 3; look++) {
    const ids = seenNow(newMentions(newest, state.mentionsSeen), shown)
    if (ids.length > 0) state = preferencesReducer(state, mentionsWereSeen(ids))
    marked.push(ids)
  }
  expect(marked).toEqual([newest.map(({ id }) => id), [], []])
  expect(newMentions(newest, state.mentionsSeen)).toEqual([])
})

it('a mention in a conversation that is not open stays new', () => {
  expect(seenNow(notes(1, 3), notes(2, 2))).toEqual([2])
})
