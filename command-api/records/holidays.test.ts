import { describe, it } from '@jest/globals'
import { decisions } from '../testing/decide.js'
import { ADMIN } from '../testing/world.js'
import { deciders } from './deciders.js'

const { given } = decisions(deciders.holiday)
const holidayOf = (holidayId: number, date: string, yearly: 0 | 1) => ({
  type: 'holiday.created.v1',
  data: { ...{ holidayId, name: 'Dia', date, yearly }, parts: [], message: '' },
})
const createCommand = (date: string, yearly: 0 | 1) =>
  ({ kind: 'create', id: 2, caller: ADMIN, values: { name: 'Dia', date, yearly }, limit: null }) as const

describe('a holiday', () => {
  it.each([
    ['2026-11-20', 0, '2026-11-20', 0],
    ['2026-11-20', 0, '2025-11-20', 1],
    ['2025-11-20', 1, '2026-11-20', 0],
    ['2025-11-20', 1, '2026-11-20', 1],
  ] as const)('on %s (yearly: %s) leaves no room for one on %s (yearly: %s)', (day, yearly, other, also) =>
    given([holidayOf(1, day, yearly)])
      .when(createCommand(other, also))
      .thenError('ERR_HOLIDAY_DATE_TAKEN'),
  )
  it('of one year permits the same day in another year', () =>
    given([holidayOf(1, '2025-11-20', 0)])
      .when(createCommand('2026-11-20', 0))
      .then([holidayOf(2, '2026-11-20', 0)]))
  it('is changed without standing in its own way', () =>
    given([holidayOf(2, '2025-11-20', 1)])
      .when({ kind: 'change', id: 2, caller: ADMIN, values: { date: '2026-11-20' } })
      .then([{ ...holidayOf(2, '2026-11-20', 1), type: 'holiday.changed.v1' }]))
})
