import { describe, expect, it } from '@jest/globals'
import { cameBetween, lateCheckOf } from './late-messages.js'

const message = (order: string, lateAt: string | null = null) => ({ id: order, order, lateAt })
const LATE = '2026-03-10T12:00:00.000Z'

describe('late messages', () => {
  const before = lateCheckOf([message('3'), message('5', LATE), message('7')])

  it('are news where they come between what was loaded', () => {
    const now = [message('3'), message('4', LATE), message('5', LATE), message('6'), message('7')]
    expect(cameBetween(before, now)).toEqual(['4'])
  })

  it('are no news in a page that was read since, and at the end', () => {
    const now = [message('1', LATE), message('3'), message('5', LATE), message('7'), message('8', LATE)]
    expect(cameBetween(before, now)).toEqual([])
    expect(cameBetween(lateCheckOf([]), now)).toEqual([])
  })
})
