import { expect, it } from '@jest/globals'
import { unreadMark } from './unread-mark.js'

it('a message that arrives during a read request needs another request', () => {
  const one = unreadMark({ unreadMessages: 1, position: '0:1' })
  expect(unreadMark({ unreadMessages: 1, position: '0:1' })).toBe(one)
  expect(unreadMark({ unreadMessages: 1, position: '0:3' })).not.toBe(one)
})

it('after the reading, which moves the ticket, too, there is nothing to read', () => {
  expect(unreadMark({ unreadMessages: 0, position: '0:2' })).toBe(null)
})
