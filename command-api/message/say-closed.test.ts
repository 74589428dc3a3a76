import { textOfWeek } from '@guiche/contracts/opening-hours/text.js'
import { DEFAULT_WEEK, type Interval } from '@guiche/contracts/opening-hours/week.js'
import { entriesOf } from '@guiche/contracts/opening-hours/wire.js'
import { streams } from '@guiche/contracts/streams.js'
import { afterEach, describe, expect, it } from '@jest/globals'
import { connectionsDecider } from '../connections/decide.js'
import { messageFrom, newCustomer } from '../testing/customer.js'
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

const CLOSED_TEMPLATE = 'Estamos fechados, {{firstName}}.'
const CLOSED_TEXT = 'Estamos fechados, Carla.'
/** 12:00 and 20:30 of a day in São Paulo; 2 March 2026 is a Monday. */
const noonOf = (day: string) => `${day}T15:00:00.000Z`
const nightOf = (day: string) => `${day}T23:30:00.000Z`

/** A desk with company hours. Both connections send a text out of hours, and a greeting. */
const openDeskByHours = async (settings: Record<string, string> = {}, at = nightOf('2026-03-02')) => {
  desk = await openDesk({
    settings: { scheduleType: 'company', sendGreetingMessageOneQueues: 'enabled', ...settings },
  })
  desk.setTime(at)
  for (const connectionId of [CONNECTION, SECOND_CONNECTION]) {
    const fields = {
      name: `Line ${connectionId}`,
      greetingMessage: 'Olá!',
      outOfHoursMessage: CLOSED_TEMPLATE,
    }
    const change = { kind: 'change', connectionId, fields } as const
    await desk.kernel.execute(connectionsDecider, streams.connections(COMPANY), change, metaFor())
  }
  await desk.shown()
}
/** The automatic texts, after the process has handled the whole log twice. */
const automaticTexts = async () => {
  const events = (await desk.log('message.received')).map((value) => ({ value }))
  await desk.automaticMessages.handle(events)
  await desk.automaticMessages.handle(events)
  await desk.shown()
  return (await desk.log('message.requested')).map(({ data }) => data.body)
}
const writeMessage = async (pn: string, change: Parameters<typeof messageFrom>[1] = {}) => {
  await desk.report(messageFrom(pn, change))
  await desk.shown()
  return automaticTexts()
}
const createHoliday = (values: object) => desk.call(ADMIN, 'POST', '/holidays', values)
const setQueue = (queueId: number, values: object) => desk.call(ADMIN, 'PUT', `/queue/${queueId}`, values)
const weekOf = (...parts: Interval[]) => entriesOf(parts)

describe('out of hours', () => {
  it('F6: three messages get one text, the ticket has its queue and is unread; once open there is one greeting', async () => {
    await openDeskByHours()
    const { pn, ticketId } = await newCustomer(desk)
    expect(await automaticTexts()).toEqual([CLOSED_TEXT])
    await writeMessage(pn)
    expect(await writeMessage(pn)).toEqual([CLOSED_TEXT])
    expect(await desk.records.ticket(COMPANY, ticketId)).toMatchObject({
      ...{ status: 'pending', queueId: QUEUE, unread: 3, userId: null },
      waitingSince: desk.clock.now().toISOString(),
    })
    desk.setTime(noonOf('2026-03-03'))
    expect(await writeMessage(pn)).toEqual([CLOSED_TEXT, 'Olá!'])
    desk.setTime(nightOf('2026-03-03'))
    expect(await writeMessage(pn)).toEqual([CLOSED_TEXT, 'Olá!', CLOSED_TEXT])
    desk.setTime(noonOf('2026-03-04'))
    // no second greeting is sent
    expect(await writeMessage(pn)).toEqual([CLOSED_TEXT, 'Olá!', CLOSED_TEXT])
  })

  it('sends it once to a contact who writes on two connections, and again in a later closed period', async () => {
    await openDeskByHours()
    const { pn } = await newCustomer(desk)
    await newCustomer(desk, {
      connectionId: SECOND_CONNECTION,
      ...{ peer: { pn, lid: null, group: null, name: 'Carla' } },
    })
    expect(await automaticTexts()).toEqual([CLOSED_TEXT])
    // a process with empty memory
    const events = (await desk.log('message.received')).map((value) => ({ value }))
    await desk.build().automaticMessages.handle(events.toReversed())
    expect(await automaticTexts()).toEqual([CLOSED_TEXT])
    await newCustomer(desk)
    expect(await automaticTexts()).toEqual([CLOSED_TEXT, CLOSED_TEXT])
  })

  it('says nothing about a closed period that is over', async () => {
    await openDeskByHours({}, noonOf('2026-03-02'))
    await newCustomer(desk)
    expect(await automaticTexts()).toEqual(['Olá!'])
    desk.setTime(nightOf('2026-03-02'))
    expect(await automaticTexts()).toEqual(['Olá!'])
  })

  it('F5: a ticket that an agent holds gets no text, in or out of hours, and is unread', async () => {
    await openDeskByHours({}, noonOf('2026-03-02'))
    const { pn, ticketId } = await newCustomer(desk)
    expect(await automaticTexts()).toEqual(['Olá!'])
    await desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, { status: 'open' })
    const unread = async () => (await desk.records.ticket(COMPANY, ticketId))?.unread
    // Accepting the ticket marks its messages as read.
    while ((await unread()) !== 0) await desk.shown()
    for (const [at, change] of [
      [noonOf('2026-03-02'), { body: '#' }],
      [nightOf('2026-03-02'), { body: '1' }],
      [nightOf('2026-03-02'), { type: 'audio', body: '' }],
      [nightOf('2026-03-02'), { type: 'sticker', body: '' }],
    ] as const) {
      desk.setTime(at)
      await writeMessage(pn, change)
    }
    expect(await automaticTexts()).toEqual(['Olá!'])
    expect(await unread()).toBe(4)
  })

  it('says nothing in groups, to calls, for imported messages, or with no text: then it greets', async () => {
    await openDeskByHours({ CheckMsgIsGroup: 'disabled' })
    const group = { pn: null, lid: null, group: '120363099', name: 'Família' }
    await desk.report(messageFrom('', { peer: group, remoteJid: '120363099@g.us' }))
    await newCustomer(desk, { imported: true })
    expect(await automaticTexts()).toEqual([])
    const fields = { name: 'Loja', outOfHoursMessage: ' ' }
    const change = { kind: 'change', connectionId: SECOND_CONNECTION, fields } as const
    await desk.kernel.execute(connectionsDecider, streams.connections(COMPANY), change, metaFor())
    await desk.shown()
    await newCustomer(desk, { connectionId: SECOND_CONNECTION })
    expect(await automaticTexts()).toEqual(['Olá!'])
  })

  it('F17: a holiday has its own text, said once', async () => {
    await openDeskByHours({}, noonOf('2026-11-20'))
    expect(
      await createHoliday({
        name: 'Consciência Negra',
        date: '2025-11-20',
        yearly: true,
        message: 'Feriado, {{firstName}}!',
      }),
    ).toMatchObject({ status: 200, body: { date: '2025-11-20', yearly: 1, parts: [] } })
    const { pn } = await newCustomer(desk)
    await writeMessage(pn)
    expect(await automaticTexts()).toEqual(['Feriado, Carla!'])
  })

  it('uses the hours of the company, and none while the setting is off', async () => {
    await openDeskByHours({ schedules: textOfWeek([{ day: 'monday', from: '20:00', until: '23:00' }]) })
    await newCustomer(desk)
    expect(await automaticTexts()).toEqual(['Olá!'])
    await desk.close()
    await openDeskByHours({ scheduleType: 'disabled' })
    await newCustomer(desk)
    expect(await automaticTexts()).toEqual(['Olá!'])
  })
})

describe('hours of queues', () => {
  it('are those of the ticket’s queue, with its text; a ticket without a queue has none', async () => {
    await openDeskByHours({ scheduleType: 'queue' }, noonOf('2026-03-02'))
    const closed = weekOf({ day: 'sunday', from: '08:00', until: '09:00' })
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
    await newCustomer(desk)
    expect(await automaticTexts()).toEqual(['Vendas fechado.'])
    await newCustomer(desk, { connectionId: SECOND_CONNECTION })
    expect(await automaticTexts()).toEqual(['Vendas fechado.', 'Olá!'])
  })

  it('have the text of the connection if the queue has none', async () => {
    await openDeskByHours({ scheduleType: 'queue' })
    await newCustomer(desk)
    expect(await automaticTexts()).toEqual([CLOSED_TEXT])
  })

  it('are the default ones until they are set; overlapping hours are refused at their field', async () => {
    await openDeskByHours({ scheduleType: 'queue' })
    const plain = { name: 'Suporte', color: '#220' }
    expect(await setQueue(OTHER_QUEUE, plain)).toMatchObject({ body: { schedules: entriesOf(DEFAULT_WEEK) } })
    const overlapping = weekOf(
      { day: 'monday', from: '08:00', until: '12:00' },
      { day: 'monday', from: '11:00', until: '13:00' },
    )
    expect(await setQueue(OTHER_QUEUE, { ...plain, schedules: overlapping })).toMatchObject({
      status: 400,
      body: { error: 'ERR_HOURS_OVERLAP', details: { field: 'schedules' } },
    })
  })
})
