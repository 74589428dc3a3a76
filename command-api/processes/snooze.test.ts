import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { customer, messageFrom } from '../testing/customer.js'
import { ADMIN, ANA, BIA, type Desk, FOREIGNER, openDesk } from '../testing/desk.js'

const LATER = '2026-03-02T15:00:00.000Z'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
  await desk.conversations.duePools.snooze.stop()
})
afterEach(() => desk.close())

const attended = async () => {
  const known = await customer(desk)
  await desk.call(ANA, 'PUT', `/tickets/${known.ticketId}`, { status: 'open' })
  return known
}
const snooze = (ticketId: number, who = ANA, until: string = LATER) =>
  desk.call(who, 'POST', `/tickets/${ticketId}/snooze`, { until })
const work = async () => {
  await desk.shown()
  await desk.build().conversations.duePools.snooze.work()
  await desk.shown()
}
const woken = async () =>
  (await desk.log('ticket.woken')).map(({ data, actor }) => [data.because, actor.kind])

describe('a snoozed ticket', () => {
  it('comes back at its time, not before, and once', async () => {
    const { ticketId } = await attended()
    expect((await snooze(ticketId)).body).toMatchObject({ snoozedUntil: LATER, status: 'open' })
    desk.setTime('2026-03-02T14:59:59.000Z')
    await work()
    expect(await woken()).toEqual([])
    desk.setTime(LATER)
    await work()
    await work()
    expect(await woken()).toEqual([['time', 'system']])
    const doc = await desk.documents.one('tickets', 1, ticketId)
    expect(doc).toMatchObject({ snoozedUntil: null, updatedAt: LATER })
  })

  it('comes back when the contact writes, and its time wakes nobody then', async () => {
    const { ticketId, pn } = await attended()
    await snooze(ticketId)
    await desk.report(messageFrom(pn))
    await desk.shown()
    expect(await desk.documents.one('tickets', 1, ticketId)).toMatchObject({ snoozedUntil: null })
    desk.setTime(LATER)
    await work()
    expect(await woken()).toEqual([])
  })

  it('comes back when its agent wants it, and can be snoozed to another time', async () => {
    const { ticketId } = await attended()
    await snooze(ticketId)
    const back = await desk.call(ANA, 'DELETE', `/tickets/${ticketId}/snooze`)
    expect(back.body).toMatchObject({ snoozedUntil: null })
    await snooze(ticketId)
    await snooze(ticketId, ANA, '2026-03-02T16:00:00.000Z')
    desk.setTime(LATER)
    await work()
    expect(await woken()).toEqual([['user', 'user']])
    desk.setTime('2026-03-02T16:00:00.000Z')
    await work()
    expect(await woken()).toHaveLength(2)
  })

  it('is put back to the time before only where it sleeps as the person saw it', async () => {
    const { ticketId } = await attended()
    const [earlier, other] = ['2026-03-02T14:00:00.000Z', '2026-03-02T16:00:00.000Z']
    await snooze(ticketId, ANA, earlier)
    const seen = (await snooze(ticketId)).body.position
    const headers = { 'x-seen-position': seen }
    const path = `/tickets/${ticketId}/snooze`
    const back = await desk.call(ANA, 'POST', path, { until: earlier }, headers)
    expect(back.body).toMatchObject({ snoozedUntil: earlier })
    // somebody else has chosen another time since
    await snooze(ticketId, ADMIN, other)
    const late = [
      await desk.call(ANA, 'POST', path, { until: earlier }, headers),
      await desk.call(ANA, 'DELETE', path, undefined, headers),
    ]
    for (const { status, body } of late) {
      expect(status).toBe(200)
      expect(body).toMatchObject({ snoozedUntil: other })
    }
    expect(await woken()).toEqual([])
  })

  it('is snoozed by its agent or an admin, until a time that is to come', async () => {
    const { ticketId } = await attended()
    expect((await snooze(ticketId, BIA)).status).toBe(403)
    expect((await snooze(ticketId, FOREIGNER)).status).toBe(404)
    expect((await snooze(ticketId, ANA, '2026-03-02T12:00:00.000Z')).status).toBe(400)
    expect((await snooze(ticketId, ANA, '2028-03-02T12:00:00.000Z')).status).toBe(400)
    expect((await snooze(ticketId, ADMIN)).status).toBe(200)
    await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'closed' })
    expect((await snooze(ticketId)).body).toEqual({ error: 'ERR_TICKET_STATE' })
  })
})
