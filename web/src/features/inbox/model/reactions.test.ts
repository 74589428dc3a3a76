import { expect, it } from '@jest/globals'
import { byEmoji } from './reactions.js'

it('reactions of several people are put together by their emoji', () => {
  const of = (type: string, name: string) => ({
    ...{ type, fromMe: false, userId: null },
    author: { name, number: '' },
  })
  const [ana, rui, lia] = [of('👍', 'Ana'), of('❤️', 'Rui'), of('👍', 'Lia')]
  expect(byEmoji([ana, rui, lia])).toEqual([
    { emoji: '👍', of: [ana, lia] },
    { emoji: '❤️', of: [rui] },
  ])
  expect(byEmoji([])).toEqual([])
})
