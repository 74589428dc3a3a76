import { describe, expect, it } from '@jest/globals'
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
  ticketIn,
} from '../testing/ticket-log.js'

describe('the waiting time of a contact', () => {
  const request = (log: Log, messageId: string, source: 'user' | 'greeting' | 'transfer' | 'api') =>
    log.add('message.requested.v1', {
      ...textContent(messageId, 'ours'),
      source,
      userId: source === 'user' ? 9 : null,
      to: '55@s.whatsapp.net',
      renderedFrom: null,
    } as never)
  const since = (log: Log) => ticketIn(log)?.waitingSince

  it('begins with the first unanswered message, and ends with a user’s answer', () => {
    const log = startTicket(false, true)
    const first = receiveMessage(log, 'a')
    expect(since(log)).toBe(log.events[0]?.time)
    receiveMessage(log, 'b')
    request(log, 'hello', 'greeting')
    log.add('ticket.accepted.v1', { ...of, from: pendingAssignment, to: openAssignment })
    expect(since(log)).toBe(first.time)
    request(log, 'answer', 'user')
    expect(since(log)).toBeNull()
    const again = receiveMessage(log, 'c')
    expect([since(log), first.time < again.time]).toEqual([again.time, true])
    receiveMessage(log, 'd', { fromMe: true })
    expect(since(log)).toBeNull()
  })

  it('keeps the contact’s last message shown; automatic messages are shown only while no contact waits', () => {
    const log = startTicket(false, true)
    receiveMessage(log, 'a', { body: 'Meu bolo chegou quebrado' })
    const greeting = request(log, 'hello', 'greeting')
    expect(ticketIn(log)).toMatchObject({
      ...{ lastMessage: 'Meu bolo chegou quebrado', lastMessageId: 'a', fromMe: false },
      ...{ lastAuthor: { kind: 'contact' }, updatedAt: greeting.time, position: greeting.position },
    })
    log.add('message.edited.v1', {
      ...of,
      messageId: 'a',
      by: 'contact',
      userId: null,
      body: 'Chegou torto',
    } as never)
    expect(ticketIn(log)?.lastMessage).toBe('Chegou torto')
    request(log, 'answer', 'user')
    expect(ticketIn(log)).toMatchObject({ lastMessage: 'ours', fromMe: true, lastAuthor: { kind: 'user' } })
    receiveMessage(log, 'b', { body: 'Obrigada' })
    log.add('ticket.closed.v1', {
      ...of,
      from: pendingAssignment,
      to: closedAssignment,
      reason: 'user',
    } as never)
    request(log, 'bye', 'transfer')
    expect(ticketIn(log)).toMatchObject({ lastMessage: 'ours', lastAuthor: { kind: 'automatic' } })
  })

  it('continues when a ticket is returned, and begins then for an answered ticket', () => {
    const log = startTicket()
    log.add('ticket.accepted.v1', { ...of, from: pendingAssignment, to: openAssignment })
    expect(since(log)).toBeNull()
    const written = receiveMessage(log, 'a')
    log.add('ticket.returned.v1', { ...of, from: openAssignment, to: pendingAssignment })
    expect(since(log)).toBe(written.time)
    const phone = receiveMessage(log, 'b', { fromMe: true })
    expect(since(log)).toBe(phone.time)
    log.add('ticket.closed.v1', {
      ...of,
      from: pendingAssignment,
      to: closedAssignment,
      reason: 'resolved',
      seen: null,
    })
    expect(since(log)).toBeNull()
    receiveMessage(log, 'late')
    expect(since(log)).toBeNull()
    const back = log.add('ticket.resumed.v1', { ...of, from: closedAssignment, to: pendingAssignment })
    expect(since(log)).toBe(back.time)
    request(log, 'hello again', 'greeting')
    log.add('ticket.accepted.v1', { ...of, from: pendingAssignment, to: openAssignment })
    expect(since(log)).toBe(back.time)
  })

  it('ends with the acceptance if the contact had not written, despite automatic messages', () => {
    const ordered = startTicket()
    request(ordered, 'your order is ready', 'api')
    expect(since(ordered)).toBe(ordered.events[0]?.time)
    ordered.add('ticket.accepted.v1', { ...of, from: pendingAssignment, to: openAssignment })
    expect(since(ordered)).toBeNull()

    const answered = startTicket(false, true)
    receiveMessage(answered, 'a')
    answered.add('ticket.accepted.v1', { ...of, from: pendingAssignment, to: openAssignment })
    request(answered, 'answer', 'user')
    const moved = answered.add('ticket.transferred.v1', {
      ...of,
      from: openAssignment,
      to: pendingAssignment,
    })
    request(answered, 'a colleague goes on', 'transfer')
    expect(since(answered)).toBe(moved.time)
    answered.add('ticket.accepted.v1', { ...of, from: pendingAssignment, to: openAssignment })
    expect(since(answered)).toBeNull()
  })

  it('begins with the contact’s message if the ticket waited before', () => {
    const log = startTicket()
    request(log, 'your order is ready', 'api')
    const asked = receiveMessage(log, 'where?')
    request(log, 'one moment', 'greeting')
    expect(since(log)).toBe(log.events[0]?.time)
    log.add('ticket.accepted.v1', { ...of, from: pendingAssignment, to: openAssignment })
    expect(since(log)).toBe(asked.time)
  })
})

describe('the undoing of a close', () => {
  const undoSeconds = 10
  const until = '2030-01-01T00:00:00.000Z'
  const resolve = (log: Log, from: typeof openAssignment | typeof pendingAssignment) =>
    log.add('ticket.closed.v1', {
      ...of,
      from,
      to: closedAssignment,
      reason: 'resolved',
      seen: null,
      undoSeconds,
    })
  const undo = (
    log: Log,
    from: typeof closedAssignment | typeof pendingAssignment,
    to: typeof openAssignment | typeof pendingAssignment,
  ) => {
    const { time } = log.add('ticket.close-undone.v1', { ...of, from, to })
    expect(ticketIn(log)).toMatchObject({ ...to, updatedAt: time, beforeClose: null })
  }

  it('restores waiting and snooze of the ticket', () => {
    const waiting = startTicket()
    resolve(waiting, pendingAssignment)
    expect(ticketIn(waiting)?.waitingSince).toBeNull()
    undo(waiting, closedAssignment, pendingAssignment)
    expect(ticketIn(waiting)?.waitingSince).toBe(waiting.events[0]?.time)

    const snoozed = startTicket()
    snoozed.add('ticket.accepted.v1', { ...of, from: pendingAssignment, to: openAssignment })
    snoozed.add('ticket.snoozed.v1', { ...of, until })
    resolve(snoozed, openAssignment)
    undo(snoozed, closedAssignment, openAssignment)
    expect(ticketIn(snoozed)).toMatchObject({ waitingSince: null, snoozedUntil: until })
    expect(inboxOf(snoozed).docs('counters')).toEqual([
      expect.objectContaining({ status: 'open', userId: openAssignment.userId, tickets: 1 }),
    ])
  })

  it('restores waiting after a later message of the contact, which ends the snooze', () => {
    const log = startTicket(false, true)
    const first = receiveMessage(log, 'a')
    log.add('ticket.accepted.v1', { ...of, from: pendingAssignment, to: openAssignment })
    log.add('ticket.snoozed.v1', { ...of, until })
    resolve(log, openAssignment)
    log.add('ticket.resumed.v1', { ...of, from: closedAssignment, to: pendingAssignment })
    receiveMessage(log, 'b')
    undo(log, pendingAssignment, openAssignment)
    expect(ticketIn(log)).toMatchObject({ waitingSince: first.time, snoozedUntil: null })
  })

  it('restores whether the contact awaits an answer, unless the phone has answered meanwhile', () => {
    const asked = startTicket(false, true)
    const { time } = receiveMessage(asked, 'a')
    resolve(asked, pendingAssignment)
    undo(asked, closedAssignment, pendingAssignment)
    expect(ticketIn(asked)?.waitingSince).toBe(asked.events[0]?.time)
    asked.add('ticket.accepted.v1', { ...of, from: pendingAssignment, to: openAssignment })
    expect(ticketIn(asked)?.waitingSince).toBe(time)
    resolve(asked, openAssignment)
    receiveMessage(asked, 'from the phone', { fromMe: true })
    undo(asked, closedAssignment, openAssignment)
    expect(ticketIn(asked)?.waitingSince).toBeNull()

    const told = startTicket()
    resolve(told, pendingAssignment)
    undo(told, closedAssignment, pendingAssignment)
    told.add('ticket.accepted.v1', { ...of, from: pendingAssignment, to: openAssignment })
    expect(ticketIn(told)?.waitingSince).toBeNull()
  })
})

describe('a snoozed ticket', () => {
  const until = '2030-01-01T00:00:00.000Z'
  const snoozed = () => {
    const log = startTicket()
    log.add('ticket.accepted.v1', { ...of, from: pendingAssignment, to: openAssignment })
    log.add('ticket.snoozed.v1', { ...of, until })
    return log
  }

  it('returns to the top of the list at its time', () => {
    const log = snoozed()
    expect(ticketIn(log)).toMatchObject({ snoozedUntil: until, updatedAt: log.events[1]?.time })
    const woken = log.add('ticket.woken.v1', { ...of, because: 'time' })
    expect(ticketIn(log)).toMatchObject({
      snoozedUntil: null,
      updatedAt: woken.time,
      position: woken.position,
    })
  })

  it('returns with a contact’s message or a move, not with our messages', () => {
    const log = snoozed()
    receiveMessage(log, 'ours', { fromMe: true })
    receiveMessage(log, 'old', { imported: true })
    expect(ticketIn(log)?.snoozedUntil).toBe(until)
    receiveMessage(log, 'theirs')
    expect(ticketIn(log)?.snoozedUntil).toBeNull()
    const moved = snoozed()
    moved.add('ticket.transferred.v1', { ...of, from: openAssignment, to: { ...openAssignment, queueId: 6 } })
    expect(ticketIn(moved)?.snoozedUntil).toBeNull()
  })
})
