import { LANGUAGES, type Language } from '@guiche/contracts/languages.js'
import { streams } from '@guiche/contracts/streams.js'
import { RATING_DAYS } from '@guiche/contracts/ticket/rating.js'
import { UNDO_SECONDS } from '@guiche/contracts/ticket/undo.js'
import { afterEach, describe, expect, it } from '@jest/globals'
import { AUTOMATIC_TEXTS } from '../message/automatic-texts.js'
import { customer, messageFrom } from '../testing/customer.js'
import { ADMIN, COMPANY, CONNECTION, type Desk, openDesk } from '../testing/desk.js'
import { ticketDecider } from '../ticket/decide.js'

let desk: Desk
afterEach(() => desk.close())

/** A company that asks for ratings or not, and the closed ticket of a customer whom somebody attended to. */
const resolved = async (userRating = 'enabled', attended = true, language: Language = 'pt') => {
  desk = await openDesk({ settings: { userRating }, language })
  await desk.conversations.duePools.completion.stop()
  await desk.conversations.duePools.schedule.stop()
  const known = await customer(desk)
  if (attended) await desk.call(ADMIN, 'PUT', `/tickets/${known.ticketId}`, { status: 'open' })
  await desk.call(ADMIN, 'PUT', `/tickets/${known.ticketId}`, { status: 'closed' })
  return known
}
const after = (ms: number) => desk.setTime(new Date(desk.clock.now().getTime() + ms).toISOString())
/** Lets the time pass in which a click takes the close back. What is asked then waits to be sent. */
const settle = async () => {
  after(UNDO_SECONDS * 1000)
  await desk.shown()
  await desk.build().conversations.duePools.completion.work()
}
/** The same, and what is asked is sent. */
const asked = async () => {
  await settle()
  const { messageId, waId } = (await desk.log('message.requested')).at(-1)?.data ?? {}
  const about = { companyId: COMPANY, connectionId: CONNECTION, fromMe: true, waId, messageId }
  await desk.report({ kind: 'sent', ...about })
}
const says = async (pn: string, body: string, more: Parameters<typeof messageFrom>[1] = {}) => {
  const report = messageFrom(pn, { body, sentAt: desk.clock.now().toISOString(), ...more })
  // it comes again, as reports do
  await desk.report(report)
  await desk.report(report)
  await desk.automaticMessages.handle((await desk.log('ticket.rat')).map((value) => ({ value })))
  await desk.shown()
}
const state = async (ticketId: number) =>
  (await desk.kernel.load(ticketDecider, streams.ticket(ticketId))).state
const said = async () =>
  (await desk.log('message.requested'))
    .filter(({ data }) => data.source === 'completion')
    .map(({ data }) => data.body)
const tickets = async () => (await desk.log('ticket.opened')).length

const DAY = 86_400_000
const QUESTION = expect.stringContaining('Digite de 1 a 3')
const GOODBYE = 'Até logo, Carla!'

describe('a customer who is asked how it was', () => {
  it.each(LANGUAGES)('is asked in the language of the company (%s)', async (language) => {
    await resolved('enabled', true, language)
    await settle()
    expect(await said()).toEqual([AUTOMATIC_TEXTS[language].rating])
  })

  it('answers by a number, which stays with the closed ticket; then it is thanked, and nothing waits', async () => {
    const { ticketId, pn } = await resolved()
    await asked()
    expect(await said()).toEqual([QUESTION])
    await says(pn, ' 3 ')
    expect(await state(ticketId)).toMatchObject({ status: 'closed', rating: 3 })
    expect(await said()).toEqual([QUESTION, GOODBYE])
    expect((await desk.log('ticket.rated')).map(({ data }) => data.rating)).toEqual([3])
    expect(await desk.documents.one('tickets', COMPANY, ticketId)).toMatchObject({ rating: 3, unread: 0 })
    expect(await tickets()).toBe(1)
  })

  it('comments on its rating for ten minutes, and begins a new ticket by what it writes after that', async () => {
    const { ticketId, pn } = await resolved()
    await asked()
    await says(pn, '1')
    await says(pn, 'Demorou demais')
    await says(pn, '2')
    expect(await state(ticketId)).toMatchObject({ status: 'closed', rating: 1 })
    const [{ data: first } = { data: {} }] = await desk.log('ticket.rated')
    const comments = await desk.log('ticket.rating-commented')
    expect(comments.map(({ data }) => data.ratedBy)).toEqual([first.messageId, first.messageId])
    expect(await said()).toEqual([QUESTION, GOODBYE])
    expect(await desk.documents.one('tickets', COMPANY, ticketId)).toMatchObject({ unread: 0 })
    expect(await tickets()).toBe(1)
    after(10 * 60_000)
    await says(pn, '2')
    expect(await state(ticketId)).toMatchObject({ status: 'closed', rating: 1 })
    expect(await tickets()).toBe(2)
  })

  it('is asked once more after an answer that is none, then thanked, and opens no ticket by it', async () => {
    const { ticketId, pn } = await resolved()
    await asked()
    await says(pn, 'Obrigado')
    expect(await said()).toEqual([QUESTION, expect.stringContaining('Não entendemos')])
    after(3000)
    await says(pn, '5')
    expect(await said()).toEqual([QUESTION, expect.stringContaining('Digite de 1 a 3'), GOODBYE])
    expect(await state(ticketId)).toMatchObject({ status: 'closed', rating: null, ratingAsked: false })
    expect(await desk.documents.one('tickets', COMPANY, ticketId)).toMatchObject({ unread: 0 })
    // from now on it is a message like any other
    await says(pn, 'Mais uma coisa')
    expect(await state(ticketId)).toMatchObject({ status: 'pending' })
    expect(await tickets()).toBe(1)
  })

  it('does not end the question by two short answers within a second', async () => {
    const { ticketId, pn } = await resolved()
    await asked()
    const again = expect.stringContaining('Não entendemos')
    for (const text of ['Obrigado', 'valeu', 'tchau']) await says(pn, text)
    expect(await said()).toEqual([QUESTION, again])
    expect(await state(ticketId)).toMatchObject({ status: 'closed', ratingAsked: true })
    after(5000)
    await says(pn, '2')
    expect(await state(ticketId)).toMatchObject({ status: 'closed', rating: 2 })
    expect(await said()).toEqual([QUESTION, again, GOODBYE])
    expect(await tickets()).toBe(1)
  })

  it('rates in the second try', async () => {
    const { ticketId, pn } = await resolved()
    await asked()
    await says(pn, 'obg')
    await says(pn, '3️⃣')
    expect(await state(ticketId)).toMatchObject({ status: 'closed', rating: 3 })
    await says(pn, 'valeu')
    expect(await desk.log('ticket.rating-commented')).toHaveLength(1)
    expect(await tickets()).toBe(1)
  })

  it('brings the ticket back by a question, a photo, and what it writes an hour later', async () => {
    const minute = 60_000
    const cases: readonly [string, Parameters<typeof messageFrom>[1], number][] = [
      ['Onde está meu pedido?', {}, 0],
      ['', { type: 'image' }, 0],
      ['Bom dia', {}, 60 * minute],
    ]
    for (const [text, more, later] of cases) {
      const { ticketId, pn } = await resolved()
      await asked()
      after(later)
      await says(pn, text, more)
      expect(await state(ticketId)).toMatchObject({ status: 'pending', rating: null })
      await desk.close()
    }
    desk = await openDesk()
  })

  it('is not asked where the company does not want it, where nobody attended, or once it has written again', async () => {
    const unwanted = await resolved('disabled')
    await settle()
    expect(await said()).toEqual([GOODBYE])
    await says(unwanted.pn, '3')
    expect((await state(unwanted.ticketId)).status).toBe('pending')
    await desk.close()

    await resolved('enabled', false)
    await settle()
    expect(await said()).not.toContainEqual(QUESTION)
    await desk.close()

    const early = await resolved()
    await says(early.pn, '3')
    await settle()
    expect(await state(early.ticketId)).toMatchObject({ status: 'pending', rating: null })
    expect(await said()).toEqual([])
  })

  it('is heard when it writes a number before the question has left', async () => {
    const { ticketId, pn } = await resolved()
    await settle()
    expect(await said()).toEqual([QUESTION])
    await says(pn, '1')
    expect(await state(ticketId)).toMatchObject({ status: 'pending', rating: null })
  })

  it('is heard when it writes a number days after the question', async () => {
    const { ticketId, pn } = await resolved()
    await asked()
    after(RATING_DAYS * DAY)
    await says(pn, '2')
    expect(await state(ticketId)).toMatchObject({ status: 'closed', rating: null })
    expect(await tickets()).toBe(2)
  })

  it('is heard when it answers a planned message with a number', async () => {
    const { ticketId, contactId, pn } = await resolved()
    await asked()
    const sendAt = new Date(desk.clock.now().getTime() + DAY).toISOString()
    const body = '1 confirma, 2 cancela'
    await desk.call(ADMIN, 'POST', '/schedules', { contactId, body, sendAt })
    desk.setTime(sendAt)
    await desk.shown()
    await desk.build().conversations.duePools.schedule.work()
    expect((await desk.log('message.requested')).at(-1)?.data).toMatchObject({ ticketId, body })
    await says(pn, '1')
    expect(await state(ticketId)).toMatchObject({ status: 'closed', rating: null })
    expect(await tickets()).toBe(2)
  })
})
