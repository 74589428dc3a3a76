import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newCustomer } from '../testing/customer.js'
import { ADMIN, ANA, BIA, COMPANY, type Desk, OTHER_QUEUE, openDesk, QUEUE } from '../testing/desk.js'

const WHY = 'pede um orçamento'

describe('a ticket that is passed on with a reason', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk()
  })
  afterAll(() => desk.close())

  /** A ticket that Ana attends. */
  const attended = async () => {
    const { ticketId, contactId } = await newCustomer(desk)
    const taken = { status: 'open', userId: ANA.userId, queueId: QUEUE }
    expect((await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, taken)).status).toBe(200)
    await desk.shown()
    return { ticketId, contactId }
  }
  /** The events of a ticket's notes, oldest first. */
  const noted = async (ticketId: number) =>
    (await desk.log('note.'))
      .filter(({ data }) => data.ticketId === ticketId)
      .map(({ type, data }) => [type, data.note])
  const passed = async (ticketId: number) =>
    (await desk.log('ticket.')).findLast(({ data }) => data.ticketId === ticketId)

  it('becomes a note of the transferring user, which the move and the answer name', async () => {
    const { ticketId, contactId } = await attended()
    const body = { userId: BIA.userId, why: WHY }
    const answer = await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, body)
    expect(answer.body).toMatchObject({ userId: BIA.userId, why: { note: WHY }, moved: { given: true } })
    const noteId = answer.body.why.id
    expect(await passed(ticketId)).toMatchObject({ type: 'ticket.transferred.v1', data: { noteId } })
    expect((await passed(ticketId))?.data).not.toHaveProperty('why')
    const [made] = (await desk.log('note.')).filter(({ data }) => data.noteId === noteId)
    expect(made?.data).toMatchObject({ note: WHY, contactId, ticketId, userId: ANA.userId, mentions: [] })
  })

  it('says it of a return, too, and has one note however often the command comes', async () => {
    const { ticketId } = await attended()
    const body = { status: 'pending', userId: null, why: WHY }
    const key = { 'idempotency-key': newUuid() }
    for (let time = 0; time < 2; time++) {
      const answer = await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, body, key)
      expect(answer.body).toMatchObject({ status: 'pending', why: { note: WHY }, moved: { given: false } })
    }
    expect(await noted(ticketId)).toEqual([['note.created.v1', WHY]])
    expect((await passed(ticketId))?.type).toBe('ticket.returned.v1')
  })

  it('has no note where it is refused, closed, accepted, or stays as it is', async () => {
    const { ticketId } = await attended()
    const put = (who: typeof ANA, body: object) =>
      desk.call(who, 'PUT', `/tickets/${ticketId}`, { ...body, why: WHY })
    expect((await put(BIA, { status: 'pending', userId: null })).status).toBe(403)
    expect((await put(ANA, { userId: 987_654 })).status).toBe(404)
    expect((await put(ANA, { userId: ANA.userId })).body).toMatchObject({ why: null })
    expect((await put(ANA, { status: 'closed' })).body).toMatchObject({ status: 'closed', why: null })
    expect((await put(ADMIN, { status: 'open' })).body).toMatchObject({ userId: ADMIN.userId, why: null })
    expect(await noted(ticketId)).toEqual([])
  })

  it('is deleted if the move is refused after its write, and the next attempt writes a new note', async () => {
    const { ticketId } = await attended()
    const key = { 'idempotency-key': newUuid() }
    const put = () => desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { userId: BIA.userId, why: WHY }, key)
    const append = desk.eventStore.append.bind(desk.eventStore)
    let isClosed = false
    // Another command closes the ticket between the note and the transfer.
    desk.eventStore.append = async (stream, ...rest) => {
      const done = await append(stream, ...rest)
      if (stream.startsWith('note-') && !isClosed) {
        isClosed = true
        await desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, { status: 'closed' })
      }
      return done
    }
    expect((await put()).status).toBe(409)
    desk.eventStore.append = append
    expect((await noted(ticketId)).map(([type]) => type)).toEqual(['note.created.v1', 'note.deleted.v1'])
    await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'open' })
    expect((await put()).body).toMatchObject({ userId: BIA.userId, why: { note: WHY } })
  })

  it.each([['x'], ['  '], ['\u200f\u200f'], ['y'.repeat(201)], [7], [null]])(
    'is refused with the reason %j',
    async (why) => {
      const { ticketId } = await attended()
      const body = { status: 'pending', userId: null, queueId: OTHER_QUEUE, why }
      const answer = await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, body)
      expect([answer.status, answer.body]).toMatchObject([400, { details: { field: 'why' } }])
      expect(await noted(ticketId)).toEqual([])
      expect((await desk.records.ticket(COMPANY, ticketId))?.userId).toBe(ANA.userId)
    },
  )
})
