import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { messageFrom, newCustomer } from '../testing/customer.js'
import { ADMIN, ANA, BIA, type Desk, FOREIGNER, openDesk } from '../testing/desk.js'

const LATER = '2026-03-02T15:00:00.000Z'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
  await desk.conversations.duePools.snooze.stop()
})
afterEach(() => desk.close())

const attendedTicket = async () => {
  const known = await newCustomer(desk)
  await desk.call(ANA, 'PUT', `/tickets/${known.ticketId}`, { status: 'open' })
  return known
}
const snoozeTicket = (ticketId: number, who = ANA, until: string = LATER) =>
  desk.call(who, 'POST', `/tickets/${ticketId}/snooze`, { until })
const runDueWork = async () => {
  await desk.shown()
  await desk.build().conversations.duePools.snooze.work()
  await desk.shown()
}
const wokenTickets = async () =>
  (await desk.log('ticket.woken')).map(({ data, actor }) => [data.because, actor.kind])

describe('a snoozed ticket', () => {
  it('comes back at its time, not before, and once', async () => {
    const { ticketId } = await attendedTicket()
    expect((await snoozeTicket(ticketId)).body).toMatchObject({ snoozedUntil: LATER, status: 'open' })
    desk.setTime('2026-03-02T14:59:59.000Z')
    await runDueWork()
    expect(await wokenTickets()).toEqual([])
    desk.setTime(LATER)
    await runDueWork()
    await runDueWork()
    expect(await wokenTickets()).toEqual([['time', 'system']])
    const doc = await desk.documents.one('tickets', 1, ticketId)
    expect(doc).toMatchObject({ snoozedUntil: null, updatedAt: LATER })
  })

  it('ends when the contact writes, and its time has no further effect', async () => {
    const { ticketId, pn } = await attendedTicket()
    await snoozeTicket(ticketId)
    await desk.report(messageFrom(pn))
    await desk.shown()
    expect(await desk.documents.one('tickets', 1, ticketId)).toMatchObject({ snoozedUntil: null })
    desk.setTime(LATER)
    await runDueWork()
    expect(await wokenTickets()).toEqual([])
  })

  it('ends at the agent’s request, and can be moved to another time', async () => {
    const { ticketId } = await attendedTicket()
    await snoozeTicket(ticketId)
    const back = await desk.call(ANA, 'DELETE', `/tickets/${ticketId}/snooze`)
    expect(back.body).toMatchObject({ snoozedUntil: null })
    await snoozeTicket(ticketId)
    await snoozeTicket(ticketId, ANA, '2026-03-02T16:00:00.000Z')
    desk.setTime(LATER)
    await runDueWork()
    expect(await wokenTickets()).toEqual([['user', 'user']])
    desk.setTime('2026-03-02T16:00:00.000Z')
    await runDueWork()
    expect(await wokenTickets()).toHaveLength(2)
  })

  it('is put back to the time before only where it sleeps as the person saw it', async () => {
    const { ticketId } = await attendedTicket()
    const [earlier, other] = ['2026-03-02T14:00:00.000Z', '2026-03-02T16:00:00.000Z']
    await snoozeTicket(ticketId, ANA, earlier)
    const seen = (await snoozeTicket(ticketId)).body.position
    const headers = { 'x-seen-position': seen }
    const path = `/tickets/${ticketId}/snooze`
    const back = await desk.call(ANA, 'POST', path, { until: earlier }, headers)
    expect(back.body).toMatchObject({ snoozedUntil: earlier })
    // Another user has chosen another time since.
    await snoozeTicket(ticketId, ADMIN, other)
    const late = [
      await desk.call(ANA, 'POST', path, { until: earlier }, headers),
      await desk.call(ANA, 'DELETE', path, undefined, headers),
    ]
    for (const { status, body } of late) {
      expect(status).toBe(200)
      expect(body).toMatchObject({ snoozedUntil: other })
    }
    expect(await wokenTickets()).toEqual([])
  })

  it('is snoozed by its agent or an admin, until a time that is to come', async () => {
    const { ticketId } = await attendedTicket()
    expect((await snoozeTicket(ticketId, BIA)).status).toBe(403)
    expect((await snoozeTicket(ticketId, FOREIGNER)).status).toBe(404)
    expect((await snoozeTicket(ticketId, ANA, '2026-03-02T12:00:00.000Z')).status).toBe(400)
    expect((await snoozeTicket(ticketId, ANA, '2028-03-02T12:00:00.000Z')).status).toBe(400)
    expect((await snoozeTicket(ticketId, ADMIN)).status).toBe(200)
    await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'closed' })
    expect((await snoozeTicket(ticketId)).body).toEqual({ error: 'ERR_TICKET_STATE' })
  })
})
