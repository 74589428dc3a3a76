import { describe, expect, it } from '@jest/globals'
import { mentions, wantsNotice } from './notices.js'

const message = { fromMe: false, read: false }
const ticket = { status: 'open', userId: 1, queueId: 4 } as const
const viewer = { userId: 1, profile: 'user', allTicket: false, queueIds: [4] } as const

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
      { allTicket: true },
      true,
    ],
    [
      'of one that waits without a queue to admins',
      { userId: null, status: 'pending', queueId: null },
      { profile: 'admin' },
      true,
    ],
    [
      'not of one that waits in a queue to admins',
      { userId: null, status: 'pending' },
      { profile: 'admin' },
      false,
    ],
    [
      'not of one that waits without a queue to others',
      { userId: null, status: 'pending', queueId: null },
      {},
      false,
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

describe('a note that was just written is told', () => {
  const note = { userId: 2, mentions: [{ id: 1, name: 'Ana' }] }
  it('to whom it mentions, and to nobody else', () => {
    expect(mentions(note, 1)).toBe(true)
    expect(mentions(note, 3)).toBe(false)
    expect(mentions({ ...note, mentions: [] }, 1)).toBe(false)
  })
  it('not to who wrote it', () => {
    expect(mentions({ ...note, userId: 1 }, 1)).toBe(false)
  })
})
