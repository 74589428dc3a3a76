import { describe, expect, it } from '@jest/globals'
import { pickTicket, reachTicket, stopPicking } from './picking.js'

const order = [5, 3, 9, 1]
const pickedAfter = (before: readonly number[], id: number, from: number | null = null, most = 100) => [
  ...pickTicket(order, new Set(before), { id, from, most }),
]

describe('picked tickets of a list', () => {
  it('toggles one ticket', () => {
    expect(pickedAfter([], 3)).toEqual([3])
    expect(pickedAfter([3, 9], 3)).toEqual([9])
  })
  it('selects a range in either direction', () => {
    expect(pickedAfter([5], 9, 5)).toEqual([5, 3, 9])
    expect(pickedAfter([1], 3, 1)).toEqual([3, 9, 1])
    expect(pickedAfter([5, 3, 9], 9, 5)).toEqual([])
  })
  it('is limited to the maximum of a bulk action: earlier ones stay', () => {
    expect(pickedAfter([9], 1, 5, 2)).toEqual([5, 9])
    expect(pickedAfter([5, 3], 9, null, 2)).toEqual([5, 3])
    expect(pickedAfter([5, 3], 3, null, 2)).toEqual([5])
  })
  it('drops tickets that have left the list', () => {
    expect(pickedAfter([5, 7], 3)).toEqual([5, 3])
    expect(pickedAfter([5], 3, 7)).toEqual([5, 3])
    expect(pickedAfter([5], 8)).toEqual([5])
  })
})

describe('tickets picked by Shift and arrows', () => {
  const on = (before: readonly number[], from: number | null, to: number, most = 100) => [
    ...reachTicket(order, new Set(before), { from, to, most }),
  ]
  it('is where they began and where they come to, and on the way back one less', () => {
    expect(on([], 5, 3)).toEqual([5, 3])
    expect(on([5, 3], 3, 9)).toEqual([5, 3, 9])
    expect(on([5, 3, 9], 9, 3)).toEqual([5, 3])
    expect(on([], null, 3)).toEqual([3])
  })
  it('is never more than may be changed at once', () => {
    expect(on([5, 3], 3, 9, 2)).toEqual([5, 3])
  })
})

describe('the end of a choice', () => {
  it('waits for the running action', () => {
    const picking = { ids: new Set([5]), last: 5, on: true, running: 1 }
    expect(stopPicking(picking)).toBe(picking)
    expect(stopPicking({ ...picking, running: 0 })).toEqual({
      ids: new Set(),
      last: null,
      on: false,
      running: 0,
    })
  })
})
