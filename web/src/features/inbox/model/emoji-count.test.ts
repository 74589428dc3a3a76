import { expect, it } from '@jest/globals'
import { emojiCount } from './emoji-count.js'

it.each([
  ['👍', 1],
  [' 👍🏽 ', 1],
  ['👨‍👩‍👧‍👦', 1],
  ['🇧🇷', 1],
  ['1️⃣', 1],
  ['❤️ 😂 🙏', 3],
  ['😂😂😂😂', 0],
  ['ok 👍', 0],
  ['1', 0],
  ['12', 0],
  ['', 0],
  ['a'.repeat(65_536), 0],
  ['👍'.repeat(30_000), 0],
])('%.20s has %i emoji alone', (text, count) => {
  expect(emojiCount(text)).toBe(count)
})
