import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { newCustomer } from '../testing/customer.js'
import { ANA, BIA, type Desk, OTHER_QUEUE, openDesk, STRANGER } from '../testing/desk.js'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

let next = 0
const freshNumber = () => {
  const number = `55119765${String(++next).padStart(5, '0')}`
  desk.numbers.set(number, { number, lid: null })
  return number
}
const changeContact = (who: typeof ANA, contactId: number, body: object, headers = {}) =>
  desk.call(who, 'PUT', `/contacts/${contactId}`, { name: 'Carla', ...body }, headers)
const notesOn = async (ticketId: number) =>
  (await desk.log('note.created')).filter(({ data }) => data.ticketId === ticketId).map(({ data }) => data)

it('a number with an active ticket is changed by users who may open the ticket, and one note says so', async () => {
  const { contactId, ticketId, pn } = await newCustomer(desk)
  const number = freshNumber()
  const refused = await changeContact(STRANGER, contactId, { number })
  expect([refused.status, refused.body.error]).toEqual([403, 'ERR_NUMBER_OF_OPEN_TICKET'])
  expect((await changeContact(STRANGER, contactId, { number: pn })).status).toBe(200)
  expect(await notesOn(ticketId)).toEqual([])
  const key = { 'idempotency-key': newUuid() }
  for (const _ of [1, 2]) {
    expect((await changeContact(ANA, contactId, { number }, key)).body).toMatchObject({ number })
  }
  expect(await notesOn(ticketId)).toEqual([
    expect.objectContaining({ contactId, userId: ANA.userId, note: expect.stringContaining(`+${number}`) }),
  ])
})

it('a number with several active tickets is changed by users who may open all of them', async () => {
  const { contactId, ticketId } = await newCustomer(desk)
  await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { userId: BIA.userId, queueId: OTHER_QUEUE })
  expect((await changeContact(ANA, contactId, { number: freshNumber() })).status).toBe(403)
  expect((await changeContact(BIA, contactId, { number: freshNumber() })).status).toBe(200)
  await desk.call(BIA, 'PUT', `/tickets/${ticketId}`, { status: 'closed' })
  expect((await changeContact(ANA, contactId, { number: freshNumber() })).status).toBe(200)
})
