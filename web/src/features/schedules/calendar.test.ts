import { expect, it } from '@jest/globals'
import { daysShown, entriesOf, moveTo, rangeOf, stateOf, stepDay, timeIn } from './calendar.js'
import type { PlannedMessage } from './schedule-order.js'

const SAO_PAULO = 'America/Sao_Paulo'
const plannedAt = (id: number, sendAt: string, more: object = {}) =>
  ({
    id,
    sendAt,
    status: 'PENDENTE',
    repeats: null,
    series: null,
    error: null,
    ...more,
  }) as unknown as PlannedMessage

it('shows whole weeks of a month, a week from Monday, and each day of a list', () => {
  const month = daysShown('month', '2026-02-10')
  expect([month[0], month.at(-1), month.length]).toEqual(['2026-01-26', '2026-03-01', 35])
  expect(daysShown('week', '2026-03-01')[0]).toBe('2026-02-23')
  expect(daysShown('day', '2026-03-01')).toEqual(['2026-03-01'])
  expect(daysShown('list', '2026-02-10')).toHaveLength(28)
  expect([stepDay('month', '2026-01-31', 1), stepDay('month', '2026-03-31', -1)]).toEqual([
    '2026-02-01',
    '2026-02-01',
  ])
  expect([stepDay('week', '2026-01-31', 1), stepDay('day', '2026-03-01', -1)]).toEqual([
    '2026-02-07',
    '2026-02-28',
  ])
  expect(rangeOf(['2026-02-01', '2026-02-02'], SAO_PAULO)).toEqual({
    from: '2026-02-01T03:00:00.000Z',
    to: '2026-02-03T03:00:00.000Z',
  })
})

it('K12: a message of São Paulo that somebody in Lisbon drags a day on stays at its time, and both times are shown', () => {
  const sendAt = '2026-03-28T22:30:00.000Z'
  // Lisbon changes its clocks on 29 March, São Paulo does not
  const moved = moveTo(sendAt, SAO_PAULO, '2026-03-29', null)
  expect(Date.parse(moved) - Date.parse(sendAt)).toBe(24 * 3_600_000)
  expect([timeIn(SAO_PAULO, sendAt), timeIn(SAO_PAULO, moved)]).toEqual(['19:30', '19:30'])
  expect([timeIn('Europe/Lisbon', sendAt), timeIn('Europe/Lisbon', moved)]).toEqual(['22:30', '23:30'])
  // in New York the local time stays the same across the change of clocks
  expect(moveTo('2026-03-07T14:00:00Z', 'America/New_York', '2026-03-08', null)).toBe(
    '2026-03-08T13:00:00.000Z',
  )
  expect(moveTo(sendAt, SAO_PAULO, '2026-03-29', 8)).toBe('2026-03-29T11:30:00.000Z')
})

it('shows each future day of a recurring message, and none of an ended one', () => {
  const rule = { every: 'day', interval: 1, weekdays: [], day: null, month: null, short: 'last', until: null }
  const repeats = { ...rule, count: 6, timezone: SAO_PAULO, start: '2026-02-01', time: '12:00' }
  const series = { of: null, day: null, except: ['2026-02-04'] }
  const head = plannedAt(1, '2026-02-02T15:00:00.000Z', { repeats, series })
  const range = rangeOf(['2026-02-01', '2026-02-28'], SAO_PAULO)
  const shown = (rows: readonly PlannedMessage[]) =>
    [...entriesOf(rows, SAO_PAULO, range)].map(([day, all]) => [
      day,
      ...all.map((one) => `${one.time} ${one.key}`),
    ])
  expect(shown([head, plannedAt(2, '2026-02-03T11:00:00.000Z')])).toEqual([
    ['2026-02-02', '12:00 1/2026-02-02'],
    ['2026-02-03', '08:00 2/', '12:00 1/2026-02-03'],
    ['2026-02-05', '12:00 1/2026-02-05'],
    ['2026-02-06', '12:00 1/2026-02-06'],
  ])
  expect(shown([plannedAt(1, head.sendAt, { repeats, status: 'ERRO' })])).toHaveLength(1)
})

it.each([
  ['ENVIADA', null, 'ENVIADA'],
  ['ERRO', 'ERR_SCHEDULE_SKIPPED', 'SKIPPED'],
  ['ERRO', 'ERR_SCHEDULE_DROPPED', 'DROPPED'],
  ['ERRO', 'ERR_NOT_ON_WHATSAPP', 'ERRO'],
] as const)('%s with %s is shown as %s', (status, error, state) =>
  expect(stateOf({ status, error })).toBe(state),
)
