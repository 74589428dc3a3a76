import { dayAt } from '@guiche/contracts/local-time.js'
import { describe, expect, it } from '@jest/globals'
import { dayAfter, periodOf } from './days.js'

describe('days in a time zone', () => {
  it.each([
    ['America/Sao_Paulo', '2026-03-10', '2026-03-10T03:00:00.000Z', '2026-03-11T02:59:59.999Z'],
    ['UTC', '2026-03-10', '2026-03-10T00:00:00.000Z', '2026-03-10T23:59:59.999Z'],
    ['Asia/Kolkata', '2026-03-10', '2026-03-09T18:30:00.000Z', '2026-03-10T18:29:59.999Z'],
    // clocks went forward and back on these days: 23 and 25 hours
    ['Europe/Lisbon', '2026-03-29', '2026-03-29T00:00:00.000Z', '2026-03-29T22:59:59.999Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
  ])('%s %s', (zone, day, from, to) => {
    expect(periodOf(zone, day, day)).toEqual({ from, to })
    expect(dayAt(zone, Date.parse(from))).toBe(day)
    expect(dayAt(zone, Date.parse(to))).toBe(day)
  })

  it.each(['2026-02-30', '2026-13-01', '2026-00-10'])('%s is no day', (day) => {
    expect(periodOf('UTC', day, day)).toBeNull()
  })

  it('counts over months and years', () => {
    expect(dayAfter('2026-12-31')).toBe('2027-01-01')
    expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28')
  })
})
