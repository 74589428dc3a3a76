import { describe, expect, it } from '@jest/globals'
import { momentOf } from './calendar.js'
import { type HoursException, hoursAt, type OpeningHours, openMinutes } from './hours-at.js'
import { DEFAULT_WEEK, type Interval, WEEKDAYS, type Weekday } from './week.js'

const SAO_PAULO = 'America/Sao_Paulo'
const partOf = (text: string) => {
  const [from = '', until = ''] = text.split('-')
  return { from, until }
}
const partsOn = (day: Weekday, ...parts: readonly string[]): Interval[] =>
  parts.map((text) => ({ day, ...partOf(text) }))
const dailyWeek = (...parts: readonly string[]) => WEEKDAYS.flatMap((day) => partsOn(day, ...parts))
const exceptionOn = (date: string, yearly: boolean, ...parts: readonly string[]): HoursException => ({
  date,
  yearly,
  parts: parts.map(partOf),
})
const hoursOf = (week: readonly Interval[], ...exceptions: readonly HoursException[]): OpeningHours => ({
  week,
  exceptions,
})
const utcTime = (text: string) => Date.parse(`${text}:00Z`)
/** The result of `hoursAt`. Its times are UTC texts that show local time. */
const hoursTextAt = (of: OpeningHours | null, zone: string, at: string) => {
  const state = hoursAt(of, zone, utcTime(at))
  const shown = (moment: number | null) =>
    moment === null ? null : new Date(moment).toISOString().slice(0, 16)
  return state.open
    ? ['open', shown(state.until)]
    : ['closed', shown(state.since), shown(state.until), state.because?.date ?? 'week']
}

// 2026-03-02 is a Monday, 2026-11-20 a Friday
describe('opening hours', () => {
  const office = hoursOf(DEFAULT_WEEK)
  const night = hoursOf([
    ...partsOn('friday', '21:00-02:00'),
    ...partsOn('saturday', '08:00-12:00', '14:00-18:00'),
  ])
  it.each<[string, OpeningHours | null, string, string, readonly (string | null)[]]>([
    ['within', office, 'UTC', '2026-03-02T08:00', ['open', '2026-03-02T18:00']],
    [
      'the end is closed',
      office,
      'UTC',
      '2026-03-02T18:00',
      ['closed', '2026-03-02T18:00', '2026-03-03T08:00', 'week'],
    ],
    [
      'over Sunday',
      office,
      'UTC',
      '2026-03-07T12:30',
      ['closed', '2026-03-07T12:00', '2026-03-09T08:00', 'week'],
    ],
    ['the company’s zone', office, SAO_PAULO, '2026-03-02T20:59', ['open', '2026-03-02T21:00']],
    [
      'a zone west of UTC−3: yet Monday there',
      office,
      'America/Rio_Branco',
      '2026-03-03T00:30',
      ['closed', '2026-03-02T23:00', '2026-03-03T13:00', 'week'],
    ],
    ['a zone far west', office, 'Pacific/Honolulu', '2026-03-03T03:30', ['open', '2026-03-03T04:00']],
    ['none', null, 'UTC', '2026-03-02T03:00', ['open', null]],
    ['no part at all', hoursOf([]), 'UTC', '2026-03-02T03:00', ['closed', null, null, 'week']],
    ['round the clock', hoursOf(dailyWeek('00:00-24:00')), 'UTC', '2026-03-02T00:00', ['open', null]],
    [
      'parts that follow each other are one',
      hoursOf([...partsOn('monday', '08:00-12:00', '12:00-24:00'), ...partsOn('tuesday', '00:00-03:00')]),
      'UTC',
      '2026-03-02T09:00',
      ['open', '2026-03-03T03:00'],
    ],
    [
      'a single opening ever',
      hoursOf([], exceptionOn('2026-03-04', false, '10:00-11:00')),
      'UTC',
      '2026-03-02T09:00',
      ['closed', null, '2026-03-04T10:00', 'week'],
    ],
    [
      'after the single opening',
      hoursOf([], exceptionOn('2026-03-04', false, '10:00-11:00')),
      'UTC',
      '2026-03-05T09:00',
      ['closed', '2026-03-04T11:00', null, 'week'],
    ],
    // New York changes its clocks on 8 March (02:00 → 03:00) and 1 November 2026 (02:00 → 01:00).
    [
      'before the change',
      hoursOf(dailyWeek('08:00-18:00')),
      'America/New_York',
      '2026-03-07T12:59',
      ['closed', '2026-03-06T23:00', '2026-03-07T13:00', 'week'],
    ],
    [
      'on the day of the change',
      hoursOf(dailyWeek('08:00-18:00')),
      'America/New_York',
      '2026-03-08T12:00',
      ['open', '2026-03-08T22:00'],
    ],
    [
      'a part that the change swallows',
      hoursOf(partsOn('sunday', '02:10-02:50', '05:00-06:00')),
      'America/New_York',
      '2026-03-08T07:00',
      ['closed', '2026-03-01T11:00', '2026-03-08T09:00', 'week'],
    ],
    [
      'a part that begins in the hour that is skipped',
      hoursOf(partsOn('sunday', '02:30-04:00')),
      'America/New_York',
      '2026-03-08T07:00',
      ['open', '2026-03-08T08:00'],
    ],
    [
      'over the doubled hour',
      hoursOf(partsOn('saturday', '22:00-03:00')),
      'America/New_York',
      '2026-11-01T06:30',
      ['open', '2026-11-01T08:00'],
    ],
    // The change of clocks skips midnight itself.
    [
      'a day that begins at 01:00',
      hoursOf(dailyWeek('00:00-06:00')),
      'America/Sao_Paulo',
      '2018-11-04T03:00',
      ['open', '2018-11-04T08:00'],
    ],
    [
      'a day that is skipped',
      hoursOf(dailyWeek('08:00-18:00')),
      'Pacific/Apia',
      '2011-12-30T09:00',
      ['closed', '2011-12-30T04:00', '2011-12-30T18:00', 'week'],
    ],
    [
      'a holiday',
      hoursOf(DEFAULT_WEEK, exceptionOn('2026-11-20', false)),
      'UTC',
      '2026-11-20T10:00',
      ['closed', '2026-11-19T18:00', '2026-11-21T08:00', '2026-11-20'],
    ],
    [
      'the evening before',
      hoursOf(DEFAULT_WEEK, exceptionOn('2026-11-20', false)),
      'UTC',
      '2026-11-19T19:00',
      ['closed', '2026-11-19T18:00', '2026-11-21T08:00', 'week'],
    ],
    [
      'a holiday of another year',
      hoursOf(DEFAULT_WEEK, exceptionOn('2025-11-20', false)),
      'UTC',
      '2026-11-20T10:00',
      ['open', '2026-11-20T18:00'],
    ],
    [
      'a yearly one',
      hoursOf(DEFAULT_WEEK, exceptionOn('2025-11-20', true)),
      'UTC',
      '2026-11-20T10:00',
      ['closed', '2026-11-19T18:00', '2026-11-21T08:00', '2025-11-20'],
    ],
    [
      'half a day',
      hoursOf(DEFAULT_WEEK, exceptionOn('2026-12-24', true, '08:00-12:00')),
      'UTC',
      '2026-12-24T13:00',
      ['closed', '2026-12-24T12:00', '2026-12-25T08:00', '2026-12-24'],
    ],
    [
      'the night before a holiday goes on',
      hoursOf(night.week, exceptionOn('2026-03-07', false)),
      'UTC',
      '2026-03-07T01:30',
      ['open', '2026-03-07T02:00'],
    ],
    [
      'an opening on Sunday',
      hoursOf(DEFAULT_WEEK, exceptionOn('2026-03-08', false, '10:00-14:00')),
      'UTC',
      '2026-03-08T13:00',
      ['open', '2026-03-08T14:00'],
    ],
  ])('%s', (_name, of, zone, at, answer) => expect(hoursTextAt(of, zone, at)).toEqual(answer))

  it('F16: over midnight and with a break: Sat 01:30, 12:30, 24:00', () => {
    expect(hoursTextAt(night, SAO_PAULO, '2026-03-07T04:30')).toEqual(['open', '2026-03-07T05:00'])
    expect(hoursTextAt(night, SAO_PAULO, '2026-03-07T15:30')).toEqual([
      'closed',
      '2026-03-07T15:00',
      '2026-03-07T17:00',
      'week',
    ])
    expect(hoursTextAt(night, SAO_PAULO, '2026-03-08T03:00')).toEqual([
      'closed',
      '2026-03-07T21:00',
      '2026-03-14T00:00',
      'week',
    ])
  })

  it('F16: in the hour that a clock change repeats, times mean their first occurrence', () => {
    const doubled = hoursOf(partsOn('sunday', '00:00-01:30', '01:45-02:30'))
    const each = [
      '2026-11-01T05:29',
      '2026-11-01T05:30',
      '2026-11-01T05:45',
      '2026-11-01T06:31',
      '2026-11-01T07:29',
      '2026-11-01T07:30',
    ]
    expect(each.map((at) => hoursTextAt(doubled, 'America/New_York', at)[0])).toEqual([
      'open',
      'closed',
      'open',
      'open',
      'open',
      'closed',
    ])
  })

  it('F17: a holiday on 20 November closes the company until Saturday', () => {
    const state = hoursAt(
      { week: DEFAULT_WEEK, exceptions: [{ ...exceptionOn('2026-11-20', true), name: 'Consciência Negra' }] },
      SAO_PAULO,
      utcTime('2026-11-20T12:00'),
    )
    expect(state).toMatchObject({
      open: false,
      until: utcTime('2026-11-21T11:00'),
      because: { name: 'Consciência Negra' },
    })
  })

  it.each<[OpeningHours | null, string, string, number]>([
    [null, '2026-03-02T00:00', '2026-03-02T01:30', 90],
    [office, '2026-03-02T12:00', '2026-03-02T11:00', 0],
    [office, '2026-03-02T17:30', '2026-03-03T08:15', 45],
    [office, '2026-03-06T17:00', '2026-03-09T09:00', 60 + 240 + 60],
    [hoursOf([]), '2026-03-02T00:00', '2026-04-02T00:00', 0],
    [night, '2026-03-06T20:00', '2026-03-07T09:00', 300 + 60],
    [hoursOf(DEFAULT_WEEK, exceptionOn('2026-03-03', false)), '2026-03-02T17:00', '2026-03-04T09:00', 120],
    // Overlapping opening times of two days are counted once.
    [
      hoursOf(partsOn('friday', '21:00-02:00'), exceptionOn('2026-03-07', false, '01:00-03:00')),
      '2026-03-06T20:00',
      '2026-03-07T12:00',
      360,
    ],
    [hoursOf(dailyWeek('00:00-24:00')), '2026-03-02T00:00', '2026-03-04T00:00', 2880],
  ])('open minutes %#', (of, from, to, minutes) =>
    expect(openMinutes(of, 'UTC', utcTime(from), utcTime(to))).toBe(minutes),
  )

  it('count the minutes of a day that a clock change makes shorter or longer', () => {
    const always = hoursOf(dailyWeek('00:00-24:00'))
    const dayOf = (from: string, to: string) =>
      openMinutes(always, 'America/New_York', utcTime(from), utcTime(to))
    expect([
      dayOf('2026-03-08T05:00', '2026-03-09T04:00'),
      dayOf('2026-11-01T04:00', '2026-11-02T05:00'),
    ]).toEqual([1380, 1500])
  })

  it('find moments in the order of their local times, around every clock change', () => {
    for (const [zone, day] of [
      ['America/New_York', '2026-03-08'],
      ['America/New_York', '2026-11-01'],
      ['America/Sao_Paulo', '2018-11-04'],
      ['America/Sao_Paulo', '2018-02-17'],
      ['Australia/Lord_Howe', '2026-04-05'],
    ] as const) {
      const moments = Array.from({ length: 289 }, (_, at) => momentOf(zone, day, at * 5))
      expect(moments).toEqual([...moments].sort((a, b) => a - b))
    }
  })
})
