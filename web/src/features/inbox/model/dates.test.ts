import { describe, expect, it } from '@jest/globals'
import { ticketDays } from './dates.js'

describe('the days of a ticket', () => {
  const createdAt = '2026-01-05T12:00:00.000Z'

  it('are its first and that on which it was closed', () => {
    expect(ticketDays({ createdAt, closedAt: '2026-01-07T12:00:00.000Z' })).toBe('05/01/2026 – 07/01/2026')
  })

  it('have no end where it goes on', () => {
    expect(ticketDays({ createdAt, closedAt: null })).toBe('05/01/2026')
  })
})
