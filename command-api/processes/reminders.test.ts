import { SYSTEM } from '@guiche/contracts/envelope.js'
import type { ConnectionEvent } from '@guiche/contracts/events/connections.js'
import type { ConnectionSettings } from '@guiche/contracts/settings/connection-settings.js'
import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { connectionsDecider } from '../connections/decide.js'
import { createGateway } from '../contact/ask-gateway.js'
import { createChats } from '../message/chats.js'
import { messageFrom, newCustomer, reportSent } from '../testing/customer.js'
import { ANA, BIA, COMPANY, CONNECTION, type Desk, openDesk } from '../testing/desk.js'
import type { Settings } from '../testing/world.js'
import { createExpiry } from './expiry.js'
import { createReminders } from './reminders.js'

const MINUTE_MS = 60_000
let desk: Desk
let gateway: ReturnType<typeof createGateway>
let uptimeMs: number
const newMeta = () =>
  ({ commandId: newUuid(), companyId: COMPANY, actor: SYSTEM, correlationId: 'test' }) as const
const setFields = async (fields: Partial<ConnectionSettings>) => {
  const changed = { name: 'Principal', ...fields }
  const command = { kind: 'change', connectionId: CONNECTION, fields: changed } as const
  await desk.kernel.execute(connectionsDecider, streams.connections(COMPANY), command, newMeta())
  await desk.shown()
}
const openReminderDesk = async (settings: Settings = {}) => {
  desk = await openDesk({ settings })
  const connected: ConnectionEvent = {
    type: 'connection.status-changed.v1',
    data: {
      ...{ connectionId: CONNECTION, status: 'CONNECTED', previous: 'OPENING', reason: null },
      ...{ number: '5511900000001', retries: 0 },
    },
  }
  await desk.kernel.append(streams.connection(CONNECTION), [connected], newMeta())
  const [reminderMessage1, reminderMessage3] = ['{{firstName}}, ainda está aí?', 'Vamos fechar em breve.']
  await setFields({ reminderMinutes: 10, reminderMessage1, reminderMessage2: ' ', reminderMessage3 })
  gateway = createGateway({ bus: desk.eventBus, timeoutMs: 500 })
  await gateway.start()
  uptimeMs = 1000 * MINUTE_MS
  desk.lines.set(CONNECTION, 1000 * MINUTE_MS)
}
const closeDesk = async () => {
  await gateway.stop()
  await desk.close()
}
beforeEach(() => openReminderDesk())
afterEach(closeDesk)

const passMinutes = (minutes: number): void =>
  desk.setTime(new Date(desk.clock.now().getTime() + minutes * MINUTE_MS).toISOString())
/** Runs two checks; the second check may still see the views before the first one. */
const runTwice = async () => {
  const deps = { ...desk, chats: createChats(desk), gateway, uptime: { ms: () => uptimeMs } }
  await createReminders(deps).look()
  await createReminders(deps).look()
  await createExpiry(deps).look()
  await desk.shown()
}
const sentReminders = async () =>
  (await desk.log('message.requested'))
    .filter(({ data }) => data.source === 'reminder')
    .map(({ data }) => data.body)
const countClosed = async () => (await desk.log('ticket.closed')).length
const agentWrites = async (ticketId: number, body = 'Mais alguma coisa?', by: typeof ANA = ANA) => {
  await desk.call(by, 'POST', `/messages/${ticketId}`, { body })
  await reportSent(desk)
}
/** A ticket of Ana with her answer as the last message. */
const answeredTicket = async () => {
  const one = await newCustomer(desk)
  await desk.call(ANA, 'PUT', `/tickets/${one.ticketId}`, { status: 'open' })
  await agentWrites(one.ticketId)
  await desk.shown()
  return one
}
const FIRST = 'Carla, ainda está aí?'
const SECOND = 'Vamos fechar em breve.'

describe('a customer who does not answer', () => {
  it('is reminded once by each text, at intervals, and the time until the close runs on', async () => {
    await setFields({ expiresTicket: 1 })
    await answeredTicket()
    passMinutes(9.9)
    await runTwice()
    expect(await sentReminders()).toEqual([])
    passMinutes(0.2)
    await runTwice()
    expect(await sentReminders()).toEqual([FIRST])
    passMinutes(9.9)
    await runTwice()
    expect(await sentReminders()).toEqual([FIRST])
    passMinutes(0.2)
    await runTwice()
    await runTwice()
    expect(await sentReminders()).toEqual([FIRST, SECOND])
    passMinutes(30)
    await runTwice()
    expect([await sentReminders(), await countClosed()]).toEqual([[FIRST, SECOND], 0])
    passMinutes(10)
    await runTwice()
    expect([await sentReminders(), await countClosed()]).toEqual([[FIRST, SECOND], 1])
  })

  it('does not get two texts at once after an outage', async () => {
    await answeredTicket()
    passMinutes(500)
    await runTwice()
    expect(await sentReminders()).toEqual([FIRST])
    passMinutes(10.1)
    await runTwice()
    expect(await sentReminders()).toEqual([FIRST, SECOND])
  })

  it('gets the next reminders only after a new answer, however often we write or the ticket moves', async () => {
    const { ticketId, pn } = await answeredTicket()
    passMinutes(11)
    await runTwice()
    await agentWrites(ticketId)
    await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { userId: BIA.userId })
    await desk.shown()
    passMinutes(9)
    await runTwice()
    expect(await sentReminders()).toEqual([FIRST])
    passMinutes(2)
    await runTwice()
    passMinutes(11)
    await runTwice()
    expect(await sentReminders()).toEqual([FIRST, SECOND])
    await desk.report(messageFrom(pn, { body: 'Estou aqui' }))
    await desk.shown()
    passMinutes(11)
    await runTwice()
    expect(await sentReminders()).toEqual([FIRST, SECOND])
    await agentWrites(ticketId, 'Que bom', BIA)
    await desk.shown()
    passMinutes(11)
    await runTwice()
    expect(await sentReminders()).toEqual([FIRST, SECOND, FIRST])
  })

  it('gets no reminder if the customer waits for us, the ticket has no agent or is snoozed, or no text is set', async () => {
    const asked = await answeredTicket()
    await desk.report(messageFrom(asked.pn))
    await newCustomer(desk)
    const snoozed = await answeredTicket()
    const until = new Date(desk.clock.now().getTime() + 600 * MINUTE_MS).toISOString()
    await desk.call(ANA, 'POST', `/tickets/${snoozed.ticketId}/snooze`, { until })
    await desk.shown()
    passMinutes(11)
    await runTwice()
    expect(await sentReminders()).toEqual([])
    await setFields({ reminderMessage1: '', reminderMessage3: '' })
    await answeredTicket()
    passMinutes(11)
    await runTwice()
    expect(await sentReminders()).toEqual([])
  })

  it('hears nothing while an answer may be on its way', async () => {
    await answeredTicket()
    passMinutes(11)
    uptimeMs = 4 * MINUTE_MS
    await runTwice()
    desk.lines.clear()
    uptimeMs = 1000 * MINUTE_MS
    await runTwice()
    expect(await sentReminders()).toEqual([])
  })

  it('has the time out of hours beside, where the connection says so', async () => {
    await closeDesk()
    await openReminderDesk({ scheduleType: 'company' })
    await setFields({ expiresTicket: 1, inactivityInHours: true })
    // a Monday in São Paulo, 17:55
    desk.setTime('2026-03-02T20:55:00.000Z')
    await answeredTicket()
    passMinutes(13 * 60)
    await runTwice()
    expect(await sentReminders()).toEqual([])
    desk.setTime('2026-03-03T11:04:00.000Z')
    await runTwice()
    expect(await sentReminders()).toEqual([])
    passMinutes(2)
    await runTwice()
    expect(await sentReminders()).toEqual([FIRST])
    desk.setTime('2026-03-03T11:54:00.000Z')
    await runTwice()
    expect(await countClosed()).toBe(0)
    passMinutes(2)
    await runTwice()
    expect(await countClosed()).toBe(1)
  })

  it('hears nothing of an answer that has not left, or has failed; the time begins once the answer is sent', async () => {
    await setFields({ expiresTicket: 1 })
    const { ticketId } = await newCustomer(desk)
    await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'open' })
    await desk.call(ANA, 'POST', `/messages/${ticketId}`, { body: 'Mais alguma coisa?' })
    await desk.shown()
    // the line was away
    passMinutes(300)
    await runTwice()
    expect([await sentReminders(), await countClosed()]).toEqual([[], 0])
    const { messageId, waId } = (await desk.log('message.requested')).at(-1)?.data ?? {}
    const about = { companyId: COMPANY, connectionId: CONNECTION, messageId, waId, fromMe: true }
    await desk.report({ kind: 'failed', ...about, what: 'send', code: 'ERR_SENDING_WAPP_MSG' })
    await desk.shown()
    await runTwice()
    expect([await sentReminders(), await countClosed()]).toEqual([[], 0])
    await reportSent(desk)
    passMinutes(9.9)
    await runTwice()
    expect([await sentReminders(), await countClosed()]).toEqual([[], 0])
    passMinutes(0.2)
    await runTwice()
    expect([await sentReminders(), await countClosed()]).toEqual([[FIRST], 0])
    passMinutes(49.8)
    await runTwice()
    expect([await sentReminders(), await countClosed()]).toEqual([[FIRST, SECOND], 0])
    passMinutes(0.2)
    await runTwice()
    expect(await countClosed()).toBe(1)
  })

  it('hears nothing out of hours, where the connection says so, also of what was due before', async () => {
    await closeDesk()
    await openReminderDesk({ scheduleType: 'company' })
    await setFields({ expiresTicket: 1, inactivityInHours: true })
    // a Monday in São Paulo, 15:00
    desk.setTime('2026-03-02T18:00:00.000Z')
    await answeredTicket()
    // nobody looked until the night
    desk.setTime('2026-03-03T02:00:00.000Z')
    await runTwice()
    expect([await sentReminders(), await countClosed()]).toEqual([[], 0])
    desk.setTime('2026-03-03T11:00:00.000Z')
    await runTwice()
    // a reminder beside the close would be of no use
    expect([await sentReminders(), await countClosed()]).toEqual([[], 1])
  })

  it('gets no reminder once the ticket is closed, whatever the view shows', async () => {
    const { ticketId } = await answeredTicket()
    passMinutes(11)
    await desk.projector.stop()
    await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'closed' })
    const records = { ...desk.records, waitFor: async () => true }
    const deps = { ...desk, records, chats: createChats(desk), gateway, uptime: { ms: () => uptimeMs } }
    await createReminders(deps).look()
    expect(await sentReminders()).toEqual([])
  })
})
