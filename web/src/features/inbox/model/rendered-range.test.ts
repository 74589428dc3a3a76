import { describe, expect, it } from '@jest/globals'
import { renderedRange } from './rendered-range.js'

const manyMessages = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ order: String(n).padStart(5, '0') }))
const orderAt = (n: number) => String(n).padStart(5, '0')

describe('the part of a conversation that is shown', () => {
  it('is the visible part with some messages on either side, within the loaded messages', () => {
    expect(renderedRange(manyMessages(300), { first: orderAt(100), last: orderAt(110) })).toEqual([70, 141])
    expect(renderedRange(manyMessages(300), { first: orderAt(5), last: orderAt(10) })).toEqual([0, 41])
    expect(renderedRange(manyMessages(300), { first: orderAt(290), last: orderAt(299) })).toEqual([260, 300])
    expect(renderedRange([], { end: 10 })).toEqual([0, 0])
  })

  it('has fewer messages beside the visible part of a tall window, and always some', () => {
    expect(renderedRange(manyMessages(300), { first: orderAt(100), last: orderAt(144) })).toEqual([87, 158])
    expect(renderedRange(manyMessages(300), { first: orderAt(100), last: orderAt(179) })).toEqual([88, 192])
    expect(renderedRange(manyMessages(300), { end: 50 })).toEqual([238, 300])
  })

  it('follows the end with as many messages, however many come live', () => {
    expect(renderedRange(manyMessages(100), { end: 10 })).toEqual([60, 100])
    expect(renderedRange(manyMessages(5000), { end: 10 })).toEqual([4960, 5000])
  })

  it('takes the messages that come before and after', () => {
    const messages = manyMessages(60)
    expect(renderedRange(messages.slice(20, 40), { first: orderAt(22), last: orderAt(30) })).toEqual([0, 20])
    expect(renderedRange(messages, { first: orderAt(22), last: orderAt(30) })).toEqual([0, 60])
  })

  it('is never more than 240 messages', () => {
    expect(renderedRange(manyMessages(2000), { first: orderAt(100), last: orderAt(1100) })).toEqual([88, 328])
    expect(renderedRange(manyMessages(2000), { end: 1000 })).toEqual([1760, 2000])
  })
})
