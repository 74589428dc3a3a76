import { describe, expect, it } from '@jest/globals'
import { trialDaysLeft } from './trial.js'

const NOW = Date.parse('2026-03-02T12:00:00.000Z')
const END = '2026-03-05T11:00:00.000Z'

describe('the days of a trial', () => {
  const left = (trialExpiration: string | null, dueDate: string | null, now = NOW) =>
    trialDaysLeft({ trialExpiration, dueDate }, now)

  it('are whole days, and none on the last day', () => {
    expect(left(END, END)).toBe(2)
    expect(left(END, END, Date.parse('2026-03-05T10:59:59.000Z'))).toBe(0)
  })
  it('are null for a company without a trial', () => {
    expect(left(null, END)).toBeNull()
    expect(left(END, END, Date.parse(END))).toBeNull()
  })
  it('are over once the company has paid', () => {
    expect(left(END, '2026-04-05T11:00:00.000Z')).toBeNull()
  })
})
