import { SYSTEM } from '@guiche/contracts/envelope.js'
import type { ConnectionEvent } from '@guiche/contracts/events/connections.js'
import { isInternalStream, streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { connectionsDecider } from '../connections/decide.js'
import { createGateway } from '../contact/ask-gateway.js'
import { messageFrom, newCustomer, reportSent } from '../testing/customer.js'
import {
  ADMIN,
  ANA,
  COMPANY,
  CONNECTION,
  type Desk,
  FOREIGN,
  FOREIGN_CONNECTION,
  openDesk,
  SECOND_CONNECTION,
} from '../testing/desk.js'
import { ticketDecider } from '../ticket/decide.js'
import { createExpiry } from './expiry.js'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
let desk: Desk
let gateway: ReturnType<typeof createGateway>
/** how long the process has been running */
let uptimeMs: number
const newMeta = () =>
  ({ commandId: newUuid(), companyId: COMPANY, actor: SYSTEM, correlationId: 'test' }) as const
beforeEach(async () => {
  desk = await openDesk()
  const fields = { name: 'Principal', expiresTicket: 2, expiresInactiveMessage: 'Até mais, {{firstName}}!' }
  const command = { kind: 'change', connectionId: CONNECTION, fields } as const
  await desk.kernel.execute(connectionsDecider, streams.connections(COMPANY), command, newMeta())
  const connected: ConnectionEvent = {
    type: 'connection.status-changed.v1',
    data: {
      ...{ connectionId: CONNECTION, status: 'CONNECTED', previous: 'OPENING', reason: null },
      ...{ number: '5511900000001', retries: 0 },
    },
  }
  await desk.kernel.append(streams.connection(CONNECTION), [connected], newMeta())
  await desk.shown()
  gateway = createGateway({ bus: desk.eventBus, timeoutMs: 500 })
  await gateway.start()
  uptimeMs = 100 * HOUR_MS
  desk.lines.set(CONNECTION, 100 * HOUR_MS)
})
afterEach(async () => {
  await gateway.stop()
  await desk.close()
})

const passHours = (count: number): void =>
  desk.setTime(new Date(desk.clock.now().getTime() + count * HOUR_MS).toISOString())
const expiryWith = (change: Partial<Parameters<typeof createExpiry>[0]> = {}) =>
  createExpiry({ ...desk, gateway, uptime: { ms: () => uptimeMs }, ...change })
const runExpiry = async () => {
  await expiryWith().look()
  await desk.shown()
}
const statusOf = async (ticketId: number) =>
  (await desk.kernel.load(ticketDecider, streams.ticket(ticketId))).state
/** A ticket of Ana with her answer as the last message. */
const answeredTicket = async (connectionId = CONNECTION) => {
  const one = await newCustomer(desk, { connectionId })
  await desk.call(ANA, 'PUT', `/tickets/${one.ticketId}`, { status: 'open' })
  await desk.call(ANA, 'POST', `/messages/${one.ticketId}`, { body: 'Mais alguma coisa?' })
  await reportSent(desk)
  return one
}
const sendByProgram = async (number: string) => {
  const token = await desk.apiTokens.make(CONNECTION, newMeta())
  const authorization = `Bearer ${token.ok ? token.value.token : ''}`
  const body = { number, body: 'Pedido pronto' }
  const sent = await desk.call(ADMIN, 'POST', '/messages/send', body, { authorization })
  expect(sent.status).toBe(200)
  await reportSent(desk)
}
/** The automatic texts of closed tickets, after the process has handled the log. */
const automaticTexts = async () => {
  const events = (await desk.log('ticket.closed')).map((value) => ({ value }))
  await desk.automaticMessages.handle(events)
  return (await desk.log('message.requested'))
    .filter(({ data }) => data.source === 'completion')
    .map(({ data }) => data.body)
}
/** The contact writes. Gives a function that closes the ticket as expired with stale views. */
const staleExpiry = async (ticketId: number, pn: string) => {
  const seen = (await desk.documents.one('tickets', COMPANY, ticketId))?.position ?? ''
  await desk.report(messageFrom(pn))
  await desk.shown()
  const command = { kind: 'close', reason: 'expired', onlyStatus: 'open', seen } as const
  return () => desk.kernel.execute(ticketDecider, streams.ticket(ticketId), command, newMeta())
}

describe('a ticket whose contact does not answer', () => {
  it('is closed after the hours of its connection, and the customer gets one text', async () => {
    const { ticketId } = await answeredTicket()
    passHours(1.9)
    await runExpiry()
    expect(await statusOf(ticketId)).toMatchObject({ status: 'open' })
    passHours(0.2)
    await runExpiry()
    await runExpiry()
    expect(await statusOf(ticketId)).toMatchObject({
      status: 'closed',
      closeReason: 'expired',
      userId: ANA.userId,
    })
    expect(await automaticTexts()).toEqual(['Até mais, Carla!'])
  })

  it('stays open if the contact wrote last, the ticket has no agent, or the connection has no expiry', async () => {
    const asked = await answeredTicket()
    await desk.report(messageFrom(asked.pn))
    const waiting = await newCustomer(desk)
    const elsewhere = await answeredTicket(SECOND_CONNECTION)
    await desk.shown()
    passHours(100)
    await runExpiry()
    for (const { ticketId } of [asked, waiting, elsewhere]) {
      expect((await statusOf(ticketId)).status).not.toBe('closed')
    }
  })

  it('stays open while the contact waits for an answer, in spite of later automatic texts', async () => {
    const asked = await answeredTicket()
    await desk.report(messageFrom(asked.pn))
    await desk.shown()
    await sendByProgram(asked.pn)
    expect(await desk.documents.one('tickets', COMPANY, asked.ticketId)).toMatchObject({
      lastAuthor: { kind: 'contact' },
      status: 'open',
    })
    passHours(100)
    await runExpiry()
    expect((await statusOf(asked.ticketId)).status).toBe('open')
    await desk.call(ANA, 'POST', `/messages/${asked.ticketId}`, { body: 'Amanhã' })
    await reportSent(desk)
    await desk.shown()
    passHours(100)
    await runExpiry()
    expect((await statusOf(asked.ticketId)).status).toBe('closed')
  })

  it('is closed also where a program opened it and its contact has asked nothing', async () => {
    const number = '5511987650001'
    desk.numbers.set(number, { number, lid: null })
    await sendByProgram(number)
    const opened = (await desk.log('ticket.opened')).at(-1)?.data.ticketId as number
    await desk.call(ANA, 'PUT', `/tickets/${opened}`, { status: 'open' })
    await desk.shown()
    passHours(1.9)
    await runExpiry()
    expect((await statusOf(opened)).status).toBe('open')
    passHours(0.2)
    await runExpiry()
    expect(await statusOf(opened)).toMatchObject({ status: 'closed', closeReason: 'expired' })
  })

  it('is reopened by a later message', async () => {
    const { ticketId, pn } = await answeredTicket()
    passHours(3)
    await runExpiry()
    await desk.report(messageFrom(pn))
    expect(await statusOf(ticketId)).toMatchObject({ status: 'pending' })
  })

  it('is reopened if a message before the close was not in the views yet', async () => {
    const { ticketId, pn } = await answeredTicket()
    const expire = await staleExpiry(ticketId, pn)
    await expire()
    expect(await automaticTexts()).toEqual([])
    expect(await statusOf(ticketId)).toMatchObject({ status: 'pending', userId: null })
  })

  it('stays closed if its contact has another active ticket by then', async () => {
    const { ticketId, contactId, pn } = await answeredTicket()
    const expire = await staleExpiry(ticketId, pn)
    // The test runs the process's work itself, after another ticket is open.
    await desk.automaticMessages.stop()
    await expire()
    const begun = { contactId, whatsappId: CONNECTION, userId: ADMIN.userId, status: 'open' }
    const other = await desk.call(ADMIN, 'POST', '/tickets', begun)
    expect([other.status, other.body.id === ticketId]).toEqual([200, false])
    expect(await automaticTexts()).toEqual([])
    expect(await statusOf(ticketId)).toMatchObject({ status: 'closed' })
  })

  it('is closed although the views still show a deleted ticket', async () => {
    const gone = await answeredTicket()
    const { ticketId } = await answeredTicket()
    passHours(3)
    const remove = () =>
      desk.kernel.execute(ticketDecider, streams.ticket(gone.ticketId), { kind: 'delete' }, newMeta())
    const find: typeof desk.documents.find = async (collection, query) => {
      const found = await desk.documents.find(collection, query)
      if (collection === 'tickets' && found.length > 0) await remove()
      return found
    }
    await expiryWith({ documents: { ...desk.documents, find } }).look()
    expect(await statusOf(ticketId)).toMatchObject({ status: 'closed', closeReason: 'expired' })
  })
})

describe('a ticket whose customer may have answered without our knowing', () => {
  const none = new Map<number, number>()
  it.each([
    ['no gateway has its connection', none, 100 * HOUR_MS],
    ['its line has just come up', new Map([[CONNECTION, 4 * MINUTE_MS]]), 100 * HOUR_MS],
    ['this process has just started', new Map([[CONNECTION, 100 * HOUR_MS]]), 4 * MINUTE_MS],
  ])('stays open: %s', async (_, lines, uptime) => {
    const { ticketId, pn } = await answeredTicket()
    passHours(3)
    desk.lines.clear()
    for (const [connectionId, ms] of lines) desk.lines.set(connectionId, ms)
    uptimeMs = uptime
    await runExpiry()
    expect(await statusOf(ticketId)).toMatchObject({ status: 'open', userId: ANA.userId })

    // The waiting answer arrives.
    await desk.report(messageFrom(pn))
    await desk.shown()
    desk.lines.set(CONNECTION, 100 * HOUR_MS)
    uptimeMs = 100 * HOUR_MS
    await runExpiry()
    expect(await statusOf(ticketId)).toMatchObject({ status: 'open', userId: ANA.userId })
  })

  it('is closed once pending messages would have arrived', async () => {
    const { ticketId } = await answeredTicket()
    passHours(3)
    desk.lines.set(CONNECTION, 6 * MINUTE_MS)
    uptimeMs = 6 * MINUTE_MS
    await runExpiry()
    expect(await statusOf(ticketId)).toMatchObject({ status: 'closed', closeReason: 'expired' })
  })

  it('stays open while the views do not show all that was written', async () => {
    const { ticketId, pn } = await answeredTicket()
    passHours(3)
    await desk.projector.stop()
    await desk.report(messageFrom(pn))
    await expiryWith().look()
    expect(await statusOf(ticketId)).toMatchObject({ status: 'open', userId: ANA.userId })
  })

  it('stays open while the views of its company are late, whoever has written last', async () => {
    const { ticketId, pn } = await answeredTicket()
    passHours(3)
    await desk.projector.stop()
    await desk.report(messageFrom(pn))
    await desk.report(messageFrom('5511777770000', { companyId: FOREIGN, connectionId: FOREIGN_CONNECTION }))
    // Each company has its own partition, as in a log with several partitions.
    const lastPublished: Desk['eventStore']['lastPublished'] = async (of) =>
      (await desk.log()).findLast(
        ({ stream, companyId }) => !isInternalStream(stream) && (of === undefined || companyId === of),
      ) ?? null
    const records: Desk['records'] = {
      ...desk.records,
      logPosition: (companyId, position) => `${companyId}:${position}`,
      waitFor: async (views, place, ms) => {
        const [companyId, position] = place.split(':')
        return companyId === String(FOREIGN) || desk.records.waitFor(views, `0:${position}`, ms)
      },
    }
    await expiryWith({ eventStore: { ...desk.eventStore, lastPublished }, records }).look()
    expect(await statusOf(ticketId)).toMatchObject({ status: 'open', userId: ANA.userId })
  })
})
