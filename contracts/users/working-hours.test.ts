import { expect, it } from '@jest/globals'
import { hoursFault } from './working-hours.js'

const faultOf = (startWork: string, endWork: string) => hoursFault({ startWork, endWork })

it('working hours are both given or none, and may go over midnight', () => {
  expect([hoursFault({}), faultOf('', ''), faultOf('08:00', '18:00'), faultOf('22:00', '06:00')]).toEqual([
    null,
    null,
    null,
    null,
  ])
  expect([faultOf('08:00', ''), faultOf('', '18:00'), hoursFault({ endWork: '18:00' })]).toEqual([
    'endWork',
    'startWork',
    'startWork',
  ])
})

it('working hours with equal begin and end are refused: nobody would ever be at work', () => {
  expect([faultOf('08:00', '08:00'), faultOf('00:00', '00:00')]).toEqual(['endWork', 'endWork'])
})
