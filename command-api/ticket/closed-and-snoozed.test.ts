import { describe, expect, it } from '@jest/globals'
import {
  acceptedFact,
  agentCaller,
  closedAssignment,
  deletedFact,
  given,
  movedFact,
  openAssignment,
  openedFact,
  otherCaller,
  pendingAssignment,
  resolvedFact,
  strangerCaller,
  ticketIds,
} from '../testing/ticket-facts.js'
import type { TicketCommand } from './commands.js'
import { ticketDecider } from './decide.js'
import type { RatingReply } from './rating.js'
import { closedUnseen, mayResume, type TicketFact } from './state.js'

describe('a closed ticket and a new message', () => {
  const { state } = given([openedFact, acceptedFact, resolvedFact])
  it('comes back within the window and not after it', () => {
    expect(mayResume(state, '2026-03-02T12:59:59.000Z', 120)).toBe(true)
    expect(mayResume(state, '2026-03-02T13:00:00.000Z', 120)).toBe(false)
    expect(mayResume(state, '2026-03-02T11:00:00.000Z', 0)).toBe(false)
  })
  it('never comes back once merged, erased or deleted', () => {
    const merged = given([
      openedFact,
      { ...resolvedFact, data: { ...resolvedFact.data, reason: 'merged' } } as TicketFact,
    ]).state
    expect(mayResume(merged, '2026-03-02T11:00:01.000Z', 120)).toBe(false)
    expect(
      mayResume(given([openedFact, resolvedFact, deletedFact]).state, '2026-03-02T11:00:01.000Z', 120),
    ).toBe(false)
  })
  it('was closed unseen when the close came first or its screen was older', () => {
    const at = (place: number) => String(place).padStart(20, '0')
    expect(closedUnseen(state, at(51))).toBe(true)
    expect(closedUnseen(state, at(49))).toBe(false)
    const looked = (seen: number) =>
      given([openedFact, { ...resolvedFact, data: { ...resolvedFact.data, seen: at(seen) } } as TicketFact])
        .state
    expect(closedUnseen(looked(48), at(49))).toBe(true)
    expect(closedUnseen(looked(49), at(49))).toBe(false)
    expect(closedUnseen(given([openedFact]).state, at(99))).toBe(false)
    const resume = (unseen: number): TicketCommand => ({ kind: 'resume', unseen: at(unseen) })
    const over = given([openedFact, acceptedFact, resolvedFact])
    over.when(resume(51)).then([movedFact('ticket.resumed.v1', closedAssignment, pendingAssignment)])
    over.when(resume(49)).thenNothingHappened()
  })
})

describe('a snoozed ticket', () => {
  const until = '2026-03-03T12:00:00.000Z'
  const snoozed: TicketFact = { type: 'ticket.snoozed.v1', data: { ...ticketIds, until } }
  const woken = (because: 'time' | 'user'): TicketFact => ({
    type: 'ticket.woken.v1',
    data: { ...ticketIds, because },
  })

  it('is attended by its agent or an admin', () => {
    const attended = given([openedFact, acceptedFact])
    attended.when({ kind: 'snooze', caller: agentCaller, until }).then([snoozed])
    attended.when({ kind: 'snooze', caller: { ...otherCaller, profile: 'admin' }, until }).then([snoozed])
    attended.when({ kind: 'snooze', caller: otherCaller, until }).thenError('ERR_NO_PERMISSION')
    attended
      .when({ kind: 'snooze', caller: { ...agentCaller, companyId: 2 }, until })
      .thenError('ERR_NO_TICKET_FOUND')
    given([openedFact]).when({ kind: 'snooze', caller: agentCaller, until }).thenError('ERR_TICKET_STATE')
    given([openedFact, acceptedFact, resolvedFact])
      .when({ kind: 'snooze', caller: agentCaller, until })
      .thenError('ERR_TICKET_STATE')
  })

  it('is snoozed again also until the same time: a message may have ended the first one', () => {
    given([openedFact, acceptedFact, snoozed])
      .when({ kind: 'snooze', caller: agentCaller, until })
      .then([snoozed])
  })

  it('comes back when a person wants it, or at the time that was asked for last', () => {
    const sleeping = given([openedFact, acceptedFact, snoozed])
    sleeping.when({ kind: 'wake', caller: agentCaller }).then([woken('user')])
    sleeping.when({ kind: 'wake', caller: { ...otherCaller, profile: 'admin' } }).then([woken('user')])
    sleeping.when({ kind: 'wake', caller: otherCaller }).thenError('ERR_NO_PERMISSION')
    sleeping.when({ kind: 'wake', caller: strangerCaller }).thenError('ERR_NO_PERMISSION')
    sleeping.when({ kind: 'wake', caller: null, until }).then([woken('time')])
    sleeping.when({ kind: 'wake', caller: null, until: '2026-03-02T13:00:00.000Z' }).thenNothingHappened()
    given([openedFact, acceptedFact, snoozed, woken('user')])
      .when({ kind: 'wake', caller: agentCaller })
      .thenNothingHappened()
  })

  it('is put back to the time before, or woken, only as long as it sleeps as it was seen', () => {
    const earlier = '2026-03-03T09:00:00.000Z'
    const sleeping = given([openedFact, acceptedFact, snoozed])
    const back = { kind: 'snooze', caller: agentCaller, until: earlier } as const
    sleeping
      .when({ ...back, seen: until })
      .then([{ type: 'ticket.snoozed.v1', data: { ...ticketIds, until: earlier } }])
    sleeping.when({ ...back, seen: earlier }).thenNothingHappened()
    sleeping.when({ kind: 'wake', caller: agentCaller, seen: until }).then([woken('user')])
    sleeping.when({ kind: 'wake', caller: agentCaller, seen: earlier }).thenNothingHappened()
    given([openedFact, acceptedFact, snoozed, woken('user')])
      .when({ ...back, seen: until })
      .thenNothingHappened()
    given([openedFact, acceptedFact, resolvedFact])
      .when({ ...back, seen: until })
      .thenNothingHappened()
  })

  it('comes back by any move', () => {
    const moves = given([
      openedFact,
      acceptedFact,
      snoozed,
      movedFact('ticket.returned.v1', openAssignment, pendingAssignment),
    ])
    moves.when({ kind: 'wake', caller: null, until }).thenNothingHappened()
  })
})

describe('a close', () => {
  const settled: TicketFact = { type: 'ticket.close-settled.v1', data: ticketIds }
  const settle: TicketCommand = { kind: 'settle-close', position: '00000000000000000050' }

  it('is settled while it stands, and not after it was taken back', () => {
    given([openedFact, acceptedFact, resolvedFact]).when(settle).then([settled])
    given([
      openedFact,
      acceptedFact,
      resolvedFact,
      movedFact('ticket.reopened.v1', closedAssignment, openAssignment),
    ])
      .when(settle)
      .thenNothingHappened()
  })

  it('is undone by the closing user or an admin, until the contact gets a text', () => {
    const last = '2026-03-02T11:00:08.999Z'
    const undo: TicketCommand = { kind: 'undo-close', caller: agentCaller }
    const back = movedFact('ticket.close-undone.v1', closedAssignment, openAssignment)
    const over = given([openedFact, acceptedFact, resolvedFact])
    over.when(undo, last).then([back])
    over.when({ ...undo, caller: { ...otherCaller, profile: 'admin' } }, last).then([back])
    over.when({ ...undo, caller: otherCaller }, last).thenError('ERR_NO_PERMISSION')
    over.when({ ...undo, caller: { ...agentCaller, companyId: 2 } }, last).thenError('ERR_NO_TICKET_FOUND')
    over.when(undo, '2026-03-02T11:00:09.000Z').thenError('ERR_UNDO_OVER')
    given([openedFact, acceptedFact, resolvedFact, settled]).when(undo, last).thenError('ERR_UNDO_OVER')
    const { undoSeconds: _, ...older } = resolvedFact.data as Extract<
      TicketFact,
      { type: 'ticket.closed.v1' }
    >['data']
    given([openedFact, acceptedFact, { ...resolvedFact, data: older } as TicketFact])
      .when(undo, last)
      .thenError('ERR_UNDO_OVER')
    given([openedFact, acceptedFact, resolvedFact, back]).when(undo, last).thenError('ERR_TICKET_STATE')
    given([
      openedFact,
      acceptedFact,
      resolvedFact,
      movedFact('ticket.resumed.v1', closedAssignment, pendingAssignment),
    ])
      .when(undo, last)
      .then([movedFact('ticket.close-undone.v1', pendingAssignment, openAssignment)])
  })

  const asked: TicketFact = { type: 'ticket.close-settled.v1', data: { ...ticketIds, ratingAsked: true } }
  const reply = (of: RatingReply, messageId = 'm1'): TicketCommand => ({ kind: 'rate', reply: of, messageId })
  const rate = reply({ kind: 'rated', rating: 3 })
  const rated: TicketFact = {
    type: 'ticket.rated.v1',
    data: {
      ...ticketIds,
      userId: closedAssignment.userId,
      queueId: closedAssignment.queueId,
      rating: 3,
      messageId: 'm1',
    },
  }

  it('is rated once, where the contact was asked, and as long as it stands', () => {
    const over = given([openedFact, acceptedFact, resolvedFact])
    over.when({ ...settle, ratingAsked: true }).then([asked])
    over.when(rate).thenNothingHappened()
    given([openedFact, acceptedFact, resolvedFact, settled]).when(rate).thenNothingHappened()
    given([openedFact, acceptedFact, resolvedFact, asked]).when(rate).then([rated])
    given([openedFact, acceptedFact, resolvedFact, asked, rated])
      .when(reply({ kind: 'rated', rating: 1 }, 'm2'))
      .thenNothingHappened()
    given([
      openedFact,
      acceptedFact,
      resolvedFact,
      asked,
      movedFact('ticket.reopened.v1', closedAssignment, openAssignment),
    ])
      .when(rate)
      .thenNothingHappened()
  })

  it('is asked once more after an unclear answer, and accepts comments on a rating', () => {
    const unclear = (messageId: string, over: boolean): TicketFact => ({
      type: 'ticket.rating-unclear.v1',
      data: { ...ticketIds, messageId, over },
    })
    const [again, thanked] = [reply({ kind: 'again' }), reply({ kind: 'thanked' }, 'm2')]
    const comment = reply({ kind: 'comment' }, 'm3')
    const commented: TicketFact = {
      type: 'ticket.rating-commented.v1',
      data: { ...ticketIds, messageId: 'm3', ratedBy: 'm1' },
    }
    const question = [openedFact, acceptedFact, resolvedFact, asked]
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
    const standing = [openedFact, acceptedFact, resolvedFact, asked].reduce(
      ticketDecider.evolve,
      ticketDecider.initial,
    )
    expect(mayResume(standing, standing.closedAt ?? '', 120)).toBe(true)
    expect(mayResume(ticketDecider.evolve(standing, rated), standing.closedAt ?? '', 120)).toBe(false)
  })
})
