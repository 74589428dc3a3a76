import { SYSTEM } from '@guiche/contracts/envelope.js'
import type { ConnectionEvent } from '@guiche/contracts/events/connections.js'
import type { ConnectionSettings } from '@guiche/contracts/settings/connection-settings.js'
import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { connectionsDecider } from '../connections/decide.js'
import { createGateway } from '../contact/ask-gateway.js'
import { createChats } from '../message/chats.js'
import { customer, messageFrom } from '../testing/customer.js'
import { ANA, BIA, COMPANY, CONNECTION, type Desk, openDesk } from '../testing/desk.js'
import type { Settings } from '../testing/world.js'
import { createExpiry } from './expiry.js'
import { createReminders } from './reminders.js'

const MINUTE_MS = 60_000
let desk: Desk
let gateway: ReturnType<typeof createGateway>
let uptimeMs: number
const meta = () =>
  ({ commandId: newUuid(), companyId: COMPANY, actor: SYSTEM, correlationId: 'test' }) as const
const set = async (fields: Partial<ConnectionSettings>) => {
  const changed = { name: 'Principal', ...fields }
  const command = { kind: 'change', connectionId: CONNECTION, fields: changed } as const
  await desk.kernel.execute(connectionsDecider, streams.connections(COMPANY), command, meta())
  await desk.shown()
}
const open = async (settings: Settings = {}) => {
  desk = await openDesk({ settings })
  const connected: ConnectionEvent = {
    type: 'connection.status-changed.v1',
    data: {
      ...{ connectionId: CONNECTION, status: 'CONNECTED', previous: 'OPENING', reason: null },
      ...{ number: '5511900000001', retries: 0 },
    },
  }
  await desk.kernel.append(streams.connection(CONNECTION), [connected], meta())
  const [reminderMessage1, reminderMessage3] = ['{{firstName}}, ainda está aí?', 'Vamos fechar em breve.']
  await set({ reminderMinutes: 10, reminderMessage1, reminderMessage2: ' ', reminderMessage3 })
  gateway = createGateway({ bus: desk.eventBus, timeoutMs: 500 })
  await gateway.start()
  uptimeMs = 1000 * MINUTE_MS
  desk.lines.set(CONNECTION, 1000 * MINUTE_MS)
}
const close = async () => {
  await gateway.stop()
  await desk.close()
}
beforeEach(() => open())
afterEach(close)

const later = (minutes: number): void =>
  desk.setTime(new Date(desk.clock.now().getTime() + minutes * MINUTE_MS).toISOString())
/** Two looks, of which the second one may not know of the first one yet. */
const look = async () => {
  const deps = { ...desk, chats: createChats(desk), gateway, uptime: { ms: () => uptimeMs } }
  await createReminders(deps).look()
  await createReminders(deps).look()
  await createExpiry(deps).look()
  await desk.shown()
}
const reminders = async () =>
  (await desk.log('message.requested'))
    .filter(({ data }) => data.source === 'reminder')
    .map(({ data }) => data.body)
const closed = async () => (await desk.log('ticket.closed')).length
const writes = (ticketId: number, body = 'Mais alguma coisa?') =>
  desk.call(ANA, 'POST', `/messages/${ticketId}`, { body })
/** A ticket of Ana's in which ours is the last word. */
const answered = async () => {
  const one = await customer(desk)
  await desk.call(ANA, 'PUT', `/tickets/${one.ticketId}`, { status: 'open' })
  await writes(one.ticketId)
  await desk.shown()
  return one
}
const FIRST = 'Carla, ainda está aí?'
const SECOND = 'Vamos fechar em breve.'

describe('a customer who does not answer us', () => {
  it('is reminded once by each text, at intervals, and the time until the close runs on', async () => {
    await set({ expiresTicket: 1 })
    await answered()
    later(9.9)
    await look()
    expect(await reminders()).toEqual([])
    later(0.2)
    await look()
    expect(await reminders()).toEqual([FIRST])
    later(9.9)
    await look()
    expect(await reminders()).toEqual([FIRST])
    later(0.2)
    await look()
    await look()
    expect(await reminders()).toEqual([FIRST, SECOND])
    later(30)
    await look()
    expect([await reminders(), await closed()]).toEqual([[FIRST, SECOND], 0])
    later(10)
    await look()
    expect([await reminders(), await closed()]).toEqual([[FIRST, SECOND], 1])
  })

  it('is not told two texts at once after an outage', async () => {
    await answered()
    later(500)
    await look()
    expect(await reminders()).toEqual([FIRST])
    later(10.1)
    await look()
    expect(await reminders()).toEqual([FIRST, SECOND])
  })

  it('is reminded again only in another silence, however often we write or the ticket moves in this one', async () => {
    const { ticketId, pn } = await answered()
    later(11)
    await look()
    await writes(ticketId)
    await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { userId: BIA.userId })
    await desk.shown()
    later(9)
    await look()
    expect(await reminders()).toEqual([FIRST])
    later(2)
    await look()
    later(11)
    await look()
    expect(await reminders()).toEqual([FIRST, SECOND])
    await desk.report(messageFrom(pn, { body: 'Estou aqui' }))
    await desk.shown()
    later(11)
    await look()
    expect(await reminders()).toEqual([FIRST, SECOND])
    await desk.call(BIA, 'POST', `/messages/${ticketId}`, { body: 'Que bom' })
    await desk.shown()
    later(11)
    await look()
    expect(await reminders()).toEqual([FIRST, SECOND, FIRST])
  })

  it('hears nothing where it waits for us, nobody attends it, the ticket is snoozed, or no text is set', async () => {
    const asked = await answered()
    await desk.report(messageFrom(asked.pn))
    await customer(desk)
    const snoozed = await answered()
    const until = new Date(desk.clock.now().getTime() + 600 * MINUTE_MS).toISOString()
    await desk.call(ANA, 'POST', `/tickets/${snoozed.ticketId}/snooze`, { until })
    await desk.shown()
    later(11)
    await look()
    expect(await reminders()).toEqual([])
    await set({ reminderMessage1: '', reminderMessage3: '' })
    await answered()
    later(11)
    await look()
    expect(await reminders()).toEqual([])
  })

  it('hears nothing while an answer may be on its way', async () => {
    await answered()
    later(11)
    uptimeMs = 4 * MINUTE_MS
    await look()
    desk.lines.clear()
    uptimeMs = 1000 * MINUTE_MS
    await look()
    expect(await reminders()).toEqual([])
  })

  it('has the time out of hours beside, where the connection says so', async () => {
    await close()
    await open({ scheduleType: 'company' })
    await set({ expiresTicket: 1, inactivityInHours: true })
    // a Monday in São Paulo, five minutes before six
    desk.setTime('2026-03-02T20:55:00.000Z')
    await answered()
    later(13 * 60)
    await look()
    expect(await reminders()).toEqual([])
    desk.setTime('2026-03-03T11:04:00.000Z')
    await look()
    expect(await reminders()).toEqual([])
    later(2)
    await look()
    expect(await reminders()).toEqual([FIRST])
    desk.setTime('2026-03-03T11:54:00.000Z')
    await look()
    expect(await closed()).toBe(0)
    later(2)
    await look()
    expect(await closed()).toBe(1)
  })

  it('hears nothing once the ticket is closed, whatever the view shows', async () => {
    const { ticketId } = await answered()
    later(11)
    await desk.projector.stop()
    await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'closed' })
    const records = { ...desk.records, waitFor: async () => true }
    const deps = { ...desk, records, chats: createChats(desk), gateway, uptime: { ms: () => uptimeMs } }
    await createReminders(deps).look()
    expect(await reminders()).toEqual([])
  })
})
