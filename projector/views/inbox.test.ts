import { DELETED_MESSAGE } from '@guiche/contracts/views/ticket.js'
import { describe, expect, it } from '@jest/globals'
import { given } from '../testing/given.js'
import {
  closedAssignment,
  inboxOf,
  type Log,
  of,
  openAssignment,
  pendingAssignment,
  receiveMessage,
  startTicket,
  textContent,
  ticketIds,
  ticketIn,
} from '../testing/ticket-log.js'
import { inbox } from './inbox.js'

describe('a ticket', () => {
  it('has the place of its last move, and so have the counters', () => {
    const log = startTicket()
    const last = log.add('ticket.accepted.v1', { ...of, from: pendingAssignment, to: openAssignment })
    expect(ticketIn(log)).toMatchObject({
      status: 'open',
      userId: 9,
      queueId: 5,
      updatedAt: last.time,
      position: last.position,
    })
    expect(inboxOf(log).docs('counters')).toEqual([
      { id: '1:open:5:9', companyId: 1, status: 'open', queueId: 5, userId: 9, tickets: 1 },
    ])
  })

  it('has time and reason of its close, despite later messages, until it is reopened', () => {
    const log = startTicket()
    const close = {
      ...of,
      from: openAssignment,
      to: closedAssignment,
      reason: 'resolved',
      seen: null,
    } as const
    const { time } = log.add('ticket.closed.v1', close)
    receiveMessage(log, 'late')
    expect(ticketIn(log)).toMatchObject({ closedAt: time, closeReason: 'resolved' })
    log.add('ticket.reopened.v1', { ...of, from: closedAssignment, to: openAssignment })
    expect(ticketIn(log)).toMatchObject({ closedAt: null, closeReason: null })
  })

  it('is gone after its deletion, also from the counters', () => {
    const log = startTicket()
    log.add('ticket.deleted.v1', { ...of, from: pendingAssignment })
    expect(inboxOf(log).all()).toEqual({})
  })

  it('moves to the contact that its own was merged into', () => {
    const log = startTicket()
    log.add('ticket.contact-changed.v1', { ticketId: 1, contactId: 7, previous: 2 })
    expect(ticketIn(log)?.contactId).toBe(7)
  })
})

describe('a ticket opened by a message', () => {
  const opening = () => startTicket(false, true)
  const counted = (log: Log) =>
    inboxOf(log)
      .docs('counters')
      .map(({ id, tickets }) => [id, tickets])

  it('is listed and counted from that message on, never before', () => {
    const log = opening()
    expect(ticketIn(log)).toBeNull()
    expect(counted(log)).toEqual([])
    const first = receiveMessage(log, 'a')
    expect(ticketIn(log)).toMatchObject({ unread: 1, lastMessage: 'text of a', position: first.position })
    expect(counted(log)).toEqual([['1:pending:5:0', 1]])
    expect(inboxOf(log).docs('opening')).toEqual([])
    receiveMessage(log, 'b')
    expect(counted(log)).toEqual([['1:pending:5:0', 1]])
  })

  it('appears in one change, with its unread count', () => {
    const log = opening()
    receiveMessage(log, 'a')
    const changes = given().into(inbox).fold(log.events).changes
    expect(changes.map(({ collection, before }) => [collection, before])).toEqual([['tickets', null]])
  })

  it('appears at its moved place if moved before its message', () => {
    const log = opening()
    const to = { ...pendingAssignment, queueId: null }
    log.add('ticket.contact-changed.v1', { ticketId: 1, contactId: 7, previous: 2 })
    log.add('ticket.unlinked.v1', { ...of, from: pendingAssignment, to, because: 'queue' })
    expect(ticketIn(log)).toMatchObject({ contactId: 7, queueId: null })
    receiveMessage(log, 'a')
    expect(counted(log)).toEqual([['1:pending:0:0', 1]])
  })

  it('stays listed and counted after that message was erased', () => {
    for (const isThere of [true, false]) {
      const log = opening()
      if (isThere) receiveMessage(log, 'a')
      const erased = log.add('message.erased.v1', {
        ...ticketIds,
        messageId: 'a',
        standing: pendingAssignment,
      })
      expect(ticketIn(log)).toMatchObject({ unread: 0, lastMessage: '', position: erased.position })
      expect(counted(log)).toEqual([['1:pending:5:0', 1]])
      expect(Object.keys(inboxOf(log).all())).toEqual(['counters/1:pending:5:0', 'tickets/1'])
    }
  })

  it('leaves no document after its deletion', () => {
    const log = opening()
    log.add('ticket.deleted.v1', { ...of, from: pendingAssignment })
    expect(inboxOf(log).all()).toEqual({})
  })
})

describe('the count of unread messages', () => {
  it('has the contact’s first message and each later one', () => {
    const log = startTicket()
    receiveMessage(log, 'a')
    expect(ticketIn(log)?.unread).toBe(1)
    receiveMessage(log, 'b')
    expect(ticketIn(log)?.unread).toBe(2)
  })

  it('has neither our own nor imported messages', () => {
    const log = startTicket()
    receiveMessage(log, 'a', { fromMe: true })
    receiveMessage(log, 'b', { imported: true })
    expect(ticketIn(log)?.unread).toBe(0)
  })

  it('loses each read message once, but no message that came meanwhile', () => {
    const log = startTicket()
    receiveMessage(log, 'a')
    receiveMessage(log, 'b')
    receiveMessage(log, 'late')
    log.add('ticket.read.v1', { ...ticketIds, messageIds: ['a', 'b', 'unknown'] })
    expect(ticketIn(log)?.unread).toBe(1)
    log.add('ticket.read.v1', { ...ticketIds, messageIds: ['a', 'a', 'b'] })
    expect(ticketIn(log)?.unread).toBe(1)
    log.add('ticket.read.v1', { ...ticketIds, messageIds: ['late'] })
    expect(ticketIn(log)?.unread).toBe(0)
    expect(inboxOf(log).docs('unread')).toEqual([])
  })

  it('loses an erased message; its text is forgotten', () => {
    const log = startTicket()
    receiveMessage(log, 'a')
    log.add('message.erased.v1', { ...ticketIds, messageId: 'a' })
    expect(ticketIn(log)).toMatchObject({ unread: 0, lastMessage: '' })
  })
})

describe('the last message', () => {
  it('is the newest of either side, shown by its file name if without text', () => {
    const log = startTicket()
    receiveMessage(log, 'a')
    log.add('message.requested.v1', {
      ...textContent('b', 'answer'),
      to: '55@s.whatsapp.net',
      userId: 9,
      source: 'user',
    })
    const answered = { lastMessage: 'answer', lastMessageId: 'b', lastMessageKind: null, fromMe: true }
    expect(ticketIn(log)).toMatchObject(answered)
    log.add('message.requested.v1', {
      ...textContent('c', ''),
      kind: 'application',
      media: {
        blobId: 'x',
        mimetype: 'application/pdf',
        fileName: 'offer.pdf',
        size: 1,
        seconds: null,
        voice: false,
      },
      to: '55@s.whatsapp.net',
      userId: 9,
      source: 'user',
    })
    expect(ticketIn(log)).toMatchObject({ lastMessage: 'offer.pdf', lastMessageKind: 'application' })
  })

  it('is shown by its kind if without text, until deleted; voice notes differ from other audio', () => {
    const log = startTicket()
    const media = { blobId: 'x', mimetype: 'audio/ogg', fileName: 'a.ogg', size: 1, seconds: 3 }
    receiveMessage(log, 'a', { body: '', media: { ...media, voice: false } })
    expect(ticketIn(log)?.lastMessageKind).toBe('audio')
    receiveMessage(log, 'b', { body: '', media: { ...media, voice: true } })
    expect(ticketIn(log)?.lastMessageKind).toBe('voice')
    log.add('message.revoked.v1', { ...ticketIds, messageId: 'b', by: 'contact', userId: null })
    expect(ticketIn(log)?.lastMessageKind).toBeNull()
  })

  it('has its kind beside the caption of a photo, also after an edit', () => {
    const log = startTicket()
    const media = {
      blobId: 'x',
      mimetype: 'image/jpeg',
      fileName: 'a.jpg',
      size: 1,
      seconds: null,
      voice: false,
    }
    receiveMessage(log, 'a', { body: 'look', media, kind: 'image' })
    const shown = { lastMessage: 'look', lastMessageKind: null, lastMessageFile: 'image' }
    expect(ticketIn(log)).toMatchObject(shown)
    log.add('message.edited.v1', {
      ...ticketIds,
      messageId: 'a',
      by: 'contact',
      userId: null,
      body: 'look here',
    })
    expect(ticketIn(log)).toMatchObject({ ...shown, lastMessage: 'look here' })
    receiveMessage(log, 'b')
    expect(ticketIn(log)).toMatchObject({ lastMessageKind: null, lastMessageFile: null })
  })

  it('of a shared place or contact is shown by name, never by its raw form', () => {
    const log = startTicket()
    receiveMessage(log, 'a', { kind: 'contactMessage', body: 'BEGIN:VCARD\nFN:Ana\nEND:VCARD' })
    expect(ticketIn(log)).toMatchObject({ lastMessage: 'Ana', lastMessageKind: 'contactMessage' })
    receiveMessage(log, 'b', {
      kind: 'locationMessage',
      body: 'data:image/png;base64, YWJj | https://maps.google.com/maps?q=1|1, 2|Padaria',
    })
    expect(ticketIn(log)).toMatchObject({ lastMessage: 'Padaria', lastMessageKind: 'locationMessage' })
  })

  it('is shortened, because every list sends it', () => {
    const log = startTicket()
    const body = `${'日'.repeat(299)}😀${'日'.repeat(60_000)}`
    const shown = '日'.repeat(299)
    receiveMessage(log, 'a', { body })
    expect(ticketIn(log)?.lastMessage).toBe(shown)
    log.add('message.edited.v1', { ...ticketIds, messageId: 'a', by: 'contact', userId: null, body })
    expect(ticketIn(log)?.lastMessage).toBe(shown)
    receiveMessage(log, 'b', { kind: 'contactMessage', body: `BEGIN:VCARD\nFN:${body}\nEND:VCARD` })
    expect(ticketIn(log)).toMatchObject({ lastMessage: shown, lastMessageKind: 'contactMessage' })
  })

  it('has its author: the contact, our phone, a user, or the system', () => {
    const log = startTicket()
    const author = () => ticketIn(log)?.lastAuthor
    const answer = { to: '55@s.whatsapp.net', userId: 9, source: 'user' } as const
    expect(author()).toBeNull()
    receiveMessage(log, 'a')
    expect(author()).toEqual({ kind: 'contact', userId: null })
    receiveMessage(log, 'b', { fromMe: true })
    expect(author()).toEqual({ kind: 'phone', userId: null })
    log.add('message.requested.v1', { ...textContent('c', 'answer'), ...answer })
    expect(author()).toEqual({ kind: 'user', userId: 9 })
    log.add('message.requested.v1', {
      ...textContent('d', 'hi'),
      ...answer,
      userId: null,
      source: 'greeting',
    })
    expect(author()).toEqual({ kind: 'automatic', userId: null })
  })

  it('names its author in a group, by number if nameless, until erased', () => {
    const log = startTicket()
    receiveMessage(log, 'a', { author: { pn: '5511', lid: '777', name: 'Ana' } })
    expect(ticketIn(log)?.lastAuthor).toEqual({ kind: 'contact', userId: null, name: 'Ana' })
    receiveMessage(log, 'b', { author: { pn: '5511', lid: null, name: null } })
    expect(ticketIn(log)?.lastAuthor).toEqual({ kind: 'contact', userId: null, name: '+5511' })
    log.add('message.erased.v1', { ...ticketIds, messageId: 'b' })
    expect(ticketIn(log)).toMatchObject({ lastMessage: '', lastAuthor: { kind: 'contact', userId: null } })
    expect(ticketIn(log)?.lastAuthor).not.toHaveProperty('name')
  })

  it('is shown once decrypted, if still the last one', () => {
    const log = startTicket()
    const text = { waId: 'WA', kind: 'conversation', media: null, quotedId: null, forwarded: false } as const
    receiveMessage(log, 'a', { kind: 'unreadable', body: '' })
    expect(ticketIn(log)).toMatchObject({ lastMessage: '', lastMessageKind: 'unreadable', unread: 1 })
    log.add('message.recovered.v1', {
      ...ticketIds,
      ...text,
      messageId: 'a',
      body: 'at last',
      mediaPending: false,
    })
    expect(ticketIn(log)).toMatchObject({ lastMessage: 'at last', lastMessageKind: null, unread: 1 })
    receiveMessage(log, 'b', { kind: 'unreadable', body: '' })
    receiveMessage(log, 'c')
    log.add('message.recovered.v1', {
      ...ticketIds,
      ...text,
      messageId: 'b',
      body: 'too late',
      mediaPending: false,
    })
    expect(ticketIn(log)?.lastMessage).toBe('text of c')
  })

  it('follows an edit and a deletion of that message, and of no other', () => {
    const log = startTicket()
    receiveMessage(log, 'a')
    receiveMessage(log, 'b')
    log.add('message.edited.v1', { ...ticketIds, messageId: 'a', body: 'other', by: 'contact', userId: null })
    expect(ticketIn(log)?.lastMessage).toBe('text of b')
    log.add('message.edited.v1', {
      ...ticketIds,
      messageId: 'b',
      body: 'better',
      by: 'contact',
      userId: null,
    })
    expect(ticketIn(log)?.lastMessage).toBe('better')
    log.add('message.revoked.v1', { ...ticketIds, messageId: 'b', by: 'contact', userId: null })
    expect(ticketIn(log)?.lastMessage).toBe(DELETED_MESSAGE)
  })

  it('is no imported one if a newer one exists; imported ones do not move the ticket up', () => {
    const log = startTicket()
    const last = receiveMessage(log, 'a')
    receiveMessage(log, 'old', { imported: true })
    expect(ticketIn(log)).toMatchObject({ lastMessageId: 'a', updatedAt: last.time })
  })
})
