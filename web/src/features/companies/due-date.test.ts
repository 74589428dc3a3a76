import { describe, expect, it } from '@jest/globals'
import { dueDay, dueTone } from './due-date.js'

const NOW = new Date('2026-03-10T15:00:00Z')
const timezone = 'America/Sao_Paulo'
const dueOn = (day: string) => ({ timezone, dueDate: `${day}T23:59:59-03:00` })

describe('the row of a company', () => {
  it.each([
    ['2026-03-16', null],
    ['2026-03-15', 'waiting'],
    ['2026-03-11', 'waiting'],
    ['2026-03-10', 'failed'],
    ['2026-02-01', 'failed'],
  ])('is marked by its due date: %s', (day, tone) => {
    expect(dueTone(dueOn(day), NOW)).toBe(tone)
    expect(dueDay(dueOn(day))).toBe(day)
  })
  it('is not marked without one', () => {
    expect(dueTone({ timezone, dueDate: null }, NOW)).toBeNull()
    expect(dueDay({ timezone, dueDate: null })).toBe('')
  })
})
