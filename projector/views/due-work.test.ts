import { describe, expect, it } from '@jest/globals'
import { createLog } from '../testing/events.js'
import { given } from '../testing/given.js'
import { dueViews } from './due-work.js'

const ids = { messageId: 'm', ticketId: 1, contactId: 2, connectionId: 3 }
const content = {
  waId: 'WA',
  kind: 'conversation' as const,
  body: 'hello',
  media: null,
  quotedId: null,
  forwarded: false,
}
type Log = ReturnType<typeof createLog>
const requestedLog = (): Log => {
  const log = createLog()
  log.add('message.requested.v1', { ...ids, ...content, to: '55@s.whatsapp.net', userId: 9, source: 'user' })
  return log
}
const dueWork = (log: Log) =>
  given(...log.events)
    .into(dueViews['due-work'])
    .docs('due-work')
const openWork = (log: Log): string[] =>
  dueWork(log)
    .map(({ id }) => id)
    .sort()

describe('the sending of a message', () => {
  it('is due from the request on, in order, with all ids to find the message', () => {
    const log = requestedLog()
    const [event] = log.events
    expect(dueWork(log)).toEqual([
      {
        id: 'send:m',
        companyId: 1,
        kind: 'send',
        ref: 'm',
        connectionId: 3,
        ticketId: 1,
        contactId: 2,
        since: event?.position,
        requestedAt: event?.time,
        dueAt: event?.time,
        later: false,
        asker: 'user/9',
        correlationId: event?.correlationId,
        body: null,
        messageIds: null,
        mark: null,
      },
    ])
  })

  it.each([
    ['user', 9, 'user/9'],
    ['user', null, ''],
    ['schedule', 9, 'schedule'],
    ['api', null, 'api'],
    ['greeting', null, 'automatic'],
    ['transfer', 9, 'automatic'],
  ] as const)('takes the turn of its requester: %s of %j', (source, userId, asker) => {
    const log = createLog()
    log.add('message.requested.v1', { ...ids, ...content, to: '55@s.whatsapp.net', userId, source })
    expect(dueWork(log)).toMatchObject([{ asker }])
  })

  it.each(['sent', 'failed', 'revoked'] as const)('ends when the message was %s', (how) => {
    const log = requestedLog()
    if (how === 'sent') log.add('message.sent.v1', ids)
    if (how === 'failed') log.add('message.failed.v1', { ...ids, code: 'ERR_SENDING_WAPP_MSG' })
    if (how === 'revoked') log.add('message.revoked.v1', { ...ids, by: 'us', userId: 9 })
    expect(openWork(log)).toEqual([])
  })

  it('ends when the message arrived, even before the report of its sending', () => {
    const log = requestedLog()
    log.add('message.acknowledged.v1', { ...ids, ack: 2 })
    expect(openWork(log)).toEqual([])
  })

  it('is due again after a retry, behind later requests', () => {
    const log = requestedLog()
    log.add('message.failed.v1', { ...ids, code: 'ERR_SENDING_WAPP_MSG' })
    const retried = log.add('message.retried.v1', { ...ids, userId: 9 })
    expect(dueWork(log)).toMatchObject([{ id: 'send:m', since: retried.position }])
  })
})

describe('an edit', () => {
  it('is due with its text until that same text was set or refused', () => {
    const log = requestedLog()
    log.add('message.sent.v1', ids)
    log.add('message.edit-requested.v1', { ...ids, body: 'one', userId: 9 })
    log.add('message.edit-requested.v1', { ...ids, body: 'two', userId: 9 })
    log.add('message.edited.v1', { ...ids, body: 'one', by: 'us', userId: 9 })
    expect(dueWork(log)).toMatchObject([{ id: 'edit:m', body: 'two' }])
    log.add('message.edited.v1', { ...ids, body: 'two', by: 'us', userId: 9 })
    expect(openWork(log)).toEqual([])
  })

  it('ends with a failure', () => {
    const log = requestedLog()
    log.add('message.edit-requested.v1', { ...ids, body: 'one', userId: 9 })
    log.add('message.edit-failed.v1', { ...ids, code: 'ERR_EDITING_WAPP_MSG' })
    expect(openWork(log)).toEqual(['send:m'])
  })
})

describe('a deletion and a reaction', () => {
  it('are due until done or refused', () => {
    const log = requestedLog()
    log.add('message.sent.v1', ids)
    log.add('message.revoke-requested.v1', { ...ids, userId: 9 })
    log.add('message.reaction-requested.v1', { ...ids, emoji: '👍', userId: 9 })
    expect(openWork(log)).toEqual(['reaction:m', 'revoke:m'])
    log.add('message.reacted.v1', { ...ids, emoji: '🎉', by: 'contact', userId: null })
    log.add('message.revoke-failed.v1', { ...ids, code: 'ERR_DELETE_WAPP_MSG' })
    expect(openWork(log)).toEqual(['reaction:m'])
    log.add('message.reacted.v1', { ...ids, emoji: '👍', by: 'us', userId: 9 })
    expect(openWork(log)).toEqual([])
  })
})

describe('a file', () => {
  it('is due until fetched or given up, and again on request', () => {
    const log = createLog()
    log.add('message.received.v1', {
      ...ids,
      ...content,
      fromMe: false,
      remoteJid: '55@s.whatsapp.net',
      participant: null,
      mediaPending: true,
      sentAt: '2026-01-05T11:00:00.000Z',
      imported: false,
      ack: 0,
    })
    expect(openWork(log)).toEqual(['media:m'])
    log.add('message.media-failed.v1', { ...ids, code: 'ERR_WAPP_DOWNLOAD_MEDIA' })
    expect(openWork(log)).toEqual([])
    log.add('message.media-retried.v1', { ...ids, userId: null })
    expect(openWork(log)).toEqual(['media:m'])
    log.add('message.media-stored.v1', {
      ...ids,
      media: { blobId: 'b', mimetype: 'image/png', fileName: 'a.png', size: 3, seconds: null, voice: false },
    })
    expect(openWork(log)).toEqual([])
  })
})

describe('a file of a message that was undecryptable at first', () => {
  it.each([true, false])('is due once its message is readable: %s', (mediaPending) => {
    const log = createLog()
    log.add('message.recovered.v1', { ...ids, ...content, mediaPending })
    expect(openWork(log)).toEqual(mediaPending ? ['media:m'] : [])
  })
})

describe('read receipts', () => {
  const of = { ticketId: 1, contactId: 2, connectionId: 3 }
  const marks = { stream: 'marks-1' }

  it('end when given, also for hundreds of tickets; those of a later reading stay', () => {
    const log = createLog()
    const tickets = Array.from({ length: 300 }, (_, index) => index + 1)
    for (const ticketId of tickets) {
      const stream = { stream: `marks-${ticketId}` }
      const { revision } = log.add('ticket.read.v1', { ...of, ticketId, messageIds: ['a'] }, stream)
      log.add('ticket.receipts-given.v1', { ticketId, connectionId: 3, upTo: revision }, stream)
    }
    expect(dueWork(log)).toEqual([])
    const first = log.add('ticket.read.v1', { ...of, messageIds: ['b'] }, marks)
    log.add('ticket.read.v1', { ...of, messageIds: ['c'] }, marks)
    log.add('ticket.receipts-given.v1', { ticketId: 1, connectionId: 3, upTo: first.revision }, marks)
    expect(dueWork(log)).toMatchObject([{ id: 'read:1', messageIds: ['b', 'c'] }])
  })

  it('in ticket streams, from an earlier version, are no longer due', () => {
    const log = createLog()
    log.add('ticket.read.v1', { ...of, messageIds: ['a'] })
    expect(dueWork(log)).toEqual([])
  })

  it('name the read message and those just before it', () => {
    const log = createLog()
    log.add('ticket.read.v1', { ...of, messageIds: ['a', 'b'] }, marks)
    const last = log.add('ticket.read.v1', { ...of, messageIds: ['b', 'c'] }, marks)
    expect(dueWork(log)).toMatchObject([{ id: 'read:1', messageIds: ['a', 'b', 'c'], since: last.position }])
  })

  it('name only a few messages besides the last read one', () => {
    const log = createLog()
    const many = Array.from({ length: 300 }, (_, index) => `m${index}`)
    log.add('ticket.read.v1', { ...of, messageIds: many }, marks)
    expect(dueWork(log)[0]?.messageIds).toHaveLength(300)
    log.add('ticket.read.v1', { ...of, messageIds: ['new'] }, marks)
    expect(dueWork(log)[0]?.messageIds).toEqual([...many.slice(-49), 'new'])
  })
})

describe('the erasure of a contact', () => {
  it('is due until the contact is erased, and ends the due work of its messages', () => {
    const log = requestedLog()
    log.add('contact.erasing.v1', { contactId: 2 })
    expect(openWork(log)).toEqual(['erase:2', 'send:m'])
    log.add('message.erased.v1', ids)
    log.add('contact.erased.v1', { contactId: 2 })
    expect(openWork(log)).toEqual([])
  })
})

describe('the due work of a ticket', () => {
  const of = { ticketId: 1, contactId: 2 }
  const attended = { status: 'open', userId: 9, queueId: 5, connectionId: 3 } as const
  const closed = { ...attended, status: 'closed' } as const
  const until = '2030-01-01T00:00:00.000Z'
  const snoozed = (): Log => {
    const log = createLog()
    log.add('ticket.snoozed.v1', { ...of, until })
    return log
  }
  const resolved = (undoSeconds?: number): Log => {
    const log = createLog()
    const data = { ...of, from: attended, to: closed, reason: 'resolved', seen: null } as const
    log.add('ticket.closed.v1', undoSeconds === undefined ? data : { ...data, undoSeconds })
    return log
  }

  it('is its return from a snooze, unless it returns earlier', () => {
    expect(dueWork(snoozed())).toMatchObject([{ id: 'snooze:1', dueAt: until }])
    const woken = snoozed()
    woken.add('ticket.woken.v1', { ...of, because: 'user' })
    const moved = snoozed()
    moved.add('ticket.transferred.v1', { ...of, from: attended, to: { ...attended, queueId: 6 } })
    const deleted = snoozed()
    deleted.add('ticket.deleted.v1', { ...of, from: attended })
    expect([woken, moved, deleted].map(openWork)).toEqual([[], [], []])
  })

  it('is the completion message, once a resolution can no longer be undone', () => {
    const log = resolved(10)
    const [close] = log.events
    expect(dueWork(log)).toMatchObject([
      { id: 'completion:1', dueAt: new Date(Date.parse(close?.time ?? '') + 10_000).toISOString() },
    ])
    log.add('ticket.close-settled.v1', of)
    const reopened = resolved(10)
    reopened.add('ticket.reopened.v1', { ...of, from: closed, to: attended })
    const undone = resolved(10)
    undone.add('ticket.close-undone.v1', { ...of, from: closed, to: attended })
    expect([log, reopened, undone, resolved()].map(openWork)).toEqual([[], [], [], []])
  })

  it('is its return from a snooze again after its close was undone', () => {
    const close = (undoSeconds?: number): Log => {
      const log = snoozed()
      log.add('ticket.closed.v1', {
        ...of,
        ...{ from: attended, to: closed, reason: 'resolved', seen: null },
        ...(undoSeconds !== undefined && { undoSeconds }),
      })
      return log
    }
    const undone = close(10)
    const { position } = undone.add('ticket.close-undone.v1', { ...of, from: closed, to: attended })
    expect(dueWork(undone)).toMatchObject([{ id: 'snooze:1', dueAt: until, since: position }])
    const settled = close(10)
    settled.add('ticket.close-settled.v1', of)
    const answered = close(10)
    answered.add('ticket.resumed.v1', { ...of, from: closed, to: attended })
    answered.add('ticket.close-undone.v1', { ...of, from: attended, to: attended })
    expect([settled, answered, close()].map(openWork)).toEqual([[], [], []])
  })
})
