import { type StoredEvent, SYSTEM } from '@guiche/contracts/envelope.js'
import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { connectionsDecider } from '../connections/decide.js'
import type { Kernel } from '../kernel/kernel.js'
import { createChats } from '../message/chats.js'
import { requestMessage } from '../message/request.js'
import { deciders } from '../records/deciders.js'
import { cascadeOf } from '../testing/consequences.js'
import { messageFrom, newCustomer } from '../testing/customer.js'
import {
  ADMIN,
  ANA,
  COMPANY,
  CONNECTION,
  type Desk,
  openDesk,
  QUEUE,
  SECOND_CONNECTION,
} from '../testing/desk.js'
import { peopleOf } from '../testing/people.js'
import { ticketDecider } from './decide.js'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.close())

const metaOf = () => ({ commandId: newUuid(), companyId: COMPANY, actor: SYSTEM, correlationId: 'test' })
const ticketState = async (ticketId: number) =>
  (await desk.kernel.load(ticketDecider, streams.ticket(ticketId))).state
const ticketRecord = async (ticketId: number) => {
  const doc = await desk.records.ticket(COMPANY, ticketId)
  return doc === null ? undefined : (await desk.records.presentTickets([doc]))[0]
}
const putTicket = (ticketId: number, body: object, who = ANA) =>
  desk.call(who, 'PUT', `/tickets/${ticketId}`, body)
const sendMessage = (ticketId: number, body = 'oi') =>
  desk.call(ANA, 'POST', `/messages/${ticketId}`, { body })

/** Runs the consequences of a deletion. Adds the name of each command to `ran`. */
const runConsequences = async (event: StoredEvent, ran: string[] = []) => {
  await desk.shown()
  const execute: Kernel['execute'] = (decider, stream, ...rest) => {
    ran.push(stream)
    return desk.kernel.execute(decider, stream, ...rest)
  }
  const cascade = cascadeOf({ ...desk, kernel: { ...desk.kernel, execute } })
  await cascade.react(event)
  // The process runs the consequence again, after the handler.
  await cascade.react(event)
  await desk.shown()
}
const deleteConnection = async (connectionId: number, tickets?: number | 'close', ran: string[] = []) => {
  const command = { kind: 'delete', connectionId, tickets } as const
  const done = await desk.kernel.execute(connectionsDecider, streams.connections(COMPANY), command, metaOf())
  const event = done.ok ? done.value.events.find(({ type }) => type === 'connection.deleted.v1') : undefined
  if (event === undefined) throw new Error('it was not deleted')
  await runConsequences(event, ran)
}

describe('the tickets of a deleted connection', () => {
  it('stay without a connection, refuse messages, and continue on another connection', async () => {
    const { ticketId } = await newCustomer(desk)
    await putTicket(ticketId, { status: 'open' })
    const other = await newCustomer(desk)
    await putTicket(other.ticketId, { status: 'open' })
    const messageId = (await sendMessage(other.ticketId)).headers.get('x-message-id') ?? ''
    await deleteConnection(CONNECTION)
    expect(await ticketRecord(ticketId)).toMatchObject({ status: 'open', whatsapp: null })
    // Waiting messages have failed, with the reason.
    expect(await desk.records.message(COMPANY, messageId)).toMatchObject({ error: 'ERR_WAPP_DELETED' })
    expect(
      await desk.documents.find('due-work', { where: { connectionId: CONNECTION, kind: 'send' }, limit: 9 }),
    ).toEqual([])
    const refused = await sendMessage(ticketId)
    expect([refused.status, refused.body.error]).toEqual([409, 'ERR_TICKET_WITHOUT_CONNECTION'])
    const again = await desk.call(ANA, 'POST', `/messages/${messageId}/retry`, {})
    expect([again.status, again.body.error]).toEqual([409, 'ERR_WAPP_DELETED'])
    expect((await putTicket(ticketId, { whatsappId: SECOND_CONNECTION })).body.whatsapp.id).toBe(
      SECOND_CONNECTION,
    )
    expect((await sendMessage(ticketId)).status).toBe(200)
  })

  it('move to another connection if requested; of two tickets there the attended one stays', async () => {
    const alone = await newCustomer(desk)
    const twice = await newCustomer(desk)
    await putTicket(twice.ticketId, { status: 'open' })
    await desk.report(messageFrom(twice.pn, { connectionId: SECOND_CONNECTION }))
    const second = Number((await desk.log('ticket.opened')).at(-1)?.data.ticketId)
    await deleteConnection(CONNECTION, SECOND_CONNECTION)
    expect(await ticketRecord(alone.ticketId)).toMatchObject({
      status: 'pending',
      whatsapp: { id: SECOND_CONNECTION },
    })
    expect(await ticketRecord(twice.ticketId)).toMatchObject({
      status: 'open',
      whatsapp: { id: SECOND_CONNECTION },
    })
    expect(await ticketState(second)).toMatchObject({ status: 'closed', closeReason: 'merged' })
  })

  it('are closed if requested, and closed tickets keep the name of their connection', async () => {
    const { ticketId } = await newCustomer(desk)
    await deleteConnection(CONNECTION, 'close')
    expect(await ticketRecord(ticketId)).toMatchObject({
      status: 'closed',
      whatsapp: { id: CONNECTION, status: 'DISCONNECTED' },
    })
    expect(await desk.records.connection(COMPANY, CONNECTION)).toBeNull()
  })

  it('follow their contact to another connection: no second ticket opens beside them', async () => {
    const { pn, ticketId } = await newCustomer(desk)
    await putTicket(ticketId, { status: 'open' })
    await deleteConnection(CONNECTION)
    const opened = (await desk.log('ticket.opened')).length
    await desk.report(messageFrom(pn, { connectionId: SECOND_CONNECTION }))
    expect(await desk.log('ticket.opened')).toHaveLength(opened)
    expect(await ticketState(ticketId)).toMatchObject({
      status: 'open',
      userId: ANA.userId,
      connectionId: SECOND_CONNECTION,
    })
    expect((await desk.log('message.received')).at(-1)?.data.ticketId).toBe(ticketId)
    expect((await sendMessage(ticketId)).status).toBe(200)
  })

  it('come along also right after two contacts became one, which the views do not show yet', async () => {
    const { person, writes } = peopleOf(desk)
    const her = person()
    const gone = await writes({ lid: her.lid })
    await putTicket(gone.ticketId, { status: 'open' })
    desk.numbers.set(her.pn, { number: her.pn, lid: null })
    const stays = (await desk.call(ADMIN, 'POST', '/contacts', { name: 'Ela', number: her.pn })).body.id
    await deleteConnection(CONNECTION)
    await desk.projector.stop()
    expect(await writes(her, SECOND_CONNECTION)).toEqual({ contactId: stays, ticketId: gone.ticketId })
    expect(await ticketState(gone.ticketId)).toMatchObject({
      status: 'open',
      connectionId: SECOND_CONNECTION,
    })
  })
})

describe('messages on a deleted connection', () => {
  it('fail also when they were asked for while it was being deleted', async () => {
    const { ticketId } = await newCustomer(desk)
    await putTicket(ticketId, { status: 'open' })
    const chat = await createChats(desk).of(ticketId)
    if (chat === null) throw new Error('no chat')
    await deleteConnection(CONNECTION)
    const content = { body: 'late', kind: 'conversation', media: null, quotedId: null } as const
    const late = await requestMessage(
      desk,
      chat,
      { ...content, source: 'user', userId: ANA.userId },
      metaOf(),
    )
    if (!late.ok) throw new Error('not asked for')
    const id = late.value.state.messageId
    while ((await desk.records.message(COMPANY, id))?.error !== 'ERR_WAPP_DELETED')
      await new Promise(setImmediate)
  })

  it('accept the gateway’s late reports', async () => {
    const { ticketId } = await newCustomer(desk)
    await putTicket(ticketId, { status: 'open' })
    const id = (await sendMessage(ticketId)).headers.get('x-message-id') ?? ''
    const command = { kind: 'delete', connectionId: CONNECTION } as const
    await desk.kernel.execute(connectionsDecider, streams.connections(COMPANY), command, metaOf())
    const { waId } = (await desk.log('message.requested')).at(-1)?.data ?? {}
    const ids = { companyId: COMPANY, connectionId: CONNECTION, fromMe: true, waId, messageId: id }
    await desk.report({ kind: 'failed', ...ids, what: 'send', code: 'ERR_WAPP_MESSAGE_EXPIRED' })
    expect(await desk.log('message.failed')).toHaveLength(1)
  })
})

describe('a deletion costs commands for active tickets only', () => {
  const closedOnes = async (count: number) => {
    const ids: number[] = []
    for (let n = 0; n < count; n++) {
      const { ticketId } = await newCustomer(desk)
      await putTicket(ticketId, { status: 'closed' }, ADMIN)
      ids.push(ticketId)
    }
    return ids
  }

  it('a connection', async () => {
    const [closed = 0] = await closedOnes(5)
    const { ticketId } = await newCustomer(desk)
    const ran: string[] = []
    await deleteConnection(CONNECTION, undefined, ran)
    expect([...new Set(ran.filter((stream) => stream.startsWith('ticket-')))]).toEqual([
      streams.ticket(ticketId),
    ])
    expect(await ticketRecord(closed)).toMatchObject({ status: 'closed', whatsapp: { id: CONNECTION } })
  })

  it('a queue, whose name closed tickets keep', async () => {
    const [closed = 0] = await closedOnes(5)
    const { ticketId } = await newCustomer(desk)
    const ran: string[] = []
    const command = { kind: 'delete', id: QUEUE, caller: ADMIN } as const
    const done = await desk.kernel.execute(
      deciders.queue,
      streams.records('queues', COMPANY),
      command,
      metaOf(),
    )
    const [event] = done.ok ? done.value.events : []
    if (event === undefined) throw new Error('it was not deleted')
    await runConsequences(event, ran)
    expect([...new Set(ran.filter((stream) => stream.startsWith('ticket-')))]).toEqual([
      streams.ticket(ticketId),
    ])
    expect(await ticketRecord(ticketId)).toMatchObject({ queueId: null, queue: null })
    expect(await ticketRecord(closed)).toMatchObject({ queueId: QUEUE, queue: { name: 'Vendas' } })
    expect(await desk.records.queue(COMPANY, QUEUE)).toBeNull()
  })
})
