import { streams } from '@guiche/contracts/streams.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { contactDecider } from '../contact/decide.js'
import { messageFrom, newCustomer } from '../testing/customer.js'
import { ADMIN, ANA, BIA, COMPANY, type Desk, FOREIGNER, openDesk, STRANGER } from '../testing/desk.js'
import { metaFor } from '../testing/store.js'
import { userDecider } from '../user/decide.js'

const NOON = '2026-03-02T12:00:00.000Z'
const timeAfter = (seconds: number): string => new Date(Date.parse(NOON) + seconds * 1000).toISOString()
const AUTOMATIC_TEXTS_ON = { sendMsgTransfTicket: 'enabled', sendGreetingAccepted: 'enabled' }

let desk: Desk
const openUndoDesk = async (settings: Record<string, string> = AUTOMATIC_TEXTS_ON) => {
  desk = await openDesk({ settings })
  await desk.conversations.duePools.completion.stop()
  await desk.conversations.duePools.snooze.stop()
}
beforeEach(() => openUndoDesk())
afterEach(() => desk.close())

const putTicket = (who: typeof ANA, ticketId: number, body: object) =>
  desk.call(who, 'PUT', `/tickets/${ticketId}`, body)
const resolveTicket = (who: typeof ANA, ticketId: number) => putTicket(who, ticketId, { status: 'closed' })
const undoClose = (who: typeof ANA, ticketId: number) =>
  desk.call(who, 'POST', `/tickets/${ticketId}/undo-close`)
const attendedTicket = async (by = ANA) => {
  const known = await newCustomer(desk)
  await putTicket(by, known.ticketId, { status: 'open' })
  return known
}
const ticketDoc = (ticketId: number) => desk.documents.one('tickets', COMPANY, ticketId)
const countUndone = async () => (await desk.log('ticket.close-undone')).length
/** The automatic texts that the contact gets after all events are handled. */
const automaticTexts = async () => {
  await desk.shown()
  await desk.automaticMessages.handle((await desk.log()).map((value) => ({ value })))
  await desk.build().conversations.duePools.completion.work()
  return (await desk.log('message.requested')).map(({ data }) => data.source)
}

describe('a close that is undone', () => {
  it('gives a waiting ticket its place back', async () => {
    const { ticketId } = await newCustomer(desk)
    desk.setTime(timeAfter(3 * 3600))
    await resolveTicket(ANA, ticketId)
    desk.setTime(timeAfter(3 * 3600 + 5))
    const back = await undoClose(ANA, ticketId)
    expect(back.status).toBe(200)
    expect(back.body).toMatchObject({ status: 'pending', userId: null, waitingSince: NOON })
  })

  it('gives a colleague’s ticket back to the colleague, and sends the contact nothing', async () => {
    const { ticketId } = await attendedTicket()
    const before = await ticketDoc(ticketId)
    const told = await automaticTexts()
    await resolveTicket(ADMIN, ticketId)
    expect((await undoClose(ADMIN, ticketId)).body).toMatchObject({
      status: 'open',
      userId: ANA.userId,
      waitingSince: before?.waitingSince,
    })
    desk.setTime(timeAfter(60))
    expect(await automaticTexts()).toEqual(told)
    expect(told).toContain('greeting')
    expect((await desk.log('ticket.')).map(({ type }) => type).slice(-2)).toEqual([
      'ticket.closed.v1',
      'ticket.close-undone.v1',
    ])
  })

  it('leaves a snoozed ticket snoozed, and it comes back at its time', async () => {
    const { ticketId } = await attendedTicket()
    const until = timeAfter(8)
    await desk.call(ANA, 'POST', `/tickets/${ticketId}/snooze`, { until })
    await resolveTicket(ANA, ticketId)
    desk.setTime(timeAfter(8.5))
    const { snooze } = desk.build().conversations.duePools
    const wake = async () => {
      await desk.shown()
      await snooze.work()
      await desk.shown()
    }
    await wake()
    expect((await undoClose(ANA, ticketId)).body).toMatchObject({ status: 'open', snoozedUntil: until })
    await wake()
    expect(await ticketDoc(ticketId)).toMatchObject({ status: 'open', snoozedUntil: null })
    expect(await desk.log('ticket.woken')).toHaveLength(1)
  })

  it('does not count against the open tickets that one may have', async () => {
    const { ticketId } = await attendedTicket()
    await resolveTicket(ANA, ticketId)
    await attendedTicket()
    await desk.kernel.execute(
      userDecider,
      streams.user(ANA.userId),
      { kind: 'edit', by: ADMIN, wanted: { maxOpenTickets: 1 }, passwordRef: null },
      metaFor(),
    )
    expect((await putTicket(ANA, ticketId, { status: 'open' })).body.error).toBe('ERR_USER_AT_CAPACITY')
    expect((await undoClose(ANA, ticketId)).body).toMatchObject({ status: 'open', userId: ANA.userId })
  })

  it('is undone once, also by two at once', async () => {
    const { ticketId } = await attendedTicket()
    await resolveTicket(ANA, ticketId)
    const answers = await Promise.all([undoClose(ANA, ticketId), undoClose(ADMIN, ticketId)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await undoClose(ANA, ticketId)).body).toEqual({ error: 'ERR_TICKET_STATE' })
    expect(await countUndone()).toBe(1)
  })

  it('is undone while its text is held back, and not after', async () => {
    const { ticketId } = await attendedTicket()
    await resolveTicket(ANA, ticketId)
    desk.setTime(timeAfter(9))
    expect((await undoClose(ANA, ticketId)).body).toEqual({ error: 'ERR_UNDO_OVER' })
    desk.setTime(timeAfter(10))
    await automaticTexts()
    desk.setTime(timeAfter(5))
    expect((await undoClose(ANA, ticketId)).body).toEqual({ error: 'ERR_UNDO_OVER' })
    expect(await countUndone()).toBe(0)
  })

  it('works also if the contact has written meanwhile, unless an agent has taken the ticket', async () => {
    const { ticketId, pn } = await attendedTicket()
    await desk.call(ANA, 'POST', `/tickets/${ticketId}/snooze`, { until: timeAfter(3600) })
    await resolveTicket(ANA, ticketId)
    await desk.report(messageFrom(pn))
    await desk.shown()
    expect(await ticketDoc(ticketId)).toMatchObject({ status: 'pending' })
    const told = await automaticTexts()
    expect((await undoClose(ANA, ticketId)).body).toMatchObject({
      status: 'open',
      userId: ANA.userId,
      snoozedUntil: null,
      waitingSince: NOON,
      unreadMessages: 1,
    })
    expect(await automaticTexts()).toEqual(told)

    await resolveTicket(ANA, ticketId)
    await desk.report(messageFrom(pn))
    await putTicket(BIA, ticketId, { status: 'open' })
    expect((await undoClose(ANA, ticketId)).body).toEqual({ error: 'ERR_TICKET_STATE' })
  })

  it('makes way for a newer active ticket of the contact', async () => {
    await desk.close()
    await openUndoDesk({ reopenWindowMinutes: '0' })
    const { ticketId, pn } = await attendedTicket()
    await resolveTicket(ANA, ticketId)
    await desk.report(messageFrom(pn))
    const late = await undoClose(ANA, ticketId)
    expect([late.status, late.body]).toMatchObject([
      409,
      { error: 'ERR_OTHER_OPEN_TICKET', details: { userId: null } },
    ])
    expect(await countUndone()).toBe(0)
  })

  it('works for the closing user and for admins; the ticket does not exist for another company', async () => {
    const { ticketId } = await attendedTicket()
    await resolveTicket(ANA, ticketId)
    expect((await undoClose(BIA, ticketId)).body).toEqual({ error: 'ERR_NO_PERMISSION' })
    expect((await undoClose(STRANGER, ticketId)).body).toEqual({ error: 'ERR_NO_PERMISSION' })
    expect((await undoClose(FOREIGNER, ticketId)).body).toEqual({ error: 'ERR_NO_TICKET_FOUND' })
    expect((await undoClose(ANA, ticketId)).status).toBe(200)
  })

  it('stays where the contact is being erased', async () => {
    const { ticketId, contactId } = await attendedTicket()
    await resolveTicket(ANA, ticketId)
    await desk.kernel.execute(contactDecider, streams.contact(contactId), { kind: 'erase' }, metaFor())
    expect((await undoClose(ANA, ticketId)).body).toEqual({ error: 'ERR_CONTACT_ERASED' })
  })
})
