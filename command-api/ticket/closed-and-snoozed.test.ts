import { describe, expect, it } from '@jest/globals'
import {
  accepted,
  agent,
  closed,
  deleted,
  given,
  ids,
  movedFact,
  open,
  opened,
  other,
  pending,
  resolved,
  stranger,
} from '../testing/ticket-facts.js'
import type { TicketCommand } from './commands.js'
import { ticketDecider } from './decide.js'
import type { RatingReply } from './rating.js'
import { closedUnseen, mayResume, type TicketFact } from './state.js'

describe('a closed ticket and a new message', () => {
  const { state } = given([opened, accepted, resolved])
  it('comes back within the window and not after it', () => {
    expect(mayResume(state, '2026-03-02T12:59:59.000Z', 120)).toBe(true)
    expect(mayResume(state, '2026-03-02T13:00:00.000Z', 120)).toBe(false)
    expect(mayResume(state, '2026-03-02T11:00:00.000Z', 0)).toBe(false)
  })
  it('never comes back once merged, erased or deleted', () => {
    const merged = given([
      opened,
      { ...resolved, data: { ...resolved.data, reason: 'merged' } } as TicketFact,
    ]).state
    expect(mayResume(merged, '2026-03-02T11:00:01.000Z', 120)).toBe(false)
    expect(mayResume(given([opened, resolved, deleted]).state, '2026-03-02T11:00:01.000Z', 120)).toBe(false)
  })
  it('was closed unseen when the close came first or its screen was older', () => {
    const at = (place: number) => String(place).padStart(20, '0')
    expect(closedUnseen(state, at(51))).toBe(true)
    expect(closedUnseen(state, at(49))).toBe(false)
    const looked = (seen: number) =>
      given([opened, { ...resolved, data: { ...resolved.data, seen: at(seen) } } as TicketFact]).state
    expect(closedUnseen(looked(48), at(49))).toBe(true)
    expect(closedUnseen(looked(49), at(49))).toBe(false)
    expect(closedUnseen(given([opened]).state, at(99))).toBe(false)
    const resume = (unseen: number): TicketCommand => ({ kind: 'resume', unseen: at(unseen) })
    const over = given([opened, accepted, resolved])
    over.when(resume(51)).then([movedFact('ticket.resumed.v1', closed, pending)])
    over.when(resume(49)).thenNothingHappened()
  })
})

describe('a snoozed ticket', () => {
  const until = '2026-03-03T12:00:00.000Z'
  const snoozed: TicketFact = { type: 'ticket.snoozed.v1', data: { ...ids, until } }
  const woken = (because: 'time' | 'user'): TicketFact => ({
    type: 'ticket.woken.v1',
    data: { ...ids, because },
  })

  it('is attended by its agent or an admin', () => {
    const attended = given([opened, accepted])
    attended.when({ kind: 'snooze', caller: agent, until }).then([snoozed])
    attended.when({ kind: 'snooze', caller: { ...other, profile: 'admin' }, until }).then([snoozed])
    attended.when({ kind: 'snooze', caller: other, until }).thenError('ERR_NO_PERMISSION')
    attended
      .when({ kind: 'snooze', caller: { ...agent, companyId: 2 }, until })
      .thenError('ERR_NO_TICKET_FOUND')
    given([opened]).when({ kind: 'snooze', caller: agent, until }).thenError('ERR_TICKET_STATE')
    given([opened, accepted, resolved])
      .when({ kind: 'snooze', caller: agent, until })
      .thenError('ERR_TICKET_STATE')
  })

  it('is snoozed again also until the same time: a message may have ended the first one', () => {
    given([opened, accepted, snoozed]).when({ kind: 'snooze', caller: agent, until }).then([snoozed])
  })

  it('comes back when a person wants it, or at the time that was asked for last', () => {
    const sleeping = given([opened, accepted, snoozed])
    sleeping.when({ kind: 'wake', caller: agent }).then([woken('user')])
    sleeping.when({ kind: 'wake', caller: { ...other, profile: 'admin' } }).then([woken('user')])
    sleeping.when({ kind: 'wake', caller: other }).thenError('ERR_NO_PERMISSION')
    sleeping.when({ kind: 'wake', caller: stranger }).thenError('ERR_NO_PERMISSION')
    sleeping.when({ kind: 'wake', caller: null, until }).then([woken('time')])
    sleeping.when({ kind: 'wake', caller: null, until: '2026-03-02T13:00:00.000Z' }).thenNothingHappened()
    given([opened, accepted, snoozed, woken('user')])
      .when({ kind: 'wake', caller: agent })
      .thenNothingHappened()
  })

  it('is put back to the time before, or woken, only as long as it sleeps as it was seen', () => {
    const earlier = '2026-03-03T09:00:00.000Z'
    const sleeping = given([opened, accepted, snoozed])
    const back = { kind: 'snooze', caller: agent, until: earlier } as const
    sleeping
      .when({ ...back, seen: until })
      .then([{ type: 'ticket.snoozed.v1', data: { ...ids, until: earlier } }])
    sleeping.when({ ...back, seen: earlier }).thenNothingHappened()
    sleeping.when({ kind: 'wake', caller: agent, seen: until }).then([woken('user')])
    sleeping.when({ kind: 'wake', caller: agent, seen: earlier }).thenNothingHappened()
    given([opened, accepted, snoozed, woken('user')])
      .when({ ...back, seen: until })
      .thenNothingHappened()
    given([opened, accepted, resolved])
      .when({ ...back, seen: until })
      .thenNothingHappened()
  })

  it('comes back by any move', () => {
    const moves = given([opened, accepted, snoozed, movedFact('ticket.returned.v1', open, pending)])
    moves.when({ kind: 'wake', caller: null, until }).thenNothingHappened()
  })
})

describe('a close', () => {
  const settled: TicketFact = { type: 'ticket.close-settled.v1', data: ids }
  const settle: TicketCommand = { kind: 'settle-close', position: '00000000000000000050' }

  it('is settled while it stands, and not after it was taken back', () => {
    given([opened, accepted, resolved]).when(settle).then([settled])
    given([opened, accepted, resolved, movedFact('ticket.reopened.v1', closed, open)])
      .when(settle)
      .thenNothingHappened()
  })

  it('is undone by the closing user or an admin, until the contact gets a text', () => {
    const last = '2026-03-02T11:00:08.999Z'
    const undo: TicketCommand = { kind: 'undo-close', caller: agent }
    const back = movedFact('ticket.close-undone.v1', closed, open)
    const over = given([opened, accepted, resolved])
    over.when(undo, last).then([back])
    over.when({ ...undo, caller: { ...other, profile: 'admin' } }, last).then([back])
    over.when({ ...undo, caller: other }, last).thenError('ERR_NO_PERMISSION')
    over.when({ ...undo, caller: { ...agent, companyId: 2 } }, last).thenError('ERR_NO_TICKET_FOUND')
    over.when(undo, '2026-03-02T11:00:09.000Z').thenError('ERR_UNDO_OVER')
    given([opened, accepted, resolved, settled]).when(undo, last).thenError('ERR_UNDO_OVER')
    const { undoSeconds: _, ...older } = resolved.data as Extract<
      TicketFact,
      { type: 'ticket.closed.v1' }
    >['data']
    given([opened, accepted, { ...resolved, data: older } as TicketFact])
      .when(undo, last)
      .thenError('ERR_UNDO_OVER')
    given([opened, accepted, resolved, back]).when(undo, last).thenError('ERR_TICKET_STATE')
    given([opened, accepted, resolved, movedFact('ticket.resumed.v1', closed, pending)])
      .when(undo, last)
      .then([movedFact('ticket.close-undone.v1', pending, open)])
  })

  const asked: TicketFact = { type: 'ticket.close-settled.v1', data: { ...ids, ratingAsked: true } }
  const reply = (of: RatingReply, messageId = 'm1'): TicketCommand => ({ kind: 'rate', reply: of, messageId })
  const rate = reply({ kind: 'rated', rating: 3 })
  const rated: TicketFact = {
    type: 'ticket.rated.v1',
    data: { ...ids, userId: closed.userId, queueId: closed.queueId, rating: 3, messageId: 'm1' },
  }

  it('is rated once, where the contact was asked, and as long as it stands', () => {
    const over = given([opened, accepted, resolved])
    over.when({ ...settle, ratingAsked: true }).then([asked])
    over.when(rate).thenNothingHappened()
    given([opened, accepted, resolved, settled]).when(rate).thenNothingHappened()
    given([opened, accepted, resolved, asked]).when(rate).then([rated])
    given([opened, accepted, resolved, asked, rated])
      .when(reply({ kind: 'rated', rating: 1 }, 'm2'))
      .thenNothingHappened()
    given([opened, accepted, resolved, asked, movedFact('ticket.reopened.v1', closed, open)])
      .when(rate)
      .thenNothingHappened()
  })

  it('is asked once more after an unclear answer, and accepts comments on a rating', () => {
    const unclear = (messageId: string, over: boolean): TicketFact => ({
      type: 'ticket.rating-unclear.v1',
      data: { ...ids, messageId, over },
    })
    const [again, thanked] = [reply({ kind: 'again' }), reply({ kind: 'thanked' }, 'm2')]
    const comment = reply({ kind: 'comment' }, 'm3')
    const commented: TicketFact = {
      type: 'ticket.rating-commented.v1',
      data: { ...ids, messageId: 'm3', ratedBy: 'm1' },
    }
    const question = [opened, accepted, resolved, asked]
    given(question)
      .when(again)
      .then([unclear('m1', false)])
    given(question).when(thanked).thenNothingHappened()
    given(question).when(comment).thenNothingHappened()
    const once = [...question, unclear('m1', false)]
    given(once).when(again).thenNothingHappened()
    given(once)
      .when(reply({ kind: 'again' }, 'm2'))
      .thenNothingHappened()
    given(once)
      .when(thanked)
      .then([unclear('m2', true)])
    given([...once, unclear('m2', true)])
      .when(rate)
      .thenNothingHappened()
    given([...question, rated])
      .when(comment)
      .then([commented])
    given([...question, rated])
      .when(reply({ kind: 'again' }, 'm2'))
      .thenNothingHappened()
    given([...question, rated, commented])
      .when(comment)
      .thenNothingHappened()
    given([...question, rated, settled])
      .when(comment)
      .thenNothingHappened()
  })

  it('that was rated does not come back by a message', () => {
    const standing = [opened, accepted, resolved, asked].reduce(ticketDecider.evolve, ticketDecider.initial)
    expect(mayResume(standing, standing.closedAt ?? '', 120)).toBe(true)
    expect(mayResume(ticketDecider.evolve(standing, rated), standing.closedAt ?? '', 120)).toBe(false)
  })
})
