import { DEFAULT_WEEK } from '@guiche/contracts/opening-hours/week.js'
import { expect, it } from '@jest/globals'
import { lastInteraction } from './last-interaction.js'
import { openSince } from './open-since.js'

it('a wait counts only opening hours', () => {
  const hours = { week: DEFAULT_WEEK, exceptions: [] }
  // from Friday 17:50 to Monday 08:10 in São Paulo, with four open hours on Saturday
  const [since, now] = ['2026-03-06T20:50:00.000Z', Date.parse('2026-03-09T11:10:00.000Z')]
  const waited = (of: typeof hours | null) =>
    lastInteraction(openSince(of, 'America/Sao_Paulo', since, now), now)
  expect(waited(hours)).toEqual({ amount: 4, unit: 'hours', level: 'overdue' })
  expect(waited({ ...hours, week: DEFAULT_WEEK.slice(0, 5) })).toEqual({
    ...{ amount: 20, unit: 'minutes', level: 'calm' },
  })
  expect(waited(null)).toEqual({ amount: 2, unit: 'days', level: 'overdue' })
  // no open time has passed yet
  expect(openSince(hours, 'UTC', new Date(now + 1000).toISOString(), now)).toBe(new Date(now).toISOString())
})
