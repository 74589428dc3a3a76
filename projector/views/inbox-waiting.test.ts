import { describe, expect, it } from '@jest/globals'
import {
  closed,
  content,
  type Log,
  of,
  open,
  pending,
  receive,
  start,
  ticket,
  view,
} from '../testing/ticket-log.js'

describe('how long somebody waits', () => {
  const request = (log: Log, messageId: string, source: 'user' | 'greeting' | 'transfer' | 'api') =>
    log.add('message.requested.v1', {
      ...content(messageId, 'ours'),
      source,
      userId: source === 'user' ? 9 : null,
      to: '55@s.whatsapp.net',
      renderedFrom: null,
    } as never)
  const since = (log: Log) => ticket(log)?.waitingSince

  it('begins with the first message without an answer, and ends with an answer of a person', () => {
    const log = start(false, true)
    const first = receive(log, 'a')
    expect(since(log)).toBe(log.events[0]?.time)
    receive(log, 'b')
    request(log, 'hello', 'greeting')
    log.add('ticket.accepted.v1', { ...of, from: pending, to: open })
    expect(since(log)).toBe(first.time)
    request(log, 'answer', 'user')
    expect(since(log)).toBeNull()
    const again = receive(log, 'c')
    expect([since(log), first.time < again.time]).toEqual([again.time, true])
    receive(log, 'd', { fromMe: true })
    expect(since(log)).toBeNull()
  })

  it('leaves the contact’s last words in sight: what we say by ourselves stands there only where nobody waits', () => {
    const log = start(false, true)
    receive(log, 'a', { body: 'Meu bolo chegou quebrado' })
    const greeting = request(log, 'hello', 'greeting')
    expect(ticket(log)).toMatchObject({
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
    expect(ticket(log)?.lastMessage).toBe('Chegou torto')
    request(log, 'answer', 'user')
    expect(ticket(log)).toMatchObject({ lastMessage: 'ours', fromMe: true, lastAuthor: { kind: 'user' } })
    receive(log, 'b', { body: 'Obrigada' })
    log.add('ticket.closed.v1', { ...of, from: pending, to: closed, reason: 'user' } as never)
    request(log, 'bye', 'transfer')
    expect(ticket(log)).toMatchObject({ lastMessage: 'ours', lastAuthor: { kind: 'automatic' } })
  })

  it('goes on where a ticket goes back to those that wait, and begins there for one that was answered', () => {
    const log = start()
    log.add('ticket.accepted.v1', { ...of, from: pending, to: open })
    expect(since(log)).toBeNull()
    const written = receive(log, 'a')
    log.add('ticket.returned.v1', { ...of, from: open, to: pending })
    expect(since(log)).toBe(written.time)
    const phone = receive(log, 'b', { fromMe: true })
    expect(since(log)).toBe(phone.time)
    log.add('ticket.closed.v1', { ...of, from: pending, to: closed, reason: 'resolved', seen: null })
    expect(since(log)).toBeNull()
    receive(log, 'late')
    expect(since(log)).toBeNull()
    const back = log.add('ticket.resumed.v1', { ...of, from: closed, to: pending })
    expect(since(log)).toBe(back.time)
    request(log, 'hello again', 'greeting')
    log.add('ticket.accepted.v1', { ...of, from: pending, to: open })
    expect(since(log)).toBe(back.time)
  })

  it('is over with the acceptance where the contact asked nothing, whatever went out by itself', () => {
    const ordered = start()
    request(ordered, 'your order is ready', 'api')
    expect(since(ordered)).toBe(ordered.events[0]?.time)
    ordered.add('ticket.accepted.v1', { ...of, from: pending, to: open })
    expect(since(ordered)).toBeNull()

    const answered = start(false, true)
    receive(answered, 'a')
    answered.add('ticket.accepted.v1', { ...of, from: pending, to: open })
    request(answered, 'answer', 'user')
    const moved = answered.add('ticket.transferred.v1', { ...of, from: open, to: pending })
    request(answered, 'a colleague goes on', 'transfer')
    expect(since(answered)).toBe(moved.time)
    answered.add('ticket.accepted.v1', { ...of, from: pending, to: open })
    expect(since(answered)).toBeNull()
  })

  it('begins with the message of the contact where the ticket waited before it', () => {
    const log = start()
    request(log, 'your order is ready', 'api')
    const asked = receive(log, 'where?')
    request(log, 'one moment', 'greeting')
    expect(since(log)).toBe(log.events[0]?.time)
    log.add('ticket.accepted.v1', { ...of, from: pending, to: open })
    expect(since(log)).toBe(asked.time)
  })
})

describe('a close that is undone', () => {
  const undoSeconds = 10
  const until = '2030-01-01T00:00:00.000Z'
  const resolve = (log: Log, from: typeof open | typeof pending) =>
    log.add('ticket.closed.v1', { ...of, from, to: closed, reason: 'resolved', seen: null, undoSeconds })
  const undo = (log: Log, from: typeof closed | typeof pending, to: typeof open | typeof pending) => {
    const { time } = log.add('ticket.close-undone.v1', { ...of, from, to })
    expect(ticket(log)).toMatchObject({ ...to, updatedAt: time, beforeClose: null })
  }

  it('leaves the ticket waiting and snoozed as before', () => {
    const waiting = start()
    resolve(waiting, pending)
    expect(ticket(waiting)?.waitingSince).toBeNull()
    undo(waiting, closed, pending)
    expect(ticket(waiting)?.waitingSince).toBe(waiting.events[0]?.time)

    const snoozed = start()
    snoozed.add('ticket.accepted.v1', { ...of, from: pending, to: open })
    snoozed.add('ticket.snoozed.v1', { ...of, until })
    resolve(snoozed, open)
    undo(snoozed, closed, open)
    expect(ticket(snoozed)).toMatchObject({ waitingSince: null, snoozedUntil: until })
    expect(view(snoozed).docs('counters')).toEqual([
      expect.objectContaining({ status: 'open', userId: open.userId, tickets: 1 }),
    ])
  })

  it('also where the contact has written since, which ends the snooze', () => {
    const log = start(false, true)
    const first = receive(log, 'a')
    log.add('ticket.accepted.v1', { ...of, from: pending, to: open })
    log.add('ticket.snoozed.v1', { ...of, until })
    resolve(log, open)
    log.add('ticket.resumed.v1', { ...of, from: closed, to: pending })
    receive(log, 'b')
    undo(log, pending, open)
    expect(ticket(log)).toMatchObject({ waitingSince: first.time, snoozedUntil: null })
  })

  it('gives back whether the contact had asked, unless the phone has answered since', () => {
    const asked = start(false, true)
    const { time } = receive(asked, 'a')
    resolve(asked, pending)
    undo(asked, closed, pending)
    expect(ticket(asked)?.waitingSince).toBe(asked.events[0]?.time)
    asked.add('ticket.accepted.v1', { ...of, from: pending, to: open })
    expect(ticket(asked)?.waitingSince).toBe(time)
    resolve(asked, open)
    receive(asked, 'from the phone', { fromMe: true })
    undo(asked, closed, open)
    expect(ticket(asked)?.waitingSince).toBeNull()

    const told = start()
    resolve(told, pending)
    undo(told, closed, pending)
    told.add('ticket.accepted.v1', { ...of, from: pending, to: open })
    expect(ticket(told)?.waitingSince).toBeNull()
  })
})

describe('a snoozed ticket', () => {
  const until = '2030-01-01T00:00:00.000Z'
  const snoozed = () => {
    const log = start()
    log.add('ticket.accepted.v1', { ...of, from: pending, to: open })
    log.add('ticket.snoozed.v1', { ...of, until })
    return log
  }

  it('comes back on top when its time has come', () => {
    const log = snoozed()
    expect(ticket(log)).toMatchObject({ snoozedUntil: until, updatedAt: log.events[1]?.time })
    const woken = log.add('ticket.woken.v1', { ...of, because: 'time' })
    expect(ticket(log)).toMatchObject({ snoozedUntil: null, updatedAt: woken.time, position: woken.position })
  })

  it('comes back with a message of the contact and with a move, not with ours', () => {
    const log = snoozed()
    receive(log, 'ours', { fromMe: true })
    receive(log, 'old', { imported: true })
    expect(ticket(log)?.snoozedUntil).toBe(until)
    receive(log, 'theirs')
    expect(ticket(log)?.snoozedUntil).toBeNull()
    const moved = snoozed()
    moved.add('ticket.transferred.v1', { ...of, from: open, to: { ...open, queueId: 6 } })
    expect(ticket(moved)?.snoozedUntil).toBeNull()
  })
})
