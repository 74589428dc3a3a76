import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from '@jest/globals'
import { nextAfter, type Occurrence, occurrencesIn, remainingOccurrences, ruleFrom } from './occurrences.js'
import type { Rule, RuleInput } from './rule.js'
import { invalidPartOf } from './rule-faults.js'

const NEW_YORK = 'America/New_York'
const NOW = '2026-01-01T00:00:00.000Z'
const shownTimes = (all: readonly Occurrence[]) => all.map(({ sendAt }) => sendAt.slice(0, 16))
const occurrencesFrom = (rule: Rule, from: string, to: string, options = {}) =>
  shownTimes(occurrencesIn(rule, [Date.parse(from), Date.parse(to)], options))
const weekly: RuleInput = { every: 'week', count: 52, timezone: NEW_YORK }

describe('a recurrence', () => {
  // New York changes its clocks on 8 March (02:00 → 03:00) and 1 November 2026 (02:00 → 01:00).
  it.each([
    ['UTC', 0],
    ['Asia/Tokyo', 9],
    ['America/Sao_Paulo', 21],
  ])(
    'K9: weekly on Monday 09:00 in New York stays at 09:00 over both changes of clocks; server in %s',
    async (serverZone, hourOfServer) => {
      // A process reads its time zone at the start, so the code runs in a new process.
      const code = `
        import { nextAfter, occurrencesIn, ruleFrom } from ${JSON.stringify(new URL('./occurrences.ts', import.meta.url).href)}
        const rule = ruleFrom(${JSON.stringify(weekly)}, '2026-03-02T14:00:00.000Z')
        const between = (from, to) => occurrencesIn(rule, [Date.parse(from), Date.parse(to)])
        const all = [...between('2026-03-01', '2026-03-24'), ...between('2026-10-25', '2026-11-10')]
        const next = nextAfter(rule, '2026-03-02').sendAt
        console.log(JSON.stringify([new Date(0).getHours(), rule.start, rule.time, next, all.map(({ sendAt }) => sendAt.slice(0, 16))]))`
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--conditions=source', '--import', 'tsx', '--input-type=module', '-e', code],
        { env: { ...process.env, TZ: serverZone } },
      )
      expect(JSON.parse(stdout)).toEqual([
        hourOfServer,
        '2026-03-02',
        '09:00',
        '2026-03-09T13:00:00.000Z',
        [
          ...['2026-03-02T14:00', '2026-03-09T13:00', '2026-03-16T13:00', '2026-03-23T13:00'],
          ...['2026-10-26T13:00', '2026-11-02T14:00', '2026-11-09T14:00'],
        ],
      ])
    },
    30_000,
  )

  it.each<[string, RuleInput, string, readonly string[]]>([
    [
      'a time that is skipped is later',
      { ...weekly, every: 'day' },
      '2026-03-07T07:30',
      ['03-07T07:30', '03-08T07:00', '03-09T06:30'],
    ],
    [
      'of a doubled time the first one counts',
      { ...weekly, every: 'day' },
      '2026-10-31T05:30',
      ['10-31T05:30', '11-01T05:30', '11-02T06:30'],
    ],
    [
      'K10: the 31st, short months skipped',
      { every: 'month', short: 'skip', count: 3, timezone: 'UTC' },
      '2026-01-31T09:00',
      ['01-31T09:00', '03-31T09:00', '05-31T09:00'],
    ],
    [
      'K10: the 31st, else the last day',
      { every: 'month', short: 'last', count: 3, timezone: 'UTC' },
      '2026-01-31T09:00',
      ['01-31T09:00', '02-28T09:00', '03-31T09:00'],
    ],
    [
      'the last day',
      { every: 'month', day: 'last', count: 3, timezone: 'UTC' },
      '2026-04-30T09:00',
      ['04-30T09:00', '05-31T09:00', '06-30T09:00'],
    ],
    [
      'a day of the month after the first occurrence',
      { every: 'month', day: 5, count: 3, timezone: 'UTC' },
      '2026-01-03T09:00',
      ['01-03T09:00', '01-05T09:00', '02-05T09:00'],
    ],
    [
      'every second day',
      { every: 'day', interval: 2, count: 3, timezone: 'UTC' },
      '2026-02-27T09:00',
      ['02-27T09:00', '03-01T09:00', '03-03T09:00'],
    ],
    [
      'until a day, which counts',
      { every: 'day', until: '2026-01-02', timezone: 'UTC' },
      '2026-01-01T23:30',
      ['01-01T23:30', '01-02T23:30'],
    ],
    [
      'some days of every second week',
      { every: 'week', interval: 2, weekdays: [5, 1], count: 4, timezone: 'UTC' },
      '2026-01-07T09:00',
      ['01-07T09:00', '01-09T09:00', '01-19T09:00', '01-23T09:00'],
    ],
    [
      'the day is that of the zone',
      { every: 'week', count: 2, timezone: 'Asia/Tokyo' },
      '2026-01-04T22:00',
      ['01-04T22:00', '01-11T22:00'],
    ],
  ])('%s', (_name, said, first, expected) => {
    const rule = ruleFrom(said, `${first}:00.000Z`)
    const all = occurrencesFrom(rule, '2026-01-01', '2027-01-01', { limit: expected.length }).concat([])
    expect(all).toEqual(expected.map((time) => `2026-${time}`))
  })

  it.each<['skip' | 'last', readonly string[]]>([
    ['skip', ['2024-02-29', '2028-02-29']],
    ['last', ['2024-02-29', '2025-02-28']],
  ])('29 February: %s', (short, days) => {
    const rule = ruleFrom({ every: 'year', short, count: 2, timezone: 'UTC' }, '2024-02-29T09:00:00Z')
    expect(occurrencesFrom(rule, '2024-01-01', '2034-01-01').map((time) => time.slice(0, 10))).toEqual(days)
  })

  it('leaves excluded days out, ends, and tells the number of remaining occurrences', () => {
    const rule = ruleFrom({ every: 'day', count: 4, timezone: 'UTC' }, '2026-01-01T09:00:00Z')
    expect(nextAfter(rule, '2026-01-01', ['2026-01-02'])?.day).toBe('2026-01-03')
    expect(nextAfter(rule, '2026-01-04')).toBeNull()
    expect(
      occurrencesFrom(rule, '2026-01-01', '2026-02-01', { after: '2026-01-01', except: ['2026-01-03'] }),
    ).toEqual(['2026-01-02T09:00', '2026-01-04T09:00'])
    expect(remainingOccurrences(rule, '2026-01-03')).toBe(2)
  })

  it('expands ten years of daily occurrences, without the end of the range', () => {
    const rule = ruleFrom({ every: 'day', until: '2035-12-31', timezone: NEW_YORK }, '2026-01-01T14:00:00Z')
    expect(occurrencesFrom(rule, '2035-12-01', '2036-02-01')).toHaveLength(31)
    expect(occurrencesFrom(rule, '2026-01-01T14:00:00Z', '2026-01-02T14:00:00Z')).toEqual([
      '2026-01-01T14:00',
    ])
  })

  it.each<[string | null, object]>([
    ['end', {}],
    ['end', { count: 0 }],
    ['end', { count: 2, until: '2026-02-01' }],
    ['end', { until: '2026-02-30' }],
    ['end', { until: '2099-01-01' }],
    ['every', { every: 'second', count: 2 }],
    ['every', { interval: 0, count: 2 }],
    ['day', { every: 'year', day: 30, month: 2, count: 2 }],
    ['day', { day: 32, count: 2 }],
    ['day', { weekdays: [8], count: 2 }],
    ['timezone', { timezone: 'Mars/Olympus', count: 2 }],
    [null, { every: 'year', day: 29, month: 2, count: 2 }],
    [null, { day: 31, until: '2026-12-31' }],
  ])('reports field %s as wrong in %j', (part, said) =>
    expect(invalidPartOf({ every: 'month', timezone: 'UTC', ...said } as RuleInput, NOW)).toBe(part),
  )
})
