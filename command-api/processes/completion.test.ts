import { UNDO_SECONDS } from '@guiche/contracts/ticket/undo.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { messageFrom, newCustomer, startHistoryImport } from '../testing/customer.js'
import { ADMIN, type Desk, openDesk, SECOND_CONNECTION } from '../testing/desk.js'

const NOON = '2026-03-02T12:00:00.000Z'
const timeAfter = (seconds: number): string => new Date(Date.parse(NOON) + seconds * 1000).toISOString()

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
  await desk.conversations.duePools.completion.stop()
})
afterEach(() => desk.close())

const putTicket = (ticketId: number, body: object) => desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, body)
const resolveTicket = async (change = {}) => {
  const known = await newCustomer(desk, change)
  await putTicket(known.ticketId, { status: 'open' })
  await putTicket(known.ticketId, { status: 'closed' })
  await desk.shown()
  return known
}
/** The texts and outcomes after all work due `seconds` after noon has run, twice. */
const textsAfter = async (seconds: number) => {
  desk.setTime(timeAfter(seconds))
  for (let round = 0; round < 2; round++) {
    await desk.shown()
    await desk.build().conversations.duePools.completion.work()
  }
  const said = (await desk.log('message.requested')).map(({ data }) => [data.source, data.body])
  return { said, settled: (await desk.log('ticket.close-settled')).length }
}
const GOODBYE = ['completion', 'Até logo, Carla!']

describe('the completion message of a resolved ticket', () => {
  it('is held back until a click cannot take it back any more, and then sent once', async () => {
    await resolveTicket()
    expect(await textsAfter(UNDO_SECONDS - 1)).toEqual({ said: [], settled: 0 })
    expect(await textsAfter(UNDO_SECONDS)).toEqual({ said: [GOODBYE], settled: 1 })
  })

  it('is not sent where the ticket was reopened, or the contact wrote again', async () => {
    const { ticketId } = await resolveTicket()
    await putTicket(ticketId, { status: 'open' })
    const { pn } = await resolveTicket()
    await desk.report(messageFrom(pn, { sentAt: NOON }))
    expect(await textsAfter(UNDO_SECONDS)).toEqual({ said: [], settled: 0 })
  })

  it('is sent in imported history only after a live message', async () => {
    await startHistoryImport(desk)
    const old = { imported: true, sentAt: '2026-02-01T10:00:00.000Z' }
    await resolveTicket(old)
    expect(await textsAfter(UNDO_SECONDS)).toEqual({ said: [], settled: 1 })
    const { ticketId, pn } = await newCustomer(desk, old)
    await desk.report(messageFrom(pn))
    await putTicket(ticketId, { status: 'open' })
    await putTicket(ticketId, { status: 'closed' })
    expect(await textsAfter(2 * UNDO_SECONDS)).toEqual({ said: [GOODBYE], settled: 2 })
  })

  it('waits again after a second resolution', async () => {
    const { ticketId } = await resolveTicket()
    await putTicket(ticketId, { status: 'open' })
    desk.setTime(timeAfter(5))
    await putTicket(ticketId, { status: 'closed' })
    expect(await textsAfter(UNDO_SECONDS)).toEqual({ said: [], settled: 0 })
    expect(await textsAfter(UNDO_SECONDS + 5)).toEqual({ said: [GOODBYE], settled: 1 })
  })

  it('is nothing where the connection has no text, and that is settled, too', async () => {
    await resolveTicket({ connectionId: SECOND_CONNECTION })
    expect(await textsAfter(UNDO_SECONDS)).toEqual({ said: [], settled: 1 })
    expect(await desk.documents.find('due-work', { where: { kind: 'completion' }, limit: 5 })).toEqual([])
  })

  it('is sent once also by an instance that ended between the text and the settling', async () => {
    await resolveTicket()
    desk.setTime(timeAfter(UNDO_SECONDS))
    const cut = desk.build({
      ...desk.eventStore,
      append: async (stream, revision, events) => {
        if (events.some(({ type }) => type === 'ticket.close-settled.v1')) throw new TypeError('cut')
        return desk.eventStore.append(stream, revision, events)
      },
    })
    await cut.conversations.duePools.completion.work()
    expect((await desk.log('message.requested')).length).toBe(1)
    expect(await textsAfter(UNDO_SECONDS + 10)).toEqual({ said: [GOODBYE], settled: 1 })
  })
})
