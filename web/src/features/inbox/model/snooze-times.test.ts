import { describe, expect, it } from '@jest/globals'
import dayjs from 'dayjs'
import { snoozeTimes } from './snooze-times.js'

describe('times to snooze until', () => {
  it.each([
    ['a Monday', '2026-03-02T08:00:00', '2026-03-09'],
    ['a Saturday', '2026-03-07T10:00:00', '2026-03-09'],
  ])('are to come, and the week begins on the next Monday, on %s', (_, now, monday) => {
    const times = snoozeTimes(dayjs(now))
    expect(times.week?.format('YYYY-MM-DD HH:mm')).toBe(`${monday} 09:00`)
    expect(Object.values(times).every((time) => time.isAfter(dayjs(now)))).toBe(true)
    expect(times.tomorrow.diff(dayjs(now).startOf('day'), 'hour')).toBe(33)
    expect(times.hour.diff(dayjs(now), 'minute')).toBe(60)
  })

  it('name the Monday after a Sunday once', () => {
    const times = snoozeTimes(dayjs('2026-03-01T23:30:00'))
    expect(times.tomorrow.format('YYYY-MM-DD HH:mm')).toBe('2026-03-02 09:00')
    expect(times).not.toHaveProperty('week')
  })
})
