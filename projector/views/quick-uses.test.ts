import { OWN_USES } from '@guiche/contracts/views/quick-uses.js'
import { describe, expect, it } from '@jest/globals'
import { createLog } from '../testing/events.js'
import { given } from '../testing/given.js'
import { textContent } from '../testing/ticket-log.js'
import { quickUses } from './quick-uses.js'

const startLog = () => {
  const log = createLog()
  let sent = 0
  const use = (quickmessageId: number | undefined, userId: number | null = 9) =>
    log.add('message.requested.v1', {
      ...textContent(`m${++sent}`, 'Olá'),
      ...{ to: '55@s.whatsapp.net', userId, source: 'user' as const },
      ...(quickmessageId !== undefined && { quickmessageId }),
    })
  const now = () => given(...log.events).into(quickUses)
  return { log, use, now }
}

describe('the uses of quick replies', () => {
  it('are counted in total and for each user', () => {
    const { use, now } = startLog()
    use(1)
    use(2, 8)
    use(1, 8)
    use(undefined)
    use(1, null)
    expect(now().doc('quick-uses', 1)).toMatchObject({ count: 3 })
    expect(now().doc('quick-uses', 2)).toMatchObject({ count: 1 })
    expect(now().doc('own-quick-uses', 9)).toMatchObject({ uses: { 1: 1 } })
    expect(now().doc('own-quick-uses', 8)).toMatchObject({ uses: { 1: 1, 2: 1 } })
  })

  it('are deleted with the reply, and with the user', () => {
    const { log, use, now } = startLog()
    use(1)
    log.add('quickmessage.deleted.v1', { quickmessageId: 1 })
    expect(now().doc('quick-uses', 1)).toBeNull()
    log.add('user.deleted.v1', { userId: 9 })
    expect(now().doc('own-quick-uses', 9)).toBeNull()
  })

  it('of a user are kept for a limited number of replies: the least used are forgotten', () => {
    const { use, now } = startLog()
    for (let id = 1; id <= OWN_USES; id++) use(id)
    for (let id = 2; id <= OWN_USES; id++) use(id)
    use(OWN_USES + 1)
    const uses = now().doc('own-quick-uses', 9)?.uses ?? {}
    expect(Object.keys(uses)).toHaveLength(OWN_USES)
    expect([uses[1], uses[2], uses[OWN_USES + 1]]).toEqual([undefined, 2, 1])
  })
})
