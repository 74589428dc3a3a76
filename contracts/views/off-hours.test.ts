import { describe, expect, it } from '@jest/globals'
import { isOffHours } from './present.js'

/** 12:00 in São Paulo. */
const NOON = new Date('2026-03-02T15:00:00.000Z')
const isOff = (startWork: string, endWork: string, zone = 'America/Sao_Paulo') =>
  isOffHours({ startWork, endWork }, zone, NOON)

describe('working hours', () => {
  it('are those of the company’s time zone, the end excluded', () => {
    expect([isOff('08:00', '18:00'), isOff('12:00', '18:00'), isOff('08:00', '12:00')]).toEqual([
      false,
      false,
      true,
    ])
    expect(isOff('08:00', '14:00', 'UTC')).toBe(true)
  })

  it('may go over midnight', () => {
    expect([isOff('22:00', '06:00'), isOff('11:00', '02:00'), isOff('18:00', '12:01')]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('are all day where there are none', () => {
    expect([isOff('', ''), isOffHours({}, 'UTC', NOON)]).toEqual([false, false])
  })
})
