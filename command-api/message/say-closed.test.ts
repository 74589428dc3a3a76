import { textOfWeek } from '@guiche/contracts/opening-hours/text.js'
import { DEFAULT_WEEK, type Interval } from '@guiche/contracts/opening-hours/week.js'
import { entriesOf } from '@guiche/contracts/opening-hours/wire.js'
import { streams } from '@guiche/contracts/streams.js'
import { afterEach, describe, expect, it } from '@jest/globals'
import { connectionsDecider } from '../connections/decide.js'
import { customer, messageFrom } from '../testing/customer.js'
import {
  ADMIN,
  COMPANY,
  CONNECTION,
  type Desk,
  OTHER_QUEUE,
  openDesk,
  QUEUE,
  SECOND_CONNECTION,
} from '../testing/desk.js'
import { metaFor } from '../testing/store.js'

let desk: Desk
afterEach(() => desk.close())

const CLOSED = 'Estamos fechados, {{firstName}}.'
const SAID = 'Estamos fechados, Carla.'
/** 12:00 and 22:00 of days in São Paulo; the 2nd of March 2026 is a Monday. */
const noon = (day: string) => `${day}T15:00:00.000Z`
const night = (day: string) => `${day}T23:30:00.000Z`

/** A desk by company hours whose two connections say a text out of hours, and greet. */
const open = async (settings: Record<string, string> = {}, at = night('2026-03-02')) => {
  desk = await openDesk({
    settings: { scheduleType: 'company', sendGreetingMessageOneQueues: 'enabled', ...settings },
  })
  desk.setTime(at)
  for (const connectionId of [CONNECTION, SECOND_CONNECTION]) {
    const fields = { name: `Line ${connectionId}`, greetingMessage: 'Olá!', outOfHoursMessage: CLOSED }
    const change = { kind: 'change', connectionId, fields } as const
    await desk.kernel.execute(connectionsDecider, streams.connections(COMPANY), change, metaFor())
  }
  await desk.shown()
}
/** What was said by itself, once the process has gone through the whole log twice. */
const said = async () => {
  const events = (await desk.log('message.received')).map((value) => ({ value }))
  await desk.automaticMessages.handle(events)
  await desk.automaticMessages.handle(events)
  await desk.shown()
  return (await desk.log('message.requested')).map(({ data }) => data.body)
}
const write = async (pn: string, change: Parameters<typeof messageFrom>[1] = {}) => {
  await desk.report(messageFrom(pn, change))
  await desk.shown()
  return said()
}
const holiday = (values: object) => desk.call(ADMIN, 'POST', '/holidays', values)
const setQueue = (queueId: number, values: object) => desk.call(ADMIN, 'PUT', `/queue/${queueId}`, values)
const week = (...parts: Interval[]) => entriesOf(parts)

describe('out of hours', () => {
  it('F6: three messages get one text, the ticket has its queue and is unread; once open there is one greeting', async () => {
    await open()
    const { pn, ticketId } = await customer(desk)
    expect(await said()).toEqual([SAID])
    await write(pn)
    expect(await write(pn)).toEqual([SAID])
    expect(await desk.records.ticket(COMPANY, ticketId)).toMatchObject({
      ...{ status: 'pending', queueId: QUEUE, unread: 3, userId: null },
      waitingSince: desk.clock.now().toISOString(),
    })
    desk.setTime(noon('2026-03-03'))
    expect(await write(pn)).toEqual([SAID, 'Olá!'])
    desk.setTime(night('2026-03-03'))
    expect(await write(pn)).toEqual([SAID, 'Olá!', SAID])
    desk.setTime(noon('2026-03-04'))
    // no second greeting
    expect(await write(pn)).toEqual([SAID, 'Olá!', SAID])
  })

  it('says it once to a contact that writes on two connections, and again to who writes later', async () => {
    await open()
    const { pn } = await customer(desk)
    await customer(desk, {
      connectionId: SECOND_CONNECTION,
      ...{ peer: { pn, lid: null, group: null, name: 'Carla' } },
    })
    expect(await said()).toEqual([SAID])
    // a process that remembers nothing
    const events = (await desk.log('message.received')).map((value) => ({ value }))
    await desk.build().automaticMessages.handle(events.toReversed())
    expect(await said()).toEqual([SAID])
    await customer(desk)
    expect(await said()).toEqual([SAID, SAID])
  })

  it('says nothing about a closed period that is over', async () => {
    await open({}, noon('2026-03-02'))
    await customer(desk)
    expect(await said()).toEqual(['Olá!'])
    desk.setTime(night('2026-03-02'))
    expect(await said()).toEqual(['Olá!'])
  })

  it('F5: a ticket that an agent holds gets no text, in or out of hours, and is unread', async () => {
    await open({}, noon('2026-03-02'))
    const { pn, ticketId } = await customer(desk)
    expect(await said()).toEqual(['Olá!'])
    await desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, { status: 'open' })
    const unread = async () => (await desk.records.ticket(COMPANY, ticketId))?.unread
    // taking it reads what is there
    while ((await unread()) !== 0) await desk.shown()
    for (const [at, change] of [
      [noon('2026-03-02'), { body: '#' }],
      [night('2026-03-02'), { body: '1' }],
      [night('2026-03-02'), { type: 'audio', body: '' }],
      [night('2026-03-02'), { type: 'sticker', body: '' }],
    ] as const) {
      desk.setTime(at)
      await write(pn, change)
    }
    expect(await said()).toEqual(['Olá!'])
    expect(await unread()).toBe(4)
  })

  it('says nothing in groups, to calls, for imported messages, or with no text: then it greets', async () => {
    await open({ CheckMsgIsGroup: 'disabled' })
    const group = { pn: null, lid: null, group: '120363099', name: 'Família' }
    await desk.report(messageFrom('', { peer: group, remoteJid: '120363099@g.us' }))
    await customer(desk, { imported: true })
    expect(await said()).toEqual([])
    const fields = { name: 'Loja', outOfHoursMessage: ' ' }
    const change = { kind: 'change', connectionId: SECOND_CONNECTION, fields } as const
    await desk.kernel.execute(connectionsDecider, streams.connections(COMPANY), change, metaFor())
    await desk.shown()
    await customer(desk, { connectionId: SECOND_CONNECTION })
    expect(await said()).toEqual(['Olá!'])
  })

  it('F17: a holiday has its own text, said once', async () => {
    await open({}, noon('2026-11-20'))
    expect(
      await holiday({
        name: 'Consciência Negra',
        date: '2025-11-20',
        yearly: true,
        message: 'Feriado, {{firstName}}!',
      }),
    ).toMatchObject({ status: 200, body: { date: '2025-11-20', yearly: 1, parts: [] } })
    const { pn } = await customer(desk)
    await write(pn)
    expect(await said()).toEqual(['Feriado, Carla!'])
  })

  it('counts the hours that the company has set, and none once the setting is off', async () => {
    await open({ schedules: textOfWeek([{ day: 'monday', from: '20:00', until: '23:00' }]) })
    await customer(desk)
    expect(await said()).toEqual(['Olá!'])
    await desk.close()
    await open({ scheduleType: 'disabled' })
    await customer(desk)
    expect(await said()).toEqual(['Olá!'])
  })
})

describe('hours of queues', () => {
  it('are those of the ticket’s queue, with its text; a ticket without queue has none', async () => {
    await open({ scheduleType: 'queue' }, noon('2026-03-02'))
    const closed = week({ day: 'sunday', from: '08:00', until: '09:00' })
    expect(
      await setQueue(QUEUE, {
        name: 'Vendas',
        color: '#210',
        schedules: closed,
        outOfHoursMessage: 'Vendas fechado.',
      }),
    ).toMatchObject({
      status: 201,
      body: { schedules: closed },
    })
    await customer(desk)
    expect(await said()).toEqual(['Vendas fechado.'])
    await customer(desk, { connectionId: SECOND_CONNECTION })
    expect(await said()).toEqual(['Vendas fechado.', 'Olá!'])
  })

  it('have the text of the connection where the queue has none', async () => {
    await open({ scheduleType: 'queue' })
    await customer(desk)
    expect(await said()).toEqual([SAID])
  })

  it('are the default ones until they are set, and refuse what overlaps at the field', async () => {
    await open({ scheduleType: 'queue' })
    const plain = { name: 'Suporte', color: '#220' }
    expect(await setQueue(OTHER_QUEUE, plain)).toMatchObject({ body: { schedules: entriesOf(DEFAULT_WEEK) } })
    const overlapping = week(
      { day: 'monday', from: '08:00', until: '12:00' },
      { day: 'monday', from: '11:00', until: '13:00' },
    )
    expect(await setQueue(OTHER_QUEUE, { ...plain, schedules: overlapping })).toMatchObject({
      status: 400,
      body: { error: 'ERR_HOURS_OVERLAP', details: { field: 'schedules' } },
    })
  })
})
