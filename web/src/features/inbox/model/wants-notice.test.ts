import { describe, expect, it } from '@jest/globals'
import { wantsNotice } from './wants-notice.js'

const message = { fromMe: false, read: false }
const ticket = { status: 'open', userId: 1, queueId: 4 } as const
const queue = { id: 4, name: 'Suporte', color: '#000', UserQueue: { userId: 1, queueId: 4 } }
const viewer = { id: 1, allTicket: 'desabled', queues: [queue] } as const

describe('a message that just came is told', () => {
  it.each([
    ['of the own ticket', {}, {}, true],
    ['of an own ticket in a queue that is not mine any more', { queueId: 9 }, {}, true],
    ['of a ticket of nobody in my queue', { userId: null }, {}, true],
    ['of a ticket of nobody without a queue', { userId: null, queueId: null }, {}, true],
    ['not of a queue that is not mine', { userId: null, queueId: 9 }, {}, false],
    ['not of a colleague’s ticket', { userId: 2 }, {}, false],
    ['not of one that waits', { userId: null, status: 'pending' }, {}, false],
    [
      'of one that waits to those who see all',
      { userId: null, status: 'pending' },
      { allTicket: 'enabled' },
      true,
    ],
    ['not of a closed one', { status: 'closed' }, {}, false],
  ] as const)('%s', (_case, over, person, told) => {
    expect(wantsNotice(message, { ...ticket, ...over }, { ...viewer, ...person })).toBe(told)
  })

  it('not when it is ours or read already', () => {
    expect(wantsNotice({ ...message, fromMe: true }, ticket, viewer)).toBe(false)
    expect(wantsNotice({ ...message, read: true }, ticket, viewer)).toBe(false)
  })
})
