import { describe, expect, it } from '@jest/globals'
import { renderedRange } from './rendered-range.js'

const many = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ order: String(n).padStart(5, '0') }))
const at = (n: number) => String(n).padStart(5, '0')

describe('the part of a conversation that is shown', () => {
  it('is what is in sight with some messages on either side, and no more than is loaded', () => {
    expect(renderedRange(many(300), { first: at(100), last: at(110) })).toEqual([70, 141])
    expect(renderedRange(many(300), { first: at(5), last: at(10) })).toEqual([0, 41])
    expect(renderedRange(many(300), { first: at(290), last: at(299) })).toEqual([260, 300])
    expect(renderedRange([], { end: 10 })).toEqual([0, 0])
  })

  it('has fewer beside what is in sight where a tall window shows many, and always some', () => {
    expect(renderedRange(many(300), { first: at(100), last: at(144) })).toEqual([87, 158])
    expect(renderedRange(many(300), { first: at(100), last: at(179) })).toEqual([88, 192])
    expect(renderedRange(many(300), { end: 50 })).toEqual([238, 300])
  })

  it('follows the end with as many messages, however many come live', () => {
    expect(renderedRange(many(100), { end: 10 })).toEqual([60, 100])
    expect(renderedRange(many(5000), { end: 10 })).toEqual([4960, 5000])
  })

  it('takes the messages that come before and after', () => {
    const messages = many(60)
    expect(renderedRange(messages.slice(20, 40), { first: at(22), last: at(30) })).toEqual([0, 20])
    expect(renderedRange(messages, { first: at(22), last: at(30) })).toEqual([0, 60])
  })

  it('is never more than 240 messages', () => {
    expect(renderedRange(many(2000), { first: at(100), last: at(1100) })).toEqual([88, 328])
    expect(renderedRange(many(2000), { end: 1000 })).toEqual([1760, 2000])
  })
})
