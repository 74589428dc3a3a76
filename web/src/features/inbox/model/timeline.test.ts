import type { MessageRecord } from '@guiche/contracts/views/records.js'
import { describe, expect, it } from '@jest/globals'
import { isOutside, mergeMessages, messagesOf, newerThan, timeline, unreadStart } from './timeline.js'

const message = (id: string, over: Partial<MessageRecord> = {}): MessageRecord =>
  ({
    id,
    ticketId: 1,
    fromMe: false,
    userId: null,
    body: '',
    isDeleted: false,
    createdAt: '2026-03-10T12:00:00.000Z',
    order: id,
    position: id,
    ...over,
  }) as MessageRecord

const kinds = (messages: MessageRecord[]) =>
  timeline(messages, null).map((item) => (item.kind === 'message' ? item.message.id : item.kind))

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

  it('names the agent once in a group', () => {
    const ours = (id: string, name: string, createdAt = '2026-03-10T12:00:00.000Z') =>
      message(id, { fromMe: true, userId: 7, body: name === '' ? 'Olá' : `*${name}:*\nOlá`, createdAt })
    const names = timeline(
      [
        ours('1', ''),
        ours('2', 'Bia'),
        ours('3', 'Bia'),
        ours('4', ''),
        ours('5', 'Bia'),
        ours('6', 'Bia', '2026-03-10T12:09:00.000Z'),
        message('7', { body: '*Caio:*\nOi' }),
      ],
      null,
    ).flatMap((item) => (item.kind === 'message' ? [item.name] : []))
    expect(names).toEqual([null, 'Bia', null, null, null, 'Bia', null])
  })

  it('shows pictures that follow each other as an album, and no others', () => {
    const picture = (id: string, over: Partial<MessageRecord> = {}) =>
      message(id, {
        mediaType: 'image',
        mediaState: 'stored',
        quotedMsg: null,
        details: null,
        error: null,
        actionError: null,
        pending: null,
        isForwarded: false,
        ...over,
      })
    const albums = (messages: MessageRecord[]) =>
      timeline(messages, null)
        .slice(1)
        .map((item) => messagesOf(item).map(({ id }) => id))
    expect(albums([picture('1'), picture('2'), message('3'), picture('4')])).toEqual([
      ['1', '2'],
      ['3'],
      ['4'],
    ])
    for (const other of [
      { body: 'Veja' },
      { isDeleted: true },
      { fromMe: true },
      { error: 'ERR' },
      { mediaState: 'failed' },
      { mediaType: 'audio' },
      { details: { of: 'view-once' } },
    ] as const) {
      expect(albums([picture('1'), picture('2', other)])).toEqual([['1'], ['2']])
    }
    const many = Array.from({ length: 8 }, (_, n) => picture(String(n)))
    expect(albums(many).map(({ length }) => length)).toEqual([6, 2])
  })

  it('puts a line before what was unread when the ticket was opened', () => {
    const items = timeline([message('1'), message('2'), message('3', { fromMe: true }), message('4')], {
      from: '2',
      count: 2,
    })
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

describe('where the unread part begins', () => {
  const messages = [message('1'), message('2'), message('3', { fromMe: true }), message('4')]
  const given = { ticketId: 1, count: 2, newest: '4', hasOlder: false }

  it('is the count-th message of the contact from the end, own messages left out', () => {
    expect(unreadStart(messages, given)).toEqual({ from: '2', count: 2 })
    expect(unreadStart(messages, { ...given, count: 0 })).toBeNull()
  })

  it('stays there when more comes, and does not count other tickets', () => {
    expect(unreadStart([...messages, message('5')], given)).toEqual({ from: '2', count: 2 })
    expect(unreadStart([message('0', { ticketId: 9 }), message('1')], { ...given, count: 1 })).toEqual({
      from: '1',
      count: 1,
    })
  })

  it('is unknown until it is loaded, and the beginning when there is no more', () => {
    expect(unreadStart(messages, { ...given, count: 5, hasOlder: true })).toBeNull()
    expect(unreadStart(messages, { ...given, count: 5 })).toEqual({ from: '1', count: 5 })
  })
})

describe('messages that arrive', () => {
  it('wait for their page when they stand before or after everything that is loaded', () => {
    const newest = { messages: [message('5'), message('6')], hasMore: true, newer: null }
    const older = { messages: [message('3'), message('4')], hasMore: true, newer: 'from 4' }
    const oldest = { messages: [message('1'), message('2')], hasMore: false, newer: 'from 2' }
    expect(isOutside([newest, older], message('2'))).toBe(true)
    expect(isOutside([newest, older], message('7'))).toBe(false)
    expect(isOutside([newest, older], message('35'))).toBe(false)
    expect(isOutside([older, oldest], message('0'))).toBe(false)
    expect(isOutside([older, oldest], message('7'))).toBe(true)
  })

  it('are counted from the last one seen, own ones left out', () => {
    expect(newerThan([message('1'), message('2'), message('3', { fromMe: true }), message('4')], '1')).toBe(2)
    expect(newerThan([message('1')], null)).toBe(0)
  })
})
