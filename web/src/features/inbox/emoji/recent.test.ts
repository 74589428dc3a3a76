import { beforeEach, describe, expect, it } from '@jest/globals'
import { recentEmojis, rememberEmoji } from './recent.js'

const kept = new Map<string, string>()
Object.defineProperty(globalThis, 'localStorage', {
  value: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  },
})
beforeEach(() => kept.clear())

describe('emoji that were used', () => {
  it('come the newest first, each once', () => {
    for (const code of ['1f600', '1f44d-1f3fd', '1f600']) rememberEmoji(code)
    expect(recentEmojis()).toEqual(['1f600', '1f44d-1f3fd'])
  })

  it('are two rows at most', () => {
    for (let n = 0; n < 40; n++) rememberEmoji(`1f6${n}`)
    expect(recentEmojis()).toHaveLength(14)
    expect(recentEmojis()[0]).toBe('1f639')
  })
})
