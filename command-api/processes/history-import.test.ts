import { streams } from '@guiche/contracts/streams.js'
import { afterEach, describe, expect, it } from '@jest/globals'
import { historyDecider } from '../connections/history.js'
import { cascadeOf } from '../testing/consequences.js'
import { messageFrom, startHistoryImport } from '../testing/customer.js'
import { COMPANY, CONNECTION, type Desk, openDesk } from '../testing/desk.js'
import { metaFor } from '../testing/store.js'

let desk: Desk
afterEach(() => desk.close())

const oldMessage = (index: number, change: Parameters<typeof messageFrom>[1] = {}) =>
  messageFrom(`55119${String(index).padStart(8, '0')}`, {
    imported: true,
    sentAt: '2026-02-01T10:00:00.000Z',
    ...change,
  })
const partReport = (importId: string, found: number, done = false) => ({
  kind: 'history' as const,
  companyId: COMPANY,
  connectionId: CONNECTION,
  ...{ importId, found, leftOut: 0, progress: 100, done },
})
const untilLogged = async (type: string) => {
  for (;;) {
    const found = await desk.log(type)
    if (found.length > 0) return found
    await new Promise(setImmediate)
  }
}
const createCascade = () => cascadeOf(desk)
const importState = async () => {
  await desk.shown()
  return (await desk.documents.getMany('history-imports', [CONNECTION])).get(String(CONNECTION))?.last
}

describe('an import of old messages', () => {
  it('ends after all of its messages, also when many wait', async () => {
    desk = await openDesk()
    const importId = await startHistoryImport(desk)
    expect((await importState())?.status).toBe('waiting')
    const reports = Array.from({ length: 120 }, (_, index) => oldMessage(index))
    await desk.report(
      ...reports,
      { ...partReport(importId, 120), progress: 50 },
      partReport(importId, 0, true),
    )
    const [finished] = await untilLogged('connection.import-finished')
    const received = await desk.log('message.received')
    expect(received).toHaveLength(120)
    expect(received.every(({ position }) => position < (finished?.position ?? ''))).toBe(true)
    expect(await importState()).toMatchObject({
      ...{ status: 'done', found: 120, imported: 120, leftOut: 0, progress: 100 },
    })
    const tickets = await desk.documents.find('tickets', { where: { companyId: COMPANY }, limit: 200 })
    expect(tickets.every(({ imported, unread }) => imported && unread === 0)).toBe(true)
    expect(await desk.documents.find('counters', { where: { companyId: COMPANY }, limit: 10 })).toEqual([])
  }, 60_000)

  it('ends in the next process, with the changes of messages that still waited', async () => {
    desk = await openDesk()
    const importId = await startHistoryImport(desk)
    const reports = Array.from({ length: 12 }, (_, index) => oldMessage(index))
    const [first, last] = [reports[0]?.waId, reports.at(-1)?.waId]
    const about = { companyId: COMPANY, connectionId: CONNECTION, fromMe: false, by: 'contact' }
    await desk.conversations.inbound.stop()
    await desk
      .build()
      .conversations.inbound.handle(
        desk.deliveries([
          ...[...reports, partReport(importId, 12, true)],
          { kind: 'edited', ...about, waId: last, body: 'corrected' },
          { kind: 'revoked', ...about, waId: first },
        ]),
      )
    const next = desk.build().conversations.inbound
    await next.start()
    await untilLogged('connection.import-finished')
    while ((await desk.vault.list('later/')).length > 0) await new Promise(setImmediate)
    await next.stop()
    expect(await desk.log('message.received')).toHaveLength(12)
    expect((await desk.log('message.edited')).map(({ data }) => data.body)).toEqual(['corrected'])
    expect(await desk.log('message.revoked')).toHaveLength(1)
  })

  it('takes nothing that was not asked for, and nothing any more once it is cancelled', async () => {
    desk = await openDesk()
    await desk.report(oldMessage(1))
    await startHistoryImport(desk, { from: '2026-01-15T00:00:00.000Z' })
    const group = { pn: null, lid: null, group: '120363041', name: 'Família' }
    await desk.report(
      oldMessage(2, { sentAt: '2026-01-10T10:00:00.000Z' }),
      oldMessage(3, { peer: group, remoteJid: '120363041@g.us' }),
      oldMessage(4, { body: 'asked for' }),
    )
    const cancel = { kind: 'cancel', connectionId: CONNECTION } as const
    await desk.kernel.execute(historyDecider, streams.history(CONNECTION), cancel, metaFor())
    await desk.report(oldMessage(5))
    expect((await desk.log('message.received')).map(({ data }) => data.body)).toEqual(['asked for'])
    expect(await importState()).toMatchObject({ status: 'cancelled', imported: 1 })
  })

  it('is cancelled by a process that has just begun, and the next one begins at once', async () => {
    desk = await openDesk()
    const first = await startHistoryImport(desk)
    await desk.report(partReport(first, 10))
    expect(await importState()).toMatchObject({ id: first, status: 'running' })
    const cancel = { kind: 'cancel', connectionId: CONNECTION } as const
    await desk.build().kernel.execute(historyDecider, streams.history(CONNECTION), cancel, metaFor())
    expect(await importState()).toMatchObject({ id: first, status: 'cancelled' })
    const second = await startHistoryImport(desk)
    // Late parts of the first import from the phone.
    await desk.report(partReport(first, 5), partReport(second, 1))
    expect(await importState()).toMatchObject({ id: second, status: 'running', found: 1 })
  })

  it('shows imported messages before all others, by their time, and its tickets do not block live tickets', async () => {
    desk = await openDesk()
    await startHistoryImport(desk)
    await desk.report(messageFrom('5511988880000', { body: 'now' }))
    for (const body of ['newer', 'older']) {
      const sentAt = `2026-02-0${body === 'newer' ? 2 : 1}T10:00:00.000Z`
      await desk.report(messageFrom('5511988880000', { imported: true, sentAt, body }))
    }
    await desk.report(oldMessage(7), messageFrom('5511900000007', { body: 'live' }))
    await desk.shown()
    // Only contacts unknown before the import count as new.
    const contacts = await desk.log('contact.created')
    expect(contacts.map(({ data }) => data.imported)).toEqual([undefined, true])
    const shown = await desk.documents.find('messages', {
      where: { companyId: COMPANY },
      sort: [['order', 1]],
      limit: 10,
    })
    const bodies = shown.map(({ body }) => body)
    expect(bodies.filter((body) => body !== 'oi')).toEqual(['older', 'newer', 'now', 'live'])
    const tickets = await desk.documents.find('tickets', { where: { companyId: COMPANY }, limit: 10 })
    // A live message arrived in each ticket since, so both are ordinary tickets.
    expect(tickets.map(({ imported, unread }) => [imported, unread])).toEqual([
      [false, 1],
      [false, 1],
    ])
    const counted = await desk.documents.find('counters', { where: { companyId: COMPANY }, limit: 10 })
    expect(counted.map(({ tickets }) => tickets)).toEqual([2])
  })

  it('closes the tickets that it has opened, where that was asked for', async () => {
    desk = await openDesk()
    const importId = await startHistoryImport(desk, { closeTickets: true })
    await desk.report(
      oldMessage(1),
      oldMessage(2),
      messageFrom('5511900000002', { body: 'live' }),
      partReport(importId, 0, true),
    )
    const [finished] = await untilLogged('connection.import-finished')
    await desk.shown()
    if (finished === undefined) throw new Error('not finished')
    const cascade = createCascade()
    await cascade.react(finished)
    const closed = await desk.log('ticket.closed')
    expect(closed.map(({ data }) => data.reason)).toEqual(['imported'])
    await cascade.react(finished)
    expect(await desk.log('ticket.closed')).toHaveLength(1)
    expect(await importState()).toMatchObject({ status: 'done', ticketsClosed: true })
  })

  it('else leaves its tickets waiting, until an admin closes them', async () => {
    desk = await openDesk()
    const importId = await startHistoryImport(desk)
    await desk.report(
      oldMessage(1),
      oldMessage(2),
      messageFrom('5511900000002', { body: 'live' }),
      partReport(importId, 0, true),
    )
    const [finished] = await untilLogged('connection.import-finished')
    const cascade = createCascade()
    if (finished === undefined) throw new Error('not finished')
    expect(await importState()).toMatchObject({ status: 'done', ticketsClosed: false })
    await cascade.react(finished)
    expect(await desk.log('ticket.closed')).toEqual([])
    const command = { kind: 'close-tickets', connectionId: CONNECTION } as const
    await desk.kernel.execute(historyDecider, streams.history(CONNECTION), command, metaFor())
    const [asked] = await untilLogged('connection.import-close-requested')
    if (asked === undefined) throw new Error('nothing was asked for')
    expect(await importState()).toMatchObject({ ticketsClosed: true })
    await cascade.react(asked)
    const closed = await desk.log('ticket.closed')
    expect(closed.map(({ data }) => [data.reason, data.to.userId])).toEqual([['imported', null]])
  })
})
