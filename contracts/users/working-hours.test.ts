import { expect, it } from '@jest/globals'
import { hoursFault } from './working-hours.js'

const fault = (startWork: string, endWork: string) => hoursFault({ startWork, endWork })

it('working hours are both given or none, and may go over midnight', () => {
  expect([hoursFault({}), fault('', ''), fault('08:00', '18:00'), fault('22:00', '06:00')]).toEqual([
    null,
    null,
    null,
    null,
  ])
  expect([fault('08:00', ''), fault('', '18:00'), hoursFault({ endWork: '18:00' })]).toEqual([
    'endWork',
    'startWork',
    'startWork',
  ])
})

it('working hours that end when they begin are none: nobody would ever be at work', () => {
  expect([fault('08:00', '08:00'), fault('00:00', '00:00')]).toEqual(['endWork', 'endWork'])
})
