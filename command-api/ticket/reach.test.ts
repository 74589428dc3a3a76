import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newCustomer } from '../testing/customer.js'
import {
  ADMIN,
  ANA,
  BIA,
  COMPANY,
  type Desk,
  FOREIGNER,
  OTHER_QUEUE,
  openDesk,
  QUEUE,
  STRANGER,
} from '../testing/desk.js'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

/** A customer whose ticket has this state. */
const customerWith = async (change: object) => {
  const found = await newCustomer(desk)
  await desk.call(ADMIN, 'PUT', `/tickets/${found.ticketId}`, { status: 'pending', ...change })
  await desk.shown()
  return found
}
const beginTicket = async (who: typeof ANA, contactId: number, queueId = QUEUE) => {
  const { status, body } = await desk.call(who, 'POST', '/tickets', { contactId, queueId, status: 'open' })
  return { status, reach: status === 409 ? JSON.parse(body.error).reach : null }
}
const askContact = (who: typeof ANA, ticketId: number) => desk.call(who, 'POST', `/tickets/${ticketId}/ask`)
const notesAbout = async (ticketId: number) =>
  (await desk.log('note.created')).map(({ data }) => data).filter((note) => note.ticketId === ticketId)

describe('a waiting customer whom a plain user does not see', () => {
  it('is reached in one of three ways, and the conflict says in which', async () => {
    const [own, bare, elsewhere] = [
      await customerWith({ queueId: QUEUE }),
      await customerWith({ queueId: null }),
      await customerWith({ queueId: OTHER_QUEUE }),
    ]
    expect([
      await beginTicket(ANA, own.contactId),
      await beginTicket(ANA, bare.contactId),
      await beginTicket(ANA, elsewhere.contactId),
      await beginTicket(ADMIN, bare.contactId),
    ]).toEqual([
      { status: 409, reach: 'open' },
      { status: 409, reach: 'take' },
      { status: 409, reach: 'ask' },
      { status: 409, reach: 'open' },
    ])
  })

  it('is accepted without a queue into an own queue, and into no other queue', async () => {
    const { ticketId } = await customerWith({ queueId: null })
    const take = (who: typeof ANA, body: object) => desk.call(who, 'PUT', `/tickets/${ticketId}`, body)
    const refused = [
      await take(ANA, { status: 'open' }),
      await take(ANA, { status: 'open', queueId: OTHER_QUEUE }),
      await take(ANA, { status: 'open', queueId: QUEUE, userId: BIA.userId }),
      await take(ANA, { status: 'closed' }),
      await take(ANA, { queueId: QUEUE }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    const taken = await take(ANA, { status: 'open', userId: ANA.userId, queueId: QUEUE })
    expect([taken.status, taken.body.userId, taken.body.queueId]).toEqual([200, ANA.userId, QUEUE])
  })

  it('is requested from the users of its queue, once a day', async () => {
    const { contactId, ticketId } = await customerWith({ queueId: OTHER_QUEUE })
    const answers = [await askContact(ANA, ticketId), await askContact(ANA, ticketId)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await notesAbout(ticketId)).toMatchObject([
      { contactId, userId: ANA.userId, mentions: [STRANGER.userId], note: expect.stringContaining('Peço') },
    ])
    await askContact(BIA, ticketId)
    expect(await notesAbout(ticketId)).toHaveLength(2)
  })

  it('is asked for from the attendant, or from admins where there is no queue', async () => {
    const attended = await customerWith({ queueId: OTHER_QUEUE })
    await desk.call(ADMIN, 'PUT', `/tickets/${attended.ticketId}`, {
      status: 'open',
      userId: STRANGER.userId,
    })
    await desk.shown()
    await askContact(ANA, attended.ticketId)
    expect(await notesAbout(attended.ticketId)).toMatchObject([{ mentions: [STRANGER.userId] }])
    const bare = await customerWith({ queueId: null })
    await askContact(ANA, bare.ticketId)
    expect(await notesAbout(bare.ticketId)).toMatchObject([{ mentions: [ADMIN.userId] }])
  })

  it('is not requested by users who may open it, when it is closed, and from another company', async () => {
    const { ticketId } = await customerWith({ queueId: OTHER_QUEUE })
    expect((await askContact(ADMIN, ticketId)).status).toBe(200)
    expect((await askContact(FOREIGNER, ticketId)).body).toEqual({ error: 'ERR_NO_TICKET_FOUND' })
    await desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, { status: 'closed' })
    expect((await askContact(ANA, ticketId)).body).toEqual({ error: 'ERR_TICKET_STATE' })
    expect(await notesAbout(ticketId)).toEqual([])
    expect((await desk.records.ticket(COMPANY, ticketId))?.ticketId).toBe(ticketId)
  })
})
