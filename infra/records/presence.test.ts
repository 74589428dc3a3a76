import { describe, expect, it } from '@jest/globals'
import { createPresence } from './presence.js'

describe('who is online', () => {
  it('is forgotten when nobody renews it, however many there are', () => {
    let now = 0
    const presence = createPresence({ now: () => new Date(now) })
    const say = (userId: number) => presence.apply({ kind: 'online', companyId: 1, userId, online: true })
    for (let user = 1; user <= 5000; user++) {
      now += 1000
      say(user)
      say(1)
    }
    expect(presence.size()).toBeLessThanOrEqual(11 * 60 + 2)
    expect([presence.isOnline(1), presence.isOnline(2), presence.isOnline(5000)]).toEqual([true, false, true])
  })
})
