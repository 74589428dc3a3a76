import { afterEach, describe, expect, it } from '@jest/globals'
import { barsOf, markHeard, speedNow, switchSpeed } from './voice.js'

const kept = new Map<string, string>()
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  },
})
afterEach(() => kept.clear())

describe('voice notes', () => {
  it('are played at a speed that is remembered', () => {
    expect(speedNow()).toBe(1)
    const speeds = [1, 2, 3].map(() => {
      switchSpeed()
      return speedNow()
    })
    expect(speeds).toEqual([1.5, 2, 1])
    kept.set('guiche.voice.speed', '99')
    expect(speedNow()).toBe(1)
  })

  it('that were heard are remembered, the oldest are forgotten', () => {
    for (let n = 0; n < 600; n += 1) markHeard(`id-${n}`)
    markHeard('id-599')
    const ids = kept.get('guiche.voice.heard')?.split(' ')
    expect(ids).toHaveLength(500)
    expect([ids?.[0], ids?.at(-1)]).toEqual(['id-100', 'id-599'])
  })

  it('are drawn as bars, loud ones high, and as a line where nothing is known', () => {
    const bars = barsOf([0, 100]).match(/v\d+/g)
    expect(bars).toHaveLength(48)
    expect([bars?.[0], bars?.at(-1)]).toEqual(['v2', 'v26'])
    expect(new Set(barsOf(null).match(/v\d+/g))).toEqual(new Set(['v2']))
  })
})
