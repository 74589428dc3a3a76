import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterEach, describe, expect, it } from '@jest/globals'
import { connectionsDecider } from '../connections/decide.js'
import { customer, messageFrom } from '../testing/customer.js'
import { ADMIN, COMPANY, CONNECTION, type Desk, openDesk, SECOND_CONNECTION } from '../testing/desk.js'

let desk: Desk
afterEach(() => desk.close())

/** A desk whose connections greet: SECOND_CONNECTION has no queue, CONNECTION has one. */
const open = async (settings: Parameters<typeof openDesk>[0] = {}) => {
  desk = await openDesk(settings)
  for (const [connectionId, name] of [
    [CONNECTION, 'Linha'],
    [SECOND_CONNECTION, 'Loja'],
  ] as const) {
    const fields = { name, greetingMessage: 'Olá, {{firstName}}!' }
    const meta = {
      commandId: newUuid(),
      companyId: COMPANY,
      actor: { kind: 'user', id: 1 },
      correlationId: 't',
    } as const
    await desk.kernel.execute(
      connectionsDecider,
      streams.connections(COMPANY),
      { kind: 'change', connectionId, fields },
      meta,
    )
  }
  await desk.shown()
}
/** What was said by itself in a ticket, once the process has gone through the whole log twice. */
const greetings = async (ticketId: number) => {
  const events = (await desk.log('message.received')).map((value) => ({ value }))
  await desk.conversations.courtesies.onBatch(events)
  await desk.conversations.courtesies.onBatch(events)
  return (await desk.log('message.requested'))
    .filter(({ data }) => data.ticketId === ticketId && data.source === 'greeting')
    .map(({ data }) => data.body)
}

describe('a connection without queues', () => {
  it('greets who writes, once, however much they write', async () => {
    await open()
    const { pn, ticketId } = await customer(desk, { connectionId: SECOND_CONNECTION })
    await desk.report(...[1, 2, 3].map(() => messageFrom(pn, { connectionId: SECOND_CONNECTION })))
    expect(await greetings(ticketId)).toEqual(['Olá, Carla!'])
  })

  it('greets again when a ticket returns, unless our last message says it already', async () => {
    await open()
    const { pn, ticketId } = await customer(desk, { connectionId: SECOND_CONNECTION })
    const again = async () => {
      await desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, { status: 'closed' })
      await desk.report(messageFrom(pn, { connectionId: SECOND_CONNECTION }))
    }
    expect(await greetings(ticketId)).toHaveLength(1)
    await again()
    expect(await greetings(ticketId)).toHaveLength(1)
    await desk.report(messageFrom(pn, { connectionId: SECOND_CONNECTION, fromMe: true, body: 'Até!' }))
    await desk.shown()
    await again()
    expect(await greetings(ticketId)).toHaveLength(2)
  })

  it('greets nobody who is attended, no group, nobody of imported history, and not our own phone', async () => {
    await open({ settings: { CheckMsgIsGroup: 'disabled' } })
    const at = { connectionId: SECOND_CONNECTION }
    const group = { pn: null, lid: null, group: '120363099', name: 'Família' }
    await desk.report(messageFrom('', { ...at, peer: group, remoteJid: '120363099@g.us' }))
    await customer(desk, { ...at, imported: true })
    await customer(desk, { ...at, fromMe: true })
    const last = await customer(desk)
    expect(await greetings(last.ticketId)).toEqual([])
    expect((await desk.log('message.requested')).filter(({ data }) => data.source === 'greeting')).toEqual([])
  })
})

describe('a connection with a single queue', () => {
  it('greets where the setting asks for it', async () => {
    await open({ settings: { sendGreetingMessageOneQueues: 'enabled' } })
    const { ticketId } = await customer(desk)
    expect(await greetings(ticketId)).toEqual(['Olá, Carla!'])
  })

  it('does not without it', async () => {
    await open()
    const { ticketId } = await customer(desk)
    expect(await greetings(ticketId)).toEqual([])
  })
})
