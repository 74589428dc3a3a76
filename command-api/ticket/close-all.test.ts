import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { customer as customerOf, importing } from '../testing/customer.js'
import { ADMIN, ANA, type Desk, OTHER_QUEUE, openDesk, QUEUE } from '../testing/desk.js'
import { ticketDecider } from './decide.js'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

const customer = () => customerOf(desk)
const state = async (ticketId: number) =>
  (await desk.kernel.load(ticketDecider, streams.ticket(ticketId))).state

describe('close all', () => {
  it('closes what the tab and the chosen queues show, for admins, once', async () => {
    const mine = await customer()
    const other = await customer()
    const open = await customer()
    await desk.call(ADMIN, 'PUT', `/tickets/${other.ticketId}`, { queueId: OTHER_QUEUE })
    await desk.call(ANA, 'PUT', `/tickets/${open.ticketId}`, { status: 'open' })
    const body = { status: 'pending', selectedQueueIds: [QUEUE] }
    expect((await desk.call(ANA, 'POST', '/tickets/closeAll', body)).status).toBe(403)
    const key = { 'idempotency-key': newUuid() }
    const done = await desk.call(ADMIN, 'POST', '/tickets/closeAll', body, key)
    expect([done.status, done.body]).toEqual([200, null])
    expect(done.headers.get('x-position')).toMatch(/^0:/)
    expect(await state(mine.ticketId)).toMatchObject({ status: 'closed', closeReason: 'close-all' })
    expect((await state(other.ticketId)).status).toBe('pending')
    expect((await state(open.ticketId)).status).toBe('open')
    await desk.shown()
    const before = (await desk.log('ticket.closed')).length
    await desk.call(ADMIN, 'POST', '/tickets/closeAll', body, key)
    expect(await desk.log('ticket.closed')).toHaveLength(before)
  })

  it('leaves each with who attended it, and the event says who closed it', async () => {
    const { ticketId } = await customer()
    await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'open' })
    await desk.shown()
    await desk.call(ADMIN, 'POST', '/tickets/closeAll', { status: 'open' })
    expect(await state(ticketId)).toMatchObject({ status: 'closed', userId: ANA.userId })
    const closed = (await desk.eventStore.read(`ticket-${ticketId}`)).find(
      ({ type }) => type === 'ticket.closed.v1',
    )
    expect(closed?.actor).toEqual({ kind: 'user', id: ADMIN.userId })
  })

  it('leaves imported history as it is: no badge counts it', async () => {
    await importing(desk)
    const { ticketId } = await customerOf(desk, { imported: true })
    await desk.call(ADMIN, 'POST', '/tickets/closeAll', { status: 'pending' })
    expect((await state(ticketId)).status).toBe('pending')
  })
})
