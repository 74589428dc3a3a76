import { streams } from '@guiche/contracts/streams.js'
import { UNDO_SECONDS } from '@guiche/contracts/ticket/undo.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { customer, importing, messageFrom } from '../testing/customer.js'
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

const doc = (ticketId: number) => desk.documents.one('tickets', COMPANY, ticketId)
const put = (ticketId: number, body: object, headers = {}) =>
  desk.call(ANA, 'PUT', `/tickets/${ticketId}`, body, headers)
const resolve = (ticketId: number, seen = '') =>
  put(ticketId, { status: 'closed' }, { 'x-seen-position': seen })
/** A ticket of Ana. Its last message is not yet on her screen. */
const staleScreen = async () => {
  const one = await customer(desk)
  await put(one.ticketId, { status: 'open' })
  await desk.call(ANA, 'POST', `/tickets/${one.ticketId}/read`)
  await desk.shown()
  const seen = (await doc(one.ticketId))?.position ?? ''
  await desk.report(messageFrom(one.pn, { body: 'Mais uma coisa' }))
  await desk.shown()
  return { ...one, seen }
}
/** Runs the consequences of all closes, twice, as after a crash. */
const react = async () => {
  const events = (await desk.log('ticket.closed')).map((value) => ({ value }))
  await desk.automaticMessages.handle(events)
  await desk.automaticMessages.handle(events)
  await desk.shown()
}
/** Runs work that is due after the time to undo. Gives the texts sent to the contact. */
const told = async () => {
  desk.setTime(new Date(desk.clock.now().getTime() + UNDO_SECONDS * 1000).toISOString())
  await desk.shown()
  await desk.build().conversations.duePools.completion.work()
  await desk.shown()
  return (await desk.log('message.requested')).filter(({ data }) => data.source === 'completion')
}
const count = async (type: string) => (await desk.log(type)).length
const WAITING = { status: 'pending', userId: null, unread: 1 }

describe('a ticket that was resolved on a screen without the last message', () => {
  it('waits again with that message unread, and the contact is told nothing', async () => {
    const { ticketId, contactId, seen } = await staleScreen()
    expect((await resolve(ticketId, seen)).status).toBe(200)
    await react()
    expect(await doc(ticketId)).toMatchObject(WAITING)
    const [back, second] = await desk.log('ticket.resumed')
    expect(back?.actor).toEqual({ kind: 'contact', id: contactId })
    expect(second).toBeUndefined()
    expect(await told()).toEqual([])
    expect(await count('ticket.close-settled')).toBe(0)
  })

  it('does so also when the text is due before the process has come to the close', async () => {
    const { ticketId, seen } = await staleScreen()
    await resolve(ticketId, seen)
    expect(await told()).toEqual([])
    expect(await doc(ticketId)).toMatchObject(WAITING)
    await react()
    expect([await count('ticket.resumed'), await count('ticket.close-settled')]).toEqual([1, 0])
  })

  it('is given back by an undo, too', async () => {
    const { ticketId, seen } = await staleScreen()
    await resolve(ticketId, seen)
    await react()
    expect(await doc(ticketId)).toMatchObject(WAITING)
    const undone = await desk.call(ANA, 'POST', `/tickets/${ticketId}/undo-close`)
    expect([undone.status, undone.body]).toMatchObject([200, { status: 'open', userId: ANA.userId }])
    expect(await told()).toEqual([])
  })

  it('stays closed where it was closed again by someone who had seen it', async () => {
    const { ticketId, seen } = await staleScreen()
    await resolve(ticketId, seen)
    await put(ticketId, { status: 'open' })
    await resolve(ticketId, await desk.eventStore.head())
    await react()
    expect(await doc(ticketId)).toMatchObject({ status: 'closed', unread: 0 })
    expect(await told()).toHaveLength(1)
  })

  it('stays closed beside another active ticket, the message unread, and the contact is told nothing', async () => {
    const { ticketId, contactId, seen } = await staleScreen()
    await resolve(ticketId, seen)
    const begun = { contactId, whatsappId: CONNECTION, userId: ADMIN.userId, status: 'open' }
    expect((await desk.call(ADMIN, 'POST', '/tickets', begun)).body.id).not.toBe(ticketId)
    await react()
    expect(await told()).toEqual([])
    expect(await doc(ticketId)).toMatchObject({ status: 'closed', unread: 1 })
    expect(await count('ticket.close-settled')).toBe(1)
  })
})

describe('a ticket that was closed by someone who knew all of it', () => {
  it('stays closed and read, and the contact is asked how it was', async () => {
    const { ticketId } = await staleScreen()
    await resolve(ticketId, (await doc(ticketId))?.position)
    await react()
    expect(await doc(ticketId)).toMatchObject({ status: 'closed', unread: 0 })
    expect(await told()).toHaveLength(1)
    expect(await count('ticket.resumed')).toBe(0)
  })

  it('comes back once by a message after the close', async () => {
    const { ticketId, pn } = await staleScreen()
    await resolve(ticketId, (await doc(ticketId))?.position)
    await desk.report(messageFrom(pn))
    await desk.shown()
    await react()
    expect(await doc(ticketId)).toMatchObject(WAITING)
    expect(await count('ticket.resumed')).toBe(1)
    expect(await told()).toEqual([])
  })
})

describe('a ticket that an import has opened, closed when that has ended', () => {
  const closeImported = async (ticketId: number, seen: string) => {
    const close = { kind: 'close', reason: 'imported', onlyStatus: 'pending', seen } as const
    await desk.kernel.execute(ticketDecider, streams.ticket(ticketId), close, metaFor())
    await react()
    return doc(ticketId)
  }
  const imported = async () => {
    await importing(desk)
    return customer(desk, { imported: true, sentAt: '2026-02-01T10:00:00.000Z' })
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
