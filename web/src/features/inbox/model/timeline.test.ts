import type { MessageRecord } from '@guiche/contracts/views/records.js'
import { describe, expect, it } from '@jest/globals'
import { mergeMessages, timeline } from './timeline.js'

const message = (id: string, over: Partial<MessageRecord> = {}): MessageRecord =>
  ({
    id,
    ticketId: 1,
    fromMe: false,
    userId: null,
    createdAt: '2026-03-10T12:00:00.000Z',
    order: id,
    position: id,
    ...over,
  }) as MessageRecord

const kinds = (messages: MessageRecord[], unreadFrom: string | null = null) =>
  timeline(messages, unreadFrom).map((item) => (item.kind === 'message' ? item.message.id : item.kind))

describe('the timeline of a conversation', () => {
  it('begins with a day and puts a line between days', () => {
    expect(kinds([message('1'), message('2', { createdAt: '2026-03-12T12:00:00.000Z' })])).toEqual([
      'day',
      '1',
      'day',
      '2',
    ])
  })

  it('puts a line between tickets', () => {
    expect(kinds([message('1'), message('2', { ticketId: 2 })])).toEqual(['day', '1', 'ticket', '2'])
  })

  it('groups what one author says within three minutes', () => {
    const items = timeline(
      [
        message('1'),
        message('2', { createdAt: '2026-03-10T12:02:00.000Z' }),
        message('3', { createdAt: '2026-03-10T12:05:00.000Z' }),
        message('4', { createdAt: '2026-03-10T12:05:10.000Z', fromMe: true, userId: 7 }),
      ],
      null,
    ).filter((item) => item.kind === 'message')
    expect(items.map(({ first, last }) => [first, last])).toEqual([
      [true, false],
      [false, true],
      [true, true],
      [true, true],
    ])
  })

  it('counts what was unread when the ticket was opened, own messages left out', () => {
    const items = timeline([message('1'), message('2'), message('3', { fromMe: true }), message('4')], '2')
    expect(items.find(({ kind }) => kind === 'unread')).toMatchObject({ count: 2 })
    expect(items.map(({ kind }) => kind)).toEqual([
      'day',
      'message',
      'unread',
      'message',
      'message',
      'message',
    ])
  })
})

describe('merging messages', () => {
  it('keeps the order of the conversation, whatever comes first', () => {
    expect(mergeMessages([message('3')], [message('1'), message('2')]).map(({ id }) => id)).toEqual([
      '1',
      '2',
      '3',
    ])
  })

  it('ignores a frame older than what it has', () => {
    const [merged] = mergeMessages(
      [message('1', { position: '9', ack: 3 })],
      [message('1', { position: '5', ack: 1 })],
    )
    expect(merged?.ack).toBe(3)
  })
})
