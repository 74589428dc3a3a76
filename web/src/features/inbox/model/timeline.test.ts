import type { TicketSpan } from '@guiche/contracts/views/conversation.js'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import { describe, expect, it } from '@jest/globals'
import {
  createTimeline,
  isOutside,
  mergeMessages,
  messagesOf,
  newerThan,
  type Spans,
  type UnreadPart,
  unreadStart,
} from './timeline.js'

const messageWith = (id: string, over: Partial<MessageRecord> = {}): MessageRecord =>
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

const NONE: Spans = new Map()
const itemsOf = (messages: MessageRecord[], unread: UnreadPart | null = null) =>
  createTimeline(messages, unread, NONE)
const kindsOf = (messages: MessageRecord[]) =>
  itemsOf(messages).map((item) => (item.kind === 'message' ? item.message.id : item.kind))

describe('the timeline of a conversation', () => {
  it('begins with a day and puts a line between days', () => {
    expect(kindsOf([messageWith('1'), messageWith('2', { createdAt: '2026-03-12T12:00:00.000Z' })])).toEqual([
      'day',
      '1',
      'day',
      '2',
    ])
  })

  it('puts a line between tickets', () => {
    expect(kindsOf([messageWith('1'), messageWith('2', { ticketId: 2 })])).toEqual([
      'day',
      '1',
      'ticket',
      '2',
    ])
  })

  describe('describes another ticket by its spans', () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 2, 10, 12, minute)).toISOString()
    /** Messages of these tickets, a minute apart. Gives the separators between them. */
    const changes = (ticketIds: number[], tickets: (Partial<TicketSpan> & { id: number })[]) =>
      createTimeline(
        ticketIds.map((ticketId, minute) => messageWith(String(minute), { ticketId, createdAt: at(minute) })),
        null,
        new Map(
          tickets.map((one) => [one.id, { createdAt: at(0), closedAt: null, connection: 'A', ...one }]),
        ),
      ).flatMap((item) => {
        if (item.kind !== 'ticket') return []
        const { closed, started, ticketId, connection } = item
        return [[closed, started ? 'begins' : 'goes on', ticketId, connection]]
      })

    it('one was closed, and the next one opened by its first message', () => {
      // The ticket was opened when the message arrived, a moment after it was written.
      const next = { id: 2, createdAt: new Date(Date.parse(at(1)) + 900).toISOString() }
      expect(changes([1, 2], [{ id: 1, closedAt: at(1) }, next])).toEqual([[1, 'begins', 2, null]])
    })

    it('two are open on two connections', () => {
      const tickets = [{ id: 1 }, { id: 2, createdAt: at(1), connection: 'B' }]
      expect(changes([1, 2, 1, 2], tickets)).toEqual([
        [null, 'begins', 2, 'B'],
        [null, 'goes on', 1, 'A'],
        [null, 'goes on', 2, 'B'],
      ])
    })

    it('one that was closed later was open then', () => {
      const tickets = [
        { id: 1, closedAt: at(5) },
        { id: 2, createdAt: at(1) },
      ]
      expect(changes([1, 2, 1], tickets)).toEqual([
        [null, 'begins', 2, null],
        [null, 'goes on', 1, null],
      ])
    })

    it('an old one was opened again, and one began before what is shown', () => {
      const tickets = [{ id: 1 }, { id: 2, createdAt: at(1), closedAt: at(2) }]
      expect(changes([1, 2, 1], tickets)[1]).toEqual([2, 'goes on', 1, null])
      const before = '2026-03-01T00:00:00.000Z'
      expect(changes([1, 2], [{ id: 1 }, { id: 2, createdAt: before }])).toEqual([[null, 'goes on', 2, null]])
    })

    it('nothing is known of them', () => {
      expect(changes([1, 2], [])).toEqual([[null, 'goes on', 2, null]])
    })
  })

  it('groups what one author says within three minutes', () => {
    const groups = itemsOf([
      messageWith('1'),
      messageWith('2', { createdAt: '2026-03-10T12:02:00.000Z' }),
      messageWith('3', { createdAt: '2026-03-10T12:05:00.000Z' }),
      messageWith('4', { createdAt: '2026-03-10T12:05:10.000Z', fromMe: true, userId: 7 }),
    ]).filter((item) => item.kind === 'message')
    expect(groups.map(({ first, last }) => [first, last])).toEqual([
      [true, false],
      [false, true],
      [true, true],
      [true, true],
    ])
  })

  it('separates messages of two people in one group', () => {
    const ana = { name: 'Ana', number: '5511' }
    const nobody = { name: '', number: '' }
    const authors = [ana, { ...ana }, { name: 'Ana', number: '5522' }, nobody, nobody]
    const marks = itemsOf(authors.map((author, n) => messageWith(String(n), { author }))).flatMap((item) =>
      item.kind === 'message' ? [[item.first, item.last]] : [],
    )
    // Two members without data still have two names.
    expect(marks).toEqual([
      [true, false],
      [false, true],
      [true, true],
      [true, true],
      [true, true],
    ])
  })

  it('names the colleague who wrote an unsigned message, once in a group, and never the reader', () => {
    const authorOf = ({ userId }: Pick<MessageRecord, 'userId'>) => (userId === 8 ? 'Bia' : null)
    const from = (id: string, userId: number | null, over: Partial<MessageRecord> = {}) =>
      messageWith(id, { fromMe: true, userId, body: 'Olá', ...over })
    const picture = { mediaType: 'image', mediaState: 'stored', body: '' } as Partial<MessageRecord>
    const none = { details: null, error: null, actionError: null, pending: null, quotedMsgId: null } as const
    const shown = (messages: MessageRecord[]) =>
      createTimeline(messages, null, NONE, authorOf).flatMap((item) => ('name' in item ? [item.name] : []))
    expect(shown([from('1', 8), from('2', 8), from('3', 7), from('4', null), messageWith('5')])).toEqual([
      'Bia',
      null,
      null,
      null,
      null,
    ])
    expect(shown([from('1', 8, { ...none, ...picture }), from('2', 8, { ...none, ...picture })])).toEqual([
      'Bia',
    ])
    expect(shown([from('1', 8, { body: '*B. Souza:*\nOlá' })])).toEqual(['B. Souza'])
  })

  it('names the agent once in a group', () => {
    const ours = (id: string, name: string, createdAt = '2026-03-10T12:00:00.000Z') =>
      messageWith(id, { fromMe: true, userId: 7, body: name === '' ? 'Olá' : `*${name}:*\nOlá`, createdAt })
    const names = itemsOf([
      ours('1', ''),
      ours('2', 'Bia'),
      ours('3', 'Bia'),
      ours('4', ''),
      ours('5', 'Bia'),
      ours('6', 'Bia', '2026-03-10T12:09:00.000Z'),
      messageWith('7', { body: '*Caio:*\nOi' }),
    ]).flatMap((item) => (item.kind === 'message' ? [item.name] : []))
    expect(names).toEqual([null, 'Bia', null, null, null, 'Bia', null])
  })

  it('shows pictures that follow each other as an album, and no others', () => {
    const picture = (id: string, over: Partial<MessageRecord> = {}) =>
      messageWith(id, {
        mediaType: 'image',
        mediaState: 'stored',
        quotedMsgId: null,
        details: null,
        error: null,
        actionError: null,
        pending: null,
        isForwarded: false,
        ...over,
      })
    const albums = (messages: MessageRecord[]) =>
      itemsOf(messages)
        .slice(1)
        .map((item) => messagesOf(item).map(({ id }) => id))
    expect(albums([picture('1'), picture('2'), messageWith('3'), picture('4')])).toEqual([
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

  it('puts a line before the messages that were unread at the opening', () => {
    const shown = itemsOf(
      [messageWith('1'), messageWith('2'), messageWith('3', { fromMe: true }), messageWith('4')],
      {
        from: '2',
        count: 2,
      },
    )
    expect(shown.find(({ kind }) => kind === 'unread')).toMatchObject({ count: 2 })
    expect(shown.map(({ kind }) => kind)).toEqual([
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
  it('keeps the order of the conversation, in any order of arrival', () => {
    expect(
      mergeMessages([messageWith('3')], [messageWith('1'), messageWith('2')]).map(({ id }) => id),
    ).toEqual(['1', '2', '3'])
  })

  it('ignores a frame older than the message', () => {
    const [merged] = mergeMessages(
      [messageWith('1', { position: '9', ack: 3 })],
      [messageWith('1', { position: '5', ack: 1 })],
    )
    expect(merged?.ack).toBe(3)
  })
})

describe('where the unread part begins', () => {
  const messages = [messageWith('1'), messageWith('2'), messageWith('3', { fromMe: true }), messageWith('4')]
  const given = { ticketId: 1, count: 2, newest: '4', hasOlder: false }

  it('is the count-th message of the contact from the end, own messages left out', () => {
    expect(unreadStart(messages, given)).toEqual({ from: '2', count: 2 })
    expect(unreadStart(messages, { ...given, count: 0 })).toBeNull()
  })

  it('stays there when more messages arrive, and does not count other tickets', () => {
    expect(unreadStart([...messages, messageWith('5')], given)).toEqual({ from: '2', count: 2 })
    expect(
      unreadStart([messageWith('0', { ticketId: 9 }), messageWith('1')], { ...given, count: 1 }),
    ).toEqual({
      from: '1',
      count: 1,
    })
  })

  it('begins with a late message that stands above read ones', () => {
    const late = { lateAt: '2026-03-10T12:01:00.000Z' }
    const unread = [
      messageWith('1'),
      messageWith('2', late),
      messageWith('3', { fromMe: true }),
      messageWith('4'),
    ]
    expect(unreadStart(unread, { ...given, count: 1 })).toEqual({ from: '2', count: 1 })
  })

  it('is unknown until it is loaded, and the beginning when there is no more', () => {
    expect(unreadStart(messages, { ...given, count: 5, hasOlder: true })).toBeNull()
    expect(unreadStart(messages, { ...given, count: 5 })).toEqual({ from: '1', count: 5 })
  })
})

describe('messages that arrive', () => {
  it('wait for their page when they stand before or after everything that is loaded', () => {
    const newest = { messages: [messageWith('5'), messageWith('6')], hasMore: true, newer: null }
    const older = { messages: [messageWith('3'), messageWith('4')], hasMore: true, newer: 'from 4' }
    const oldest = { messages: [messageWith('1'), messageWith('2')], hasMore: false, newer: 'from 2' }
    expect(isOutside([newest, older], messageWith('2'))).toBe(true)
    expect(isOutside([newest, older], messageWith('7'))).toBe(false)
    expect(isOutside([newest, older], messageWith('35'))).toBe(false)
    expect(isOutside([older, oldest], messageWith('0'))).toBe(false)
    expect(isOutside([older, oldest], messageWith('7'))).toBe(true)
  })

  it('are counted from the last one seen, own ones left out', () => {
    expect(
      newerThan(
        [messageWith('1'), messageWith('2'), messageWith('3', { fromMe: true }), messageWith('4')],
        '1',
      ),
    ).toBe(2)
    expect(newerThan([messageWith('1')], null)).toBe(0)
  })
})
