import { describe, expect, it } from '@jest/globals'
import { advanceDueDate, daysUntil, dueDateOf, dueDayOf, isDueDate, type Recurrence } from './due-date.js'

const timezone = 'America/Sao_Paulo'
const NOW = new Date('2026-01-10T12:00:00Z')
const dueDays = (dueDate: string, recurrence: Recurrence, times: number): string[] => {
  let state = {
    dueDate: dueDateOf(timezone, dueDate),
    dueDay: dueDayOf(timezone, dueDateOf(timezone, dueDate)),
  }
  return Array.from({ length: times }, () => {
    state = advanceDueDate({ timezone, recurrence, ...state }, NOW)
    return new Date(Date.parse(state.dueDate ?? '') - 3 * 3_600_000).toISOString().slice(0, 10)
  })
}

describe('a due date', () => {
  it('keeps its day of the month; a shorter month has its last day: M8', () =>
    expect(dueDays('2026-01-31', 'MENSAL', 3)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30']))
  it.each([
    ['MENSAL', '2026-02-15'],
    ['BIMESTRAL', '2026-03-15'],
    ['TRIMESTRAL', '2026-04-15'],
    ['SEMESTRAL', '2026-07-15'],
    ['ANUAL', '2027-01-15'],
  ] as const)('advances by its recurrence: %s', (recurrence, next) =>
    expect(dueDays('2026-01-15', recurrence, 1)).toEqual([next]),
  )
  it('of 29 February returns to that day in the next leap year', () =>
    expect(dueDays('2024-02-29', 'ANUAL', 4)).toEqual([
      '2025-02-28',
      '2026-02-28',
      '2027-02-28',
      '2028-02-29',
    ]))
  it('begins today if the company had no due date', () =>
    expect(advanceDueDate({ timezone, dueDate: null, dueDay: null, recurrence: 'MENSAL' }, NOW)).toEqual({
      dueDate: '2026-02-11T02:59:59.000Z',
      dueDay: 10,
    }))
  it('lasts to the end of its day in the zone', () =>
    expect(dueDateOf(timezone, '2026-12-01')).toBe('2026-12-02T02:59:59.000Z'))
  it.each([
    ...['tomorrow', '31/12/2026', '2026-02-30', '2026-02-30T10:00:00Z', '2026-01-01Tx'],
    ...['9999-12-31', '9999-12-31T23:59:59Z', '0001-01-01', '0001-01-01T00:00:00Z'],
  ])('is refused as %p', (said) => expect(isDueDate(said)).toBe(false))
  it.each([[''], ['tomorrow'], ['2026-02-30'], ['2026-13-01'], [null], [undefined], ['2026-01-01Tx']])(
    'is absent if written as %p',
    (said) => expect(dueDateOf(timezone, said)).toBeNull(),
  )
  it('may be a moment of a day', () =>
    expect(dueDateOf(timezone, '2026-12-01T10:00:00-03:00')).toBe('2026-12-01T13:00:00.000Z'))
  it('counts its remaining days by the calendar of the zone', () => {
    const until = (day: string) => daysUntil(timezone, dueDateOf(timezone, day) ?? '', NOW)
    expect([until('2026-01-10'), until('2026-01-15'), until('2026-01-09')]).toEqual([0, 5, -1])
  })
})
