import { describe, expect, it } from '@jest/globals'
import { picked } from './picked.js'

const order = [5, 3, 9, 1]
const after = (before: readonly number[], id: number, from: number | null = null) => [
  ...picked(order, new Set(before), { id, from }),
]

describe('what is picked of a list', () => {
  it('is one more, or one less', () => {
    expect(after([], 3)).toEqual([3])
    expect(after([3, 9], 3)).toEqual([9])
  })
  it('is a range in either direction', () => {
    expect(after([5], 9, 5)).toEqual([5, 3, 9])
    expect(after([1], 3, 1)).toEqual([3, 9, 1])
    expect(after([5, 3, 9], 9, 5)).toEqual([])
  })
  it('holds nothing that has left the list', () => {
    expect(after([5, 7], 3)).toEqual([5, 3])
    expect(after([5], 3, 7)).toEqual([5, 3])
    expect(after([5], 8)).toEqual([5])
  })
})
