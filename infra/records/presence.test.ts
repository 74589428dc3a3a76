import { describe, expect, it } from '@jest/globals'
import { createPresence } from './presence.js'

describe('the presence of a user', () => {
  it('expires without renewal, even for many users', () => {
    let now = 0
    const presence = createPresence({ now: () => new Date(now) })
    const say = (userId: number) => presence.apply({ kind: 'online', companyId: 1, userId, online: true })
    for (let user = 1; user <= 5000; user++) {
      now += 1000
      say(user)
      say(1)
    }
    expect(presence.size()).toBeLessThanOrEqual(5 * 60 + 2)
    expect([presence.isOnline(1), presence.isOnline(2), presence.isOnline(5000)]).toEqual([true, false, true])
  })

  it('is away without activity in any window, and signals the change', () => {
    const presence = createPresence({ now: () => new Date(0) })
    const say = (more: object) =>
      presence.apply({ kind: 'online', companyId: 1, userId: 1, online: true, ...more })
    expect([say({}), say({ away: true }), say({ away: true })]).toEqual([true, true, false])
    expect([presence.isOnline(1), presence.isAway(1)]).toEqual([true, true])
    expect([say({}), presence.isAway(1)]).toEqual([true, false])
    say({ away: true })
    expect([say({ online: false }), presence.isAway(1)]).toEqual([true, false])
  })
})
