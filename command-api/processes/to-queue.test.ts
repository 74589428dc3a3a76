import { streams } from '@guiche/contracts/streams.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { connectionsDecider } from '../connections/decide.js'
import { deciders } from '../records/deciders.js'
import { settingsDecider } from '../settings/decide.js'
import { messageFrom, newCustomer, startHistoryImport } from '../testing/customer.js'
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
import { ticketDecider } from '../ticket/decide.js'
import { createToQueue } from './to-queue.js'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
  // The connection has several queues, so a new ticket has no queue.
  for (const connectionId of [CONNECTION, SECOND_CONNECTION]) {
    await configureConnection(connectionId, connectionId === CONNECTION ? 10 : 0)
  }
  await desk.shown()
})
afterEach(() => desk.close())

const configureConnection = (connectionId: number, timeSendQueue: number, more: object = {}) => {
  const fields = {
    name: `Line ${connectionId}`,
    queueIds: [],
    sendIdQueue: OTHER_QUEUE,
    timeSendQueue,
    ...more,
  }
  const command = { kind: 'change', connectionId, fields } as const
  return desk.kernel.execute(connectionsDecider, streams.connections(COMPANY), command, metaFor())
}
const passMinutes = (count: number): void =>
  desk.setTime(new Date(desk.clock.now().getTime() + count * 60_000).toISOString())
const runTwice = async () => {
  await desk.shown()
  await createToQueue(desk).look()
  await desk.shown()
}
const ticketState = async (ticketId: number) =>
  (await desk.kernel.load(ticketDecider, streams.ticket(ticketId))).state

describe('a ticket that waits without a queue', () => {
  it('moves to the queue of its connection after its minutes, once, however often the contact writes', async () => {
    const { ticketId, pn } = await newCustomer(desk)
    passMinutes(9)
    await desk.report(messageFrom(pn))
    await runTwice()
    expect(await ticketState(ticketId)).toMatchObject({ status: 'pending', queueId: null })
    passMinutes(2)
    await runTwice()
    await runTwice()
    expect(await ticketState(ticketId)).toMatchObject({ status: 'pending', queueId: OTHER_QUEUE })
    expect(await desk.log('ticket.transferred')).toHaveLength(1)
  })

  it('F4: moves after its minutes in front of the menu, which stand still while the company is closed', async () => {
    const settings = streams.settings(COMPANY)
    const by = { scope: 'company', key: 'scheduleType', value: 'company' } as const
    await desk.kernel.execute(settingsDecider, settings, by, metaFor())
    const menu = { queueIds: [QUEUE, OTHER_QUEUE], greetingMessage: 'Olá', timeUseBotQueues: 5 }
    await configureConnection(CONNECTION, 0, menu)
    // 17:57 of a Monday in São Paulo
    desk.setTime('2026-03-02T20:57:00.000Z')
    const { ticketId } = await newCustomer(desk)
    await desk.automaticMessages.handle((await desk.log('message.received')).map((value) => ({ value })))
    expect((await ticketState(ticketId)).bot.at).toBe('menu')
    const said = (await desk.log('message.requested')).length
    // 08:01 of the next day: four minutes of opening hours
    desk.setTime('2026-03-03T11:01:00.000Z')
    await runTwice()
    expect((await ticketState(ticketId)).queueId).toBeNull()
    passMinutes(1)
    await runTwice()
    const after = await ticketState(ticketId)
    expect([after.queueId, after.bot.because]).toEqual([OTHER_QUEUE, 'time'])
    expect((await desk.log('message.requested')).length - said).toBeLessThanOrEqual(1)
  })

  it('F18: stays where its contact has chosen before the time was over', async () => {
    await configureConnection(CONNECTION, 0, {
      queueIds: [QUEUE, OTHER_QUEUE],
      greetingMessage: 'Olá',
      timeUseBotQueues: 30,
    })
    const { ticketId, pn } = await newCustomer(desk)
    const follow = async () =>
      desk.automaticMessages.handle((await desk.log('message.received')).map((value) => ({ value })))
    await follow()
    passMinutes(5)
    // the second queue in the order of names
    await desk.report(messageFrom(pn, { body: '2' }))
    await follow()
    passMinutes(60)
    await runTwice()
    expect((await ticketState(ticketId)).queueId).toBe(QUEUE)
    expect(await desk.log('ticket.transferred')).toHaveLength(1)
  })

  it('waits in minutes in which the company is open', async () => {
    const settings = streams.settings(COMPANY)
    const by = { scope: 'company', key: 'scheduleType', value: 'company' } as const
    await desk.kernel.execute(settingsDecider, settings, by, metaFor())
    // 17:55 of a Monday in São Paulo
    desk.setTime('2026-03-02T20:55:00.000Z')
    const { ticketId } = await newCustomer(desk)
    // 08:04 of the next day: nine minutes of opening hours
    desk.setTime('2026-03-03T11:04:00.000Z')
    await runTwice()
    expect((await ticketState(ticketId)).queueId).toBeNull()
    passMinutes(1)
    await runTwice()
    expect((await ticketState(ticketId)).queueId).toBe(OTHER_QUEUE)
  })

  it('stays where it is attended, imported, or its connection asks for nothing', async () => {
    const elsewhere = await newCustomer(desk, { connectionId: SECOND_CONNECTION })
    const attended = await newCustomer(desk)
    await desk.call(ADMIN, 'PUT', `/tickets/${attended.ticketId}`, { status: 'open' })
    await startHistoryImport(desk)
    const old = await newCustomer(desk, { imported: true })
    passMinutes(60)
    await runTwice()
    for (const { ticketId } of [elsewhere, attended, old]) {
      expect((await ticketState(ticketId)).queueId).toBeNull()
    }
  })

  it('stays where the queue is gone and the view does not show that yet', async () => {
    const { ticketId } = await newCustomer(desk)
    passMinutes(11)
    await desk.shown()
    const queues = streams.records('queues', COMPANY)
    await desk.kernel.execute(
      deciders.queue,
      queues,
      { kind: 'delete', id: OTHER_QUEUE, caller: ADMIN },
      metaFor(),
    )
    await runTwice()
    expect((await ticketState(ticketId)).queueId).toBeNull()
  })

  it('keeps its place if a user took it or chose a queue before the views showed so', async () => {
    const { ticketId } = await newCustomer(desk)
    await desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, { status: 'open' })
    const command = { kind: 'enqueue', connectionId: CONNECTION, queueId: OTHER_QUEUE } as const
    await desk.kernel.execute(ticketDecider, streams.ticket(ticketId), command, metaFor())
    expect(await ticketState(ticketId)).toMatchObject({ status: 'open', queueId: null })
  })
})
