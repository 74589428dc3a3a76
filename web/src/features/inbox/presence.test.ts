import { describe, expect, it } from '@jest/globals'
import {
  colleagueSeen,
  colleaguesOn,
  contactActivity,
  contactPresence,
  nextChange,
  presenceReducer,
} from './presence.js'

const signOf = (state: 'viewing' | 'typing' | 'left', at: number, userId = 2) => ({
  ticketId: 7,
  userId,
  name: 'Carlos',
  state,
  at,
})

describe('activity of a contact', () => {
  it('is over when no further sign comes, or a message does', () => {
    const sign = { at: 1000, state: 'composing' } as const
    expect(contactActivity(sign, 12_999)).toBe('composing')
    expect(contactActivity(sign, 13_000)).toBeNull()
    expect(contactActivity({ at: 1000, state: 'paused' }, 1000)).toBeNull()
    expect(contactActivity(undefined, 0)).toBeNull()
  })

  it('is remembered while it lasts, however many write', () => {
    let state = presenceReducer(undefined, { type: 'start' })
    for (let ticketId = 1; ticketId <= 2000; ticketId++) {
      const sign = { ticketId, state: 'composing', at: ticketId * 1000 } as const
      state = presenceReducer(state, contactPresence(sign))
    }
    expect(Object.keys(state.contacts)).toHaveLength(12)
    const over = { ticketId: 2000, state: 'paused', at: 2_012_000 } as const
    expect(presenceReducer(state, contactPresence(over)).contacts).toEqual({})
  })
})

describe('colleagues on a ticket', () => {
  it('type, then look, then are gone', () => {
    const signs = [signOf('typing', 0)]
    expect(colleaguesOn(signs, 100)).toEqual([{ userId: 2, name: 'Carlos', typing: true }])
    expect(nextChange(signs, 100)).toBe(9000)
    expect(colleaguesOn(signs, 9000)).toEqual([{ userId: 2, name: 'Carlos', typing: false }])
    expect(nextChange(signs, 9000)).toBe(90_000)
    expect(colleaguesOn(signs, 90_000)).toEqual([])
    expect(nextChange(signs, 90_000)).toBeNull()
  })

  it('have one sign each, and none after they left', () => {
    const seen = [signOf('viewing', 1), signOf('viewing', 2, 3), signOf('typing', 3)].reduce(
      (state, sign) => presenceReducer(state, colleagueSeen(sign)),
      presenceReducer(undefined, { type: 'start' }),
    )
    expect(seen.colleagues.map(({ userId, state }) => [userId, state])).toEqual([
      [3, 'viewing'],
      [2, 'typing'],
    ])
    expect(presenceReducer(seen, colleagueSeen(signOf('left', 4))).colleagues).toHaveLength(1)
  })
})
