import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { until } from '@guiche/infra/testing/until.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { connectionsDecider } from '../connections/decide.js'
import { createToQueue } from '../processes/to-queue.js'
import { createServices } from '../services.js'
import { messageFrom, newCustomer } from '../testing/customer.js'
import { ANA, COMPANY, CONNECTION, type Desk, SECOND_CONNECTION } from '../testing/desk.js'
import { ADMIN_ACTOR } from '../testing/people.js'
import { openPlanningDesk, PLANNED_AT, planningAt } from '../testing/planned.js'
import { metaFor } from '../testing/store.js'
import { createSay } from './automatic-message.js'

let desk: Desk
const { plan, due, said, shown, attended } = planningAt(() => desk)
beforeAll(async () => {
  desk = await openPlanningDesk()
  await configureConnection(SECOND_CONNECTION, { greetingMessage: 'Olá, {{firstName}}!' })
})
afterAll(() => desk.close())

const configureConnection = async (connectionId: number, more: object) => {
  const fields = { name: `Linha ${connectionId}`, ...more }
  await desk.kernel.execute(
    connectionsDecider,
    streams.connections(COMPANY),
    { kind: 'change', connectionId, fields },
    metaFor(),
  )
  await desk.shown()
}
/** Changes the due date or the status of the desk's company. */
const setCompanyStatus = async (status: boolean): Promise<void> => {
  const [first] = await desk.log('company.registered')
  const event = {
    ...{
      id: newUuid(),
      type: 'company.registered.v1',
      companyId: COMPANY,
      time: PLANNED_AT,
      actor: ADMIN_ACTOR,
    },
    ...{ correlationId: 'test', causationId: newUuid(), data: { ...first?.data, status } },
  } as const
  await desk.eventStore.append(streams.company(COMPANY), 'any', [event as never])
  await desk.shown()
  await until(async () => (await desk.standings.isBlocked(COMPANY)) !== status)
}
beforeEach(() => setCompanyStatus(true))
/** The automatic texts of a ticket, after the consequences of all messages ran twice. */
const automaticTexts = async (ticketId: number) => {
  for (const event of await desk.log('message.received')) {
    await desk.automaticMessages.handle([{ value: event }])
  }
  return (await desk.log('message.requested'))
    .filter(({ data }) => data.ticketId === ticketId)
    .map(({ data }) => data.source)
}

describe('M2: the customers of a blocked company', () => {
  it('are received and unread; nothing is said to them, nor later, and the next message is greeted', async () => {
    await setCompanyStatus(false)
    const { pn, ticketId } = await newCustomer(desk, { connectionId: SECOND_CONNECTION })
    await desk.report(messageFrom(pn, { connectionId: SECOND_CONNECTION, body: 'alguém?' }))
    expect(await automaticTexts(ticketId)).toEqual([])
    await desk.shown()
    expect(await desk.records.ticket(COMPANY, ticketId)).toMatchObject({
      ...{ status: 'pending', lastMessage: 'alguém?' },
    })
    await setCompanyStatus(true)
    expect((await desk.records.unreadMessages(COMPANY, ticketId)).map(({ body }) => body)).toEqual([
      'oi',
      'alguém?',
    ])
    const before = (await desk.log('message.received')).length
    await desk.report(messageFrom(pn, { connectionId: SECOND_CONNECTION, body: 'oi de novo' }))
    const [next] = (await desk.log('message.received')).slice(before)
    await desk.automaticMessages.handle([{ value: next as never }])
    const greetings = (await desk.log('message.requested')).filter(({ data }) => data.ticketId === ticketId)
    expect(greetings.map(({ data }) => data.source)).toEqual(['greeting'])
  })

  it('meet no bot: it begins with the first message after the block', async () => {
    await configureConnection(SECOND_CONNECTION, { queueIds: [21, 22], greetingMessage: 'Escolha:' })
    await setCompanyStatus(false)
    const { pn, ticketId } = await newCustomer(desk, { connectionId: SECOND_CONNECTION })
    expect(await automaticTexts(ticketId)).toEqual([])
    expect((await desk.log('ticket.bot')).filter(({ data }) => data.ticketId === ticketId)).toEqual([])
    await setCompanyStatus(true)
    const before = (await desk.log('message.received')).length
    await desk.report(messageFrom(pn, { connectionId: SECOND_CONNECTION, body: '1' }))
    const [next] = (await desk.log('message.received')).slice(before)
    await desk.automaticMessages.handle([{ value: next as never }])
    const steps = (await desk.log('ticket.bot-stepped')).filter(({ data }) => data.ticketId === ticketId)
    expect(steps.map(({ data }) => data.bot.at)).toHaveLength(1)
  })
})

describe('a blocked company sends nothing', () => {
  it('whatever requests the message', async () => {
    const { ticketId } = await attended()
    await setCompanyStatus(false)
    const sent = await desk.call(ANA, 'POST', `/messages/${ticketId}`, { body: 'olá' })
    expect(sent.body.error).toBe('ERR_COMPANY_BLOCKED')
    const chat = await createServices(desk).chats.of(ticketId)
    if (chat === null) throw new Error('no chat')
    await createSay(desk)('greeting', chat, 'Olá!', metaFor())
    expect((await desk.log('message.requested')).filter(({ data }) => data.ticketId === ticketId)).toEqual([])
  })

  it('and messages planned meanwhile are sent late, once', async () => {
    const { contactId, ticketId } = await attended()
    const { id } = await plan({ contactId, ticketId })
    await setCompanyStatus(false)
    desk.setTime('2026-03-02T16:00:00.000Z')
    await due()
    expect([await said(contactId), (await shown(id))?.status]).toEqual([[], 'PENDENTE'])
    await setCompanyStatus(true)
    await due()
    await due()
    expect((await said(contactId)).map(({ body }) => body)).toEqual(['Olá, Carla!'])
  })

  it('and its tickets are neither closed nor moved by time', async () => {
    await configureConnection(CONNECTION, { queueIds: [], timeSendQueue: 1, sendIdQueue: 22 })
    const { ticketId } = await newCustomer(desk)
    await setCompanyStatus(false)
    desk.setTime(new Date(desk.clock.now().getTime() + 3_600_000).toISOString())
    const toQueue = createToQueue(desk)
    await toQueue.look()
    await desk.shown()
    expect((await desk.records.ticket(COMPANY, ticketId))?.queueId).toBeNull()
    await setCompanyStatus(true)
    await toQueue.look()
    await desk.shown()
    expect((await desk.records.ticket(COMPANY, ticketId))?.queueId).toBe(22)
  })
})
