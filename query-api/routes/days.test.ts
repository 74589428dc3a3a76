import { dayAt } from '@guiche/contracts/local-time.js'
import { describe, expect, it } from '@jest/globals'
import { dayAfter, periodOf } from './days.js'

describe('days in a time zone', () => {
  it.each([
    ['America/Sao_Paulo', '2026-03-10', '2026-03-10T03:00:00.000Z', '2026-03-11T02:59:59.999Z'],
    ['UTC', '2026-03-10', '2026-03-10T00:00:00.000Z', '2026-03-10T23:59:59.999Z'],
    ['Asia/Kolkata', '2026-03-10', '2026-03-09T18:30:00.000Z', '2026-03-10T18:29:59.999Z'],
    // Days with a change of clocks: 23 and 25 hours long.
    ['Europe/Lisbon', '2026-03-29', '2026-03-29T00:00:00.000Z', '2026-03-29T22:59:59.999Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    // A change at midnight: no clock shows the end of the first day and the start of the second.
    ['America/Santiago', '2026-09-05', '2026-09-05T04:00:00.000Z', '2026-09-06T03:59:59.999Z'],
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T02:59:59.999Z'],
    ['America/Sao_Paulo', '2018-11-03', '2018-11-03T03:00:00.000Z', '2018-11-04T02:59:59.999Z'],
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z', '2018-11-05T01:59:59.999Z'],
    ['Africa/Cairo', '2026-04-23', '2026-04-22T22:00:00.000Z', '2026-04-23T21:59:59.999Z'],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.999Z'],
    // Two changes back by an hour: to midnight, which occurs twice, and from midnight, which occurs once.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    ['America/Santiago', '2026-04-04', '2026-04-04T03:00:00.000Z', '2026-04-05T03:59:59.999Z'],
    // Clocks go from 23:30 to 00:30.
    ['America/Toronto', '1919-03-30', '1919-03-30T05:00:00.000Z', '1919-03-31T04:29:59.999Z'],
    ['America/Toronto', '1919-03-31', '1919-03-31T04:30:00.000Z', '1919-04-01T03:59:59.999Z'],
  ])('%s %s', (zone, day, from, to) => {
    expect(periodOf(zone, day, day)).toEqual({ from, to })
    expect(dayAt(zone, Date.parse(from))).toBe(day)
    expect(dayAt(zone, Date.parse(to))).toBe(day)
    expect(dayAt(zone, Date.parse(from) - 1)).toBe(dayAfter(day, -1))
    expect(dayAt(zone, Date.parse(to) + 1)).toBe(dayAfter(day))
  })

  it.each(['2026-02-30', '2026-13-01', '2026-00-10'])('%s is no day', (day) => {
    expect(periodOf('UTC', day, day)).toBeNull()
  })

  it('counts over months and years', () => {
    expect(dayAfter('2026-12-31')).toBe('2027-01-01')
    expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28')
  })
})
