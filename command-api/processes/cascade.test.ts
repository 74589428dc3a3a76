import { SYSTEM } from '@guiche/contracts/envelope.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type Desk, openDesk } from '../testing/desk.js'
import { createCascade } from './cascade.js'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

const ended = (companyId: number, position: number, sessionId: string) => ({
  value: {
    ...{ id: newUuid(), type: 'user.session-ended.v1', data: { userId: 1, sessionId, reason: 'logout' } },
    ...{
      companyId,
      time: new Date().toISOString(),
      actor: SYSTEM,
      correlationId: 't',
      causationId: newUuid(),
    },
    ...{ stream: 'user-1', revision: position, position: String(position).padStart(20, '0') },
  },
})

it('a fault in one company holds up no other, and what reads no view waits for none', async () => {
  const followed: string[] = []
  const end = async (sessionId: string) => {
    if (sessionId === 'poison') throw new TypeError('a fault in the code')
    followed.push(sessionId)
  }
  const waitFor = () => Promise.reject(new Error('no view is needed'))
  const cascade = createCascade({
    ...desk,
    records: { ...desk.records, waitFor },
    refreshTokens: { end } as never,
    ...{ holdings: {} as never, passwords: {} as never, activeTickets: {} as never },
  })
  await cascade.process.handle([ended(1, 1, 'poison'), ended(2, 2, 'two'), ended(3, 3, 'three')])
  expect(followed).toEqual(['two', 'three'])
  expect(await desk.vault.list('parked-event/1/')).toHaveLength(1)
})
