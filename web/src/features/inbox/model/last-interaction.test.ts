import { describe, expect, it } from '@jest/globals'
import { lastInteraction } from './last-interaction.js'

const now = Date.parse('2026-03-10T12:00:00.000Z')
const interactionAgo = (minutes: number) =>
  lastInteraction(new Date(now - minutes * 60_000).toISOString(), now)

describe('the last-interaction label', () => {
  it.each([
    [0, null],
    [2, null],
    [3, { amount: 3, unit: 'minutes', level: 'calm' }],
    [29, { amount: 29, unit: 'minutes', level: 'calm' }],
    [30, { amount: 30, unit: 'minutes', level: 'late' }],
    [59, { amount: 59, unit: 'minutes', level: 'late' }],
    [60, { amount: 1, unit: 'hours', level: 'overdue' }],
    [23 * 60 + 59, { amount: 23, unit: 'hours', level: 'overdue' }],
    [24 * 60, { amount: 1, unit: 'days', level: 'overdue' }],
  ])('after %i minutes', (minutes, label) => {
    expect(interactionAgo(minutes)).toEqual(label)
  })

  it('shows nothing for a time it cannot read', () => {
    expect(lastInteraction('', now)).toBeNull()
  })
})
