import { describe, expect, it } from '@jest/globals'
import { COUNTRIES, type Country, nationalDays } from './national-days.js'

const dayOf = (country: Country, today: string, name: string) =>
  nationalDays(country, today).find((day) => day.name === name)?.date

describe('national days', () => {
  it.each([
    ['2024-01-01', '2024-02-13', '2024-03-29', '2024-05-30'],
    ['2025-01-01', '2025-03-04', '2025-04-18', '2025-06-19'],
    ['2026-01-01', '2026-02-17', '2026-04-03', '2026-06-04'],
    ['2038-01-01', '2038-03-09', '2038-04-23', '2038-06-24'],
  ])('after %s move with Easter', (today, carnival, friday, corpus) => {
    expect(dayOf('BR', today, 'Terça-feira de Carnaval')).toBe(carnival)
    expect(dayOf('BR', today, 'Sexta-feira Santa')).toBe(friday)
    expect(dayOf('BR', today, 'Corpus Christi')).toBe(corpus)
  })

  it('are upcoming ones in order; past days are listed for the next year', () => {
    expect(dayOf('BR', '2026-11-20', 'Consciência Negra')).toBe('2026-11-20')
    expect(dayOf('BR', '2026-11-21', 'Consciência Negra')).toBe('2027-11-20')
    expect(dayOf('ES', '2026-04-04', 'Viernes Santo')).toBe('2027-03-26')
    for (const country of COUNTRIES) {
      const days = nationalDays(country, '2026-06-15').map(({ date }) => date)
      expect(days).toEqual([...new Set(days)].sort())
      expect(days.every((day) => day >= '2026-06-15' && day < '2027-06-16')).toBe(true)
    }
  })
})
