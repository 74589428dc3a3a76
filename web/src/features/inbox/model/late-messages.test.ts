import { describe, expect, it } from '@jest/globals'
import { cameBetween, lateCheckOf } from './late-messages.js'

const messageAt = (order: string, lateAt: string | null = null) => ({ id: order, order, lateAt })
const LATE = '2026-03-10T12:00:00.000Z'

describe('late messages', () => {
  const before = lateCheckOf([messageAt('3'), messageAt('5', LATE), messageAt('7')])

  it('are announced if they come between loaded messages', () => {
    const now = [messageAt('3'), messageAt('4', LATE), messageAt('5', LATE), messageAt('6'), messageAt('7')]
    expect(cameBetween(before, now)).toEqual(['4'])
  })

  it('are no news in a page that was read since, and at the end', () => {
    const now = [
      messageAt('1', LATE),
      messageAt('3'),
      messageAt('5', LATE),
      messageAt('7'),
      messageAt('8', LATE),
    ]
    expect(cameBetween(before, now)).toEqual([])
    expect(cameBetween(lateCheckOf([]), now)).toEqual([])
  })
})
