import { streams } from '@guiche/contracts/streams.js'
import { UNDO_SECONDS } from '@guiche/contracts/ticket/undo.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { messageFrom, newCustomer, startHistoryImport } from '../testing/customer.js'
import { ADMIN, ANA, COMPANY, CONNECTION, type Desk, openDesk } from '../testing/desk.js'
import { metaFor } from '../testing/store.js'
import { ticketDecider } from './decide.js'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk({ settings: { userRating: 'enabled' } })
  // The test runs the background consequences itself, in its own order.
  await desk.automaticMessages.stop()
  await desk.conversations.duePools.completion.stop()
})
afterEach(() => desk.close())

const ticketDoc = (ticketId: number) => desk.documents.one('tickets', COMPANY, ticketId)
const putTicket = (ticketId: number, body: object, headers = {}) =>
  desk.call(ANA, 'PUT', `/tickets/${ticketId}`, body, headers)
const resolveTicket = (ticketId: number, seen = '') =>
  putTicket(ticketId, { status: 'closed' }, { 'x-seen-position': seen })
/** A ticket of Ana. Its last message is not yet on her screen. */
const staleScreen = async () => {
  const one = await newCustomer(desk)
  await putTicket(one.ticketId, { status: 'open' })
  await desk.call(ANA, 'POST', `/tickets/${one.ticketId}/read`)
  await desk.shown()
  const seen = (await ticketDoc(one.ticketId))?.position ?? ''
  await desk.report(messageFrom(one.pn, { body: 'Mais uma coisa' }))
  await desk.shown()
  return { ...one, seen }
}
/** Runs the consequences of all closes, twice, as after a crash. */
const runConsequences = async () => {
  const events = (await desk.log('ticket.closed')).map((value) => ({ value }))
  await desk.automaticMessages.handle(events)
  await desk.automaticMessages.handle(events)
  await desk.shown()
}
/** Runs work that is due after the time to undo. Gives the texts sent to the contact. */
const textsAfterUndo = async () => {
  desk.setTime(new Date(desk.clock.now().getTime() + UNDO_SECONDS * 1000).toISOString())
  await desk.shown()
  await desk.build().conversations.duePools.completion.work()
  await desk.shown()
  return (await desk.log('message.requested')).filter(({ data }) => data.source === 'completion')
}
const countEvents = async (type: string) => (await desk.log(type)).length
const WAITING = { status: 'pending', userId: null, unread: 1 }

describe('a ticket that was resolved on a screen without the last message', () => {
  it('waits again with the unseen message unread, and the contact gets no text', async () => {
    const { ticketId, contactId, seen } = await staleScreen()
    expect((await resolveTicket(ticketId, seen)).status).toBe(200)
    await runConsequences()
    expect(await ticketDoc(ticketId)).toMatchObject(WAITING)
    const [back, second] = await desk.log('ticket.resumed')
    expect(back?.actor).toEqual({ kind: 'contact', id: contactId })
    expect(second).toBeUndefined()
    expect(await textsAfterUndo()).toEqual([])
    expect(await countEvents('ticket.close-settled')).toBe(0)
  })

  it('does so also when the text is due before the process has come to the close', async () => {
    const { ticketId, seen } = await staleScreen()
    await resolveTicket(ticketId, seen)
    expect(await textsAfterUndo()).toEqual([])
    expect(await ticketDoc(ticketId)).toMatchObject(WAITING)
    await runConsequences()
    expect([await countEvents('ticket.resumed'), await countEvents('ticket.close-settled')]).toEqual([1, 0])
  })

  it('is given back by an undo, too', async () => {
    const { ticketId, seen } = await staleScreen()
    await resolveTicket(ticketId, seen)
    await runConsequences()
    expect(await ticketDoc(ticketId)).toMatchObject(WAITING)
    const undone = await desk.call(ANA, 'POST', `/tickets/${ticketId}/undo-close`)
    expect([undone.status, undone.body]).toMatchObject([200, { status: 'open', userId: ANA.userId }])
    expect(await textsAfterUndo()).toEqual([])
  })

  it('stays closed if a user who had seen the message closed it again', async () => {
    const { ticketId, seen } = await staleScreen()
    await resolveTicket(ticketId, seen)
    await putTicket(ticketId, { status: 'open' })
    await resolveTicket(ticketId, await desk.eventStore.head())
    await runConsequences()
    expect(await ticketDoc(ticketId)).toMatchObject({ status: 'closed', unread: 0 })
    expect(await textsAfterUndo()).toHaveLength(1)
  })

  it('stays closed beside another active ticket, the message unread, and the contact gets no text', async () => {
    const { ticketId, contactId, seen } = await staleScreen()
    await resolveTicket(ticketId, seen)
    const begun = { contactId, whatsappId: CONNECTION, userId: ADMIN.userId, status: 'open' }
    expect((await desk.call(ADMIN, 'POST', '/tickets', begun)).body.id).not.toBe(ticketId)
    await runConsequences()
    expect(await textsAfterUndo()).toEqual([])
    expect(await ticketDoc(ticketId)).toMatchObject({ status: 'closed', unread: 1 })
    expect(await countEvents('ticket.close-settled')).toBe(1)
  })
})

describe('a ticket closed by a user who had seen all messages', () => {
  it('stays closed and read, and the contact is asked how it was', async () => {
    const { ticketId } = await staleScreen()
    await resolveTicket(ticketId, (await ticketDoc(ticketId))?.position)
    await runConsequences()
    expect(await ticketDoc(ticketId)).toMatchObject({ status: 'closed', unread: 0 })
    expect(await textsAfterUndo()).toHaveLength(1)
    expect(await countEvents('ticket.resumed')).toBe(0)
  })

  it('comes back once by a message after the close', async () => {
    const { ticketId, pn } = await staleScreen()
    await resolveTicket(ticketId, (await ticketDoc(ticketId))?.position)
    await desk.report(messageFrom(pn))
    await desk.shown()
    await runConsequences()
    expect(await ticketDoc(ticketId)).toMatchObject(WAITING)
    expect(await countEvents('ticket.resumed')).toBe(1)
    expect(await textsAfterUndo()).toEqual([])
  })
})

describe('a ticket that an import has opened, closed when that has ended', () => {
  const closeImported = async (ticketId: number, seen: string) => {
    const close = { kind: 'close', reason: 'imported', onlyStatus: 'pending', seen } as const
    await desk.kernel.execute(ticketDecider, streams.ticket(ticketId), close, metaFor())
    await runConsequences()
    return ticketDoc(ticketId)
  }
  const imported = async () => {
    await startHistoryImport(desk)
    return newCustomer(desk, { imported: true, sentAt: '2026-02-01T10:00:00.000Z' })
  }

  it('waits when the contact has written meanwhile', async () => {
    const { ticketId, pn } = await imported()
    const seen = await desk.eventStore.head()
    await desk.report(messageFrom(pn))
    await desk.shown()
    expect(await closeImported(ticketId, seen)).toMatchObject(WAITING)
  })

  it('stays closed when there were only more of the old messages', async () => {
    const { ticketId, pn } = await imported()
    const seen = await desk.eventStore.head()
    await desk.report(messageFrom(pn, { imported: true, sentAt: '2026-02-01T09:00:00.000Z' }))
    await desk.shown()
    expect(await closeImported(ticketId, seen)).toMatchObject({ status: 'closed' })
  })
})
