import { LANGUAGES, type Language } from '@guiche/contracts/languages.js'
import { streams } from '@guiche/contracts/streams.js'
import { RATING_DAYS } from '@guiche/contracts/ticket/rating.js'
import { UNDO_SECONDS } from '@guiche/contracts/ticket/undo.js'
import { afterEach, describe, expect, it } from '@jest/globals'
import { AUTOMATIC_TEXTS } from '../message/automatic-texts.js'
import { messageFrom, newCustomer } from '../testing/customer.js'
import { ADMIN, COMPANY, CONNECTION, type Desk, openDesk } from '../testing/desk.js'
import { ticketDecider } from '../ticket/decide.js'

let desk: Desk
afterEach(() => desk.close())

/** A closed, attended ticket of a company. `userRating`: whether the company asks for ratings. */
const resolvedTicket = async (userRating = 'enabled', attended = true, language: Language = 'pt') => {
  desk = await openDesk({ settings: { userRating }, language })
  await desk.conversations.duePools.completion.stop()
  await desk.conversations.duePools.schedule.stop()
  const known = await newCustomer(desk)
  if (attended) await desk.call(ADMIN, 'PUT', `/tickets/${known.ticketId}`, { status: 'open' })
  await desk.call(ADMIN, 'PUT', `/tickets/${known.ticketId}`, { status: 'closed' })
  return known
}
const passTime = (ms: number) => desk.setTime(new Date(desk.clock.now().getTime() + ms).toISOString())
/** Passes the time to undo a close. The rating question then waits to be sent. */
const passUndoTime = async () => {
  passTime(UNDO_SECONDS * 1000)
  await desk.shown()
  await desk.build().conversations.duePools.completion.work()
}
/** Passes the time to undo a close, and sends the rating question. */
const sendRatingQuestion = async () => {
  await passUndoTime()
  const { messageId, waId } = (await desk.log('message.requested')).at(-1)?.data ?? {}
  const about = { companyId: COMPANY, connectionId: CONNECTION, fromMe: true, waId, messageId }
  await desk.report({ kind: 'sent', ...about })
}
const customerSays = async (pn: string, body: string, more: Parameters<typeof messageFrom>[1] = {}) => {
  const report = messageFrom(pn, { body, sentAt: desk.clock.now().toISOString(), ...more })
  // The report is delivered twice.
  await desk.report(report)
  await desk.report(report)
  await desk.automaticMessages.handle((await desk.log('ticket.rat')).map((value) => ({ value })))
  await desk.shown()
}
const ticketState = async (ticketId: number) =>
  (await desk.kernel.load(ticketDecider, streams.ticket(ticketId))).state
const automaticTexts = async () =>
  (await desk.log('message.requested'))
    .filter(({ data }) => data.source === 'completion')
    .map(({ data }) => data.body)
const countTickets = async () => (await desk.log('ticket.opened')).length

const DAY = 86_400_000
const QUESTION = expect.stringContaining('Digite de 1 a 3')
const GOODBYE = 'Até logo, Carla!'

describe('a customer who gets the rating question', () => {
  it.each(LANGUAGES)('is asked in the language of the company (%s)', async (language) => {
    await resolvedTicket('enabled', true, language)
    await passUndoTime()
    expect(await automaticTexts()).toEqual([AUTOMATIC_TEXTS[language].rating])
  })

  it('answers by a number, which stays with the closed ticket; then it is thanked, and nothing waits', async () => {
    const { ticketId, pn } = await resolvedTicket()
    await sendRatingQuestion()
    expect(await automaticTexts()).toEqual([QUESTION])
    await customerSays(pn, ' 3 ')
    expect(await ticketState(ticketId)).toMatchObject({ status: 'closed', rating: 3 })
    expect(await automaticTexts()).toEqual([QUESTION, GOODBYE])
    expect((await desk.log('ticket.rated')).map(({ data }) => data.rating)).toEqual([3])
    expect(await desk.documents.one('tickets', COMPANY, ticketId)).toMatchObject({ rating: 3, unread: 0 })
    expect(await countTickets()).toBe(1)
  })

  it('comments on its rating for ten minutes; a later message opens a new ticket', async () => {
    const { ticketId, pn } = await resolvedTicket()
    await sendRatingQuestion()
    await customerSays(pn, '1')
    await customerSays(pn, 'Demorou demais')
    await customerSays(pn, '2')
    expect(await ticketState(ticketId)).toMatchObject({ status: 'closed', rating: 1 })
    const [{ data: first } = { data: {} }] = await desk.log('ticket.rated')
    const comments = await desk.log('ticket.rating-commented')
    expect(comments.map(({ data }) => data.ratedBy)).toEqual([first.messageId, first.messageId])
    expect(await automaticTexts()).toEqual([QUESTION, GOODBYE])
    expect(await desk.documents.one('tickets', COMPANY, ticketId)).toMatchObject({ unread: 0 })
    expect(await countTickets()).toBe(1)
    passTime(10 * 60_000)
    await customerSays(pn, '2')
    expect(await ticketState(ticketId)).toMatchObject({ status: 'closed', rating: 1 })
    expect(await countTickets()).toBe(2)
  })

  it('gets the question once more after an unclear answer, then thanks, and opens no ticket by the answers', async () => {
    const { ticketId, pn } = await resolvedTicket()
    await sendRatingQuestion()
    await customerSays(pn, 'Obrigado')
    expect(await automaticTexts()).toEqual([QUESTION, expect.stringContaining('Não entendemos')])
    passTime(3000)
    await customerSays(pn, '5')
    expect(await automaticTexts()).toEqual([QUESTION, expect.stringContaining('Digite de 1 a 3'), GOODBYE])
    expect(await ticketState(ticketId)).toMatchObject({ status: 'closed', rating: null, ratingAsked: false })
    expect(await desk.documents.one('tickets', COMPANY, ticketId)).toMatchObject({ unread: 0 })
    // Later replies are ordinary messages.
    await customerSays(pn, 'Mais uma coisa')
    expect(await ticketState(ticketId)).toMatchObject({ status: 'pending' })
    expect(await countTickets()).toBe(1)
  })

  it('does not end the question by two short answers within a second', async () => {
    const { ticketId, pn } = await resolvedTicket()
    await sendRatingQuestion()
    const again = expect.stringContaining('Não entendemos')
    for (const text of ['Obrigado', 'valeu', 'tchau']) await customerSays(pn, text)
    expect(await automaticTexts()).toEqual([QUESTION, again])
    expect(await ticketState(ticketId)).toMatchObject({ status: 'closed', ratingAsked: true })
    passTime(5000)
    await customerSays(pn, '2')
    expect(await ticketState(ticketId)).toMatchObject({ status: 'closed', rating: 2 })
    expect(await automaticTexts()).toEqual([QUESTION, again, GOODBYE])
    expect(await countTickets()).toBe(1)
  })

  it('rates by the edit of an answer that was not understood; other edits change nothing', async () => {
    const { ticketId, pn } = await resolvedTicket()
    await sendRatingQuestion()
    const answer = messageFrom(pn, { body: '33', sentAt: desk.clock.now().toISOString() })
    const editInto = async (body: string) => {
      const { companyId, connectionId, fromMe, waId } = answer
      const report = { kind: 'edited', companyId, connectionId, fromMe, waId, by: 'contact', body } as const
      // the report is delivered twice
      await desk.report(report, report)
      await desk.automaticMessages.handle((await desk.log('ticket.rat')).map((value) => ({ value })))
      await desk.shown()
    }
    await customerSays(pn, answer.body, answer)
    await editInto('3!?')
    const again = expect.stringContaining('Não entendemos')
    expect(await automaticTexts()).toEqual([QUESTION, again])
    await editInto('3')
    expect(await ticketState(ticketId)).toMatchObject({ status: 'closed', rating: 3 })
    expect(await automaticTexts()).toEqual([QUESTION, again, GOODBYE])
    await editInto('1')
    expect((await desk.log('ticket.rated')).map(({ data }) => data.rating)).toEqual([3])
    await customerSays(pn, 'valeu')
    expect(await desk.log('ticket.rating-commented')).toHaveLength(1)
    expect([await countTickets(), (await ticketState(ticketId)).status]).toEqual([1, 'closed'])
  })

  it('rates in the second try', async () => {
    const { ticketId, pn } = await resolvedTicket()
    await sendRatingQuestion()
    await customerSays(pn, 'obg')
    await customerSays(pn, '3️⃣')
    expect(await ticketState(ticketId)).toMatchObject({ status: 'closed', rating: 3 })
    await customerSays(pn, 'valeu')
    expect(await desk.log('ticket.rating-commented')).toHaveLength(1)
    expect(await countTickets()).toBe(1)
  })

  it('reopens the ticket by a question, a photo, and a message an hour later', async () => {
    const minute = 60_000
    const cases: readonly [string, Parameters<typeof messageFrom>[1], number][] = [
      ['Onde está meu pedido?', {}, 0],
      ['', { type: 'image' }, 0],
      ['Bom dia', {}, 60 * minute],
    ]
    for (const [text, more, later] of cases) {
      const { ticketId, pn } = await resolvedTicket()
      await sendRatingQuestion()
      passTime(later)
      await customerSays(pn, text, more)
      expect(await ticketState(ticketId)).toMatchObject({ status: 'pending', rating: null })
      await desk.close()
    }
    desk = await openDesk()
  })

  it('gets no question if the company has none, no agent attended, or the customer has written again', async () => {
    const unwanted = await resolvedTicket('disabled')
    await passUndoTime()
    expect(await automaticTexts()).toEqual([GOODBYE])
    await customerSays(unwanted.pn, '3')
    expect((await ticketState(unwanted.ticketId)).status).toBe('pending')
    await desk.close()

    await resolvedTicket('enabled', false)
    await passUndoTime()
    expect(await automaticTexts()).not.toContainEqual(QUESTION)
    await desk.close()

    const early = await resolvedTicket()
    await customerSays(early.pn, '3')
    await passUndoTime()
    expect(await ticketState(early.ticketId)).toMatchObject({ status: 'pending', rating: null })
    expect(await automaticTexts()).toEqual([])
  })

  it('is heard when it writes a number before the question has left', async () => {
    const { ticketId, pn } = await resolvedTicket()
    await passUndoTime()
    expect(await automaticTexts()).toEqual([QUESTION])
    await customerSays(pn, '1')
    expect(await ticketState(ticketId)).toMatchObject({ status: 'pending', rating: null })
  })

  it('is heard when it writes a number days after the question', async () => {
    const { ticketId, pn } = await resolvedTicket()
    await sendRatingQuestion()
    passTime(RATING_DAYS * DAY)
    await customerSays(pn, '2')
    expect(await ticketState(ticketId)).toMatchObject({ status: 'closed', rating: null })
    expect(await countTickets()).toBe(2)
  })

  it('is heard when it answers a planned message with a number', async () => {
    const { ticketId, contactId, pn } = await resolvedTicket()
    await sendRatingQuestion()
    const sendAt = new Date(desk.clock.now().getTime() + DAY).toISOString()
    const body = '1 confirma, 2 cancela'
    await desk.call(ADMIN, 'POST', '/schedules', { contactId, body, sendAt })
    desk.setTime(sendAt)
    await desk.shown()
    await desk.build().conversations.duePools.schedule.work()
    expect((await desk.log('message.requested')).at(-1)?.data).toMatchObject({ ticketId, body })
    await customerSays(pn, '1')
    expect(await ticketState(ticketId)).toMatchObject({ status: 'closed', rating: null })
    expect(await countTickets()).toBe(2)
  })
})
