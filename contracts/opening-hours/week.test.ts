import { describe, expect, it } from '@jest/globals'
import { hoursOf } from './hours-of-ticket.js'
import {
  DEFAULT_WEEK,
  type Interval,
  inOrder,
  partsFault,
  WEEKDAYS,
  type Weekday,
  weekFault,
} from './week.js'

const partOf = (text: string) => {
  const [from = '', until = ''] = text.split('-')
  return { from, until }
}
const partsOn = (day: Weekday, ...parts: readonly string[]): Interval[] =>
  parts.map((text) => ({ day, ...partOf(text) }))
const dailyWeek = (...parts: readonly string[]) => WEEKDAYS.flatMap((day) => partsOn(day, ...parts))

describe('the intervals of a week', () => {
  it.each<[Interval[], ReturnType<typeof weekFault>]>([
    [DEFAULT_WEEK.slice(), null],
    [dailyWeek('00:00-24:00'), null],
    [partsOn('monday', '08:00-08:00'), { at: 0, why: 'empty' }],
    [partsOn('monday', '08:00-12:00', '12:00-18:00'), null],
    [partsOn('monday', '08:00-12:00', '11:59-18:00'), { at: 1, why: 'overlap' }],
    [partsOn('monday', '14:00-18:00', '08:00-15:00'), { at: 0, why: 'overlap' }],
    [[...partsOn('friday', '21:00-02:00'), ...partsOn('saturday', '01:00-03:00')], { at: 1, why: 'overlap' }],
    [[...partsOn('friday', '21:00-02:00'), ...partsOn('saturday', '02:00-03:00')], null],
    [[...partsOn('monday', '00:00-08:00'), ...partsOn('sunday', '22:00-00:30')], { at: 1, why: 'overlap' }],
    [partsOn('monday', '18:00-08:00', '20:00-21:00'), { at: 1, why: 'overlap' }],
    [partsOn('sunday', '08:00-07:59'), null],
  ])('F16: sample %# is refused: it overlaps or has no length', (week, fault) =>
    expect(weekFault(week)).toEqual(fault),
  )

  it('of one day may go over midnight', () => {
    expect(partsFault([partOf('18:00-02:00'), partOf('08:00-12:00')])).toBeNull()
    expect(partsFault([partOf('18:00-02:00'), partOf('19:00-20:00')])).toEqual({ at: 1, why: 'overlap' })
  })

  it('are sorted', () =>
    expect(
      inOrder([...partsOn('sunday', '08:00-09:00'), ...partsOn('monday', '10:00-11:00', '08:00-09:00')]),
    ).toEqual([...partsOn('monday', '08:00-09:00', '10:00-11:00'), ...partsOn('sunday', '08:00-09:00')]))
})

it('the setting decides whether the company’s or the queue’s opening hours count', () => {
  const [company, queue] = [partsOn('monday', '08:00-09:00'), partsOn('monday', '10:00-11:00')]
  const of = (scheduleType: string, own: Interval[] | null = queue) =>
    hoursOf({ scheduleType, company, queue: own, exceptions: [] })?.week
  expect([of('company'), of('queue'), of('queue', null), of('disabled')]).toEqual([
    company,
    queue,
    undefined,
    undefined,
  ])
  expect(hoursOf({ scheduleType: 'company', company: null, queue, exceptions: [] })?.week).toEqual(
    DEFAULT_WEEK,
  )
})
