import { describe, expect, it } from '@jest/globals'
import { queuesOfTarget, queueTarget, transferAimOf, userTarget } from './transfer-targets.js'

const SALES = { id: 1, name: 'Vendas', color: '#111111' }
const SUPPORT = { id: 2, name: 'Suporte', color: '#222222' }
const QUEUES = [SALES, SUPPORT]
const BOTH = { id: 10, queues: QUEUES }
const SUPPORTER = { id: 11, queues: [SUPPORT] }
const USERS = [BOTH, SUPPORTER]
const ticket = { userId: 9, queueId: SALES.id }

describe('where a ticket can go', () => {
  it('a queue alone: the ticket loses its agent', () => {
    expect(transferAimOf(queueTarget(SUPPORT.id), ticket, USERS, QUEUES)).toEqual({
      user: null,
      queues: [SUPPORT],
      queueId: SUPPORT.id,
    })
  })

  it('a colleague of its queue: the queue stays, and another one may be chosen', () => {
    expect(transferAimOf(userTarget(BOTH.id), ticket, USERS, QUEUES)).toEqual({
      user: BOTH,
      queues: QUEUES,
      queueId: SALES.id,
    })
  })

  it('a colleague of one other queue: that one', () => {
    expect(transferAimOf(userTarget(SUPPORTER.id), ticket, USERS, QUEUES)).toMatchObject({
      queueId: SUPPORT.id,
    })
  })

  it('a colleague of several other queues: one has to be chosen', () => {
    const stray = { ...ticket, queueId: null }
    expect(transferAimOf(userTarget(BOTH.id), stray, USERS, QUEUES)).toMatchObject({ queueId: undefined })
  })

  it('the current agent is a target only for another queue', () => {
    expect(queuesOfTarget({ ...ticket, userId: BOTH.id }, BOTH)).toEqual([SUPPORT])
    const supported = { userId: SUPPORTER.id, queueId: SUPPORT.id }
    expect(queuesOfTarget(supported, SUPPORTER)).toEqual([])
  })

  it('there is no target without a choice, or if the choice was deleted', () => {
    expect(transferAimOf(undefined, ticket, USERS, QUEUES)).toBeNull()
    expect(transferAimOf(userTarget(99), ticket, USERS, QUEUES)).toBeNull()
  })
})
