import '@guiche/contracts/testing/with-samples.js'
import { streams } from '@guiche/contracts/streams.js'
import { BLANK_SAMPLE } from '@guiche/contracts/testing/sample-records.js'
import type { AuditRecord } from '@guiche/contracts/views/insight.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { addCompanyData, type Ids, newContact, newTicket } from '../testing/company-data.js'
import { type Agent, type Desk, openDesk } from '../testing/desk.js'
import { type Page, walkPages } from '../testing/walk.js'

describe('audit', () => {
  let desk: Desk
  let ids: Ids
  let admin: Agent

  beforeAll(async () => {
    desk = await openDesk()
    ids = await addCompanyData(desk, 1)
    admin = await desk.signIn({ userId: ids.admin, companyId: 1 })
    await newContact(desk, 1, 7, 'Zé Ávila', '5511988887777')
    await newTicket(desk, ids, 501, 7, { status: 'closed', queueId: ids.support })
    await newTicket(desk, ids, 502, 7, { status: 'closed', userId: ids.agent })
    await newTicket(desk, ids, 503, 7, { status: 'open', userId: ids.agent, queueId: ids.sales })
    // Four pages, of which the filter leaves one record. These tickets have the latest times.
    for (let n = 0; n < 67; n++) {
      const time = new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString()
      await newContact(desk, 1, 600 + n, `Cliente ${n}`, `55119770000${n + 10}`)
      await newTicket(desk, ids, 200 + n, 600 + n, { status: 'closed', userId: ids.agent }, time)
    }
    await desk.settled()
  })
  afterAll(() => desk?.close())

  it('names what a record names by its declaration, whatever the field is called', async () => {
    const happen = (type: string, data: object) =>
      desk.happen(1, streams.records('samples', 1), type as never, { ...BLANK_SAMPLE, ...data } as never)
    await happen('sample.created.v1', {})
    await happen('sample.changed.v1', { ownerId: ids.agent, queueId: ids.sales })
    await desk.settled()
    const { body } = await desk.get<Page & { records: AuditRecord[] }>(admin, '/audit?area=sample')
    const [changed] = body.records.filter(({ type }) => type === 'sample.changed.v1')
    expect(changed?.changes).toEqual([
      { field: 'queueId', before: null, after: ids.sales, beforeName: '', afterName: 'Sales' },
      { field: 'ownerId', before: null, after: ids.agent, beforeName: '', afterName: 'Caio' },
    ])
  })

  it('the audit names who did what to whom today, and filters', async () => {
    const actor = { kind: 'user', id: ids.agent } as const
    const from = {
      status: 'open',
      userId: ids.agent,
      queueId: ids.sales,
      connectionId: ids.connection,
    } as const
    const to = { ...from, status: 'pending', userId: null, queueId: ids.support } as const
    const change = { ticketId: 503, contactId: 7, from, to }
    await desk.happen(1, streams.ticket(503), 'ticket.transferred.v1', change, { actor })
    await desk.settled()
    const { body } = await desk.get<Page & { records: AuditRecord[] }>(
      admin,
      `/audit?userId=${ids.agent}&area=ticket&ticketId=503`,
    )
    expect(body).toMatchObject({ count: 1, hasMore: false })
    expect(body.records[0]).toMatchObject({
      type: 'ticket.transferred.v1',
      actor: { kind: 'user', id: ids.agent, name: 'Caio' },
      contact: { id: 7, name: 'Zé Ávila' },
      ticketUuid: expect.stringMatching(/503$/),
      facts: { fromUserId: ids.agent, toQueueId: ids.support },
      names: { fromUserId: 'Caio', fromQueueId: 'Sales', toQueueId: 'Support', toConnectionId: 'Line' },
    })
    expect(body.records[0]?.changes).toEqual([
      { field: 'status', before: 'open', after: 'pending', beforeName: '', afterName: '' },
      { field: 'userId', before: ids.agent, after: null, beforeName: 'Caio', afterName: '' },
      {
        field: 'queueId',
        before: ids.sales,
        after: ids.support,
        beforeName: 'Sales',
        afterName: 'Support',
      },
    ])
    const history = await desk.get<{ records: AuditRecord[] }>(admin, '/tickets/503/history')
    expect(history.body.records.map(({ type }) => type)).toEqual([
      'ticket.transferred.v1',
      'ticket.opened.v1',
    ])
    const later = await desk.get<{ records: AuditRecord[] }>(admin, '/audit?from=2999-01-01')
    expect(later.body.records).toEqual([])
    const pages = await walkPages<Page & { records: AuditRecord[] }>(desk, admin, '/audit')
    const seen = pages.flatMap(({ records }) => records.map(({ id }) => id))
    expect(new Set(seen).size).toBe(seen.length)
    expect(pages[0]?.records[0]?.type).toBe('ticket.transferred.v1')
  })

  it('a note is called by its first words, as long as it is there', async () => {
    const actor = { kind: 'user', id: ids.agent } as const
    const note = `Pediu\nnova data: ${'amanhã '.repeat(20)}`
    const of = streams.record('note', 91)
    const about = { noteId: 91, contactId: 7, ticketId: 503 }
    await desk.happen(
      1,
      of,
      'note.created.v1',
      { ...about, userId: ids.agent, note, mentions: [] },
      { actor },
    )
    const called = async () => {
      await desk.settled()
      const { body } = await desk.get<{ records: AuditRecord[] }>(admin, '/audit?area=note')
      return body.records.at(-1)?.names.noteId
    }
    expect(await called()).toBe('“Pediu nova data: amanhã amanhã amanhã am…”')
    await desk.happen(1, of, 'note.deleted.v1', about, { actor })
    expect(await called()).toBeUndefined()
  })

  it('names a quick reply of the team by its shortcut, and not one that is its author’s alone', async () => {
    const blank = {
      ...{ message: 'Oi', media: null, status: 1 as const, userId: ids.agent, category: '', queueIds: [] },
      fileListId: null,
    } as const
    for (const [quickmessageId, geral] of [
      [81, 1],
      [82, 0],
    ] as const) {
      const data = { quickmessageId, shortcode: `atalho ${quickmessageId}`, geral, ...blank }
      await desk.happen(1, streams.records('quick-messages', 1), 'quickmessage.created.v1', data)
    }
    await desk.settled()
    const { body } = await desk.get<{ records: AuditRecord[] }>(admin, '/audit?area=quickmessage')
    expect(body.records.map(({ facts, names }) => [facts.quickmessageId, names.quickmessageId])).toEqual([
      [82, undefined],
      [81, '“atalho 81”'],
    ])
  })

  it('the history of a ticket says why it was passed on, as its note says it', async () => {
    const actor = { kind: 'user', id: ids.agent } as const
    const stood = { status: 'pending', userId: null, connectionId: ids.connection } as const
    const data = {
      ...{ ticketId: 503, contactId: 7, noteId: 92 },
      ...{ from: { ...stood, queueId: ids.support }, to: { ...stood, queueId: ids.sales } },
    }
    const note = { noteId: 92, note: 'pede um orçamento', contactId: 7, ticketId: 503, userId: ids.agent }
    await desk.happen(1, streams.record('note', 92), 'note.created.v1', { ...note, mentions: [] }, { actor })
    await desk.happen(1, streams.ticket(503), 'ticket.transferred.v1', data, { actor })
    await desk.settled()
    const told = async () => {
      const { body } = await desk.get<{ records: AuditRecord[] }>(admin, '/tickets/503/history')
      return body.records
        .filter(({ facts }) => facts.noteId === 92)
        .map(({ type, names }) => [type, names.noteId])
    }
    expect(await told()).toEqual([
      ['ticket.transferred.v1', 'pede um orçamento'],
      ['note.created.v1', '“pede um orçamento”'],
    ])
    const gone = { noteId: 92, contactId: 7, ticketId: 503 }
    await desk.happen(1, streams.record('note', 92), 'note.deleted.v1', gone, { actor })
    await desk.settled()
    expect(await told()).toContainEqual(['ticket.transferred.v1', undefined])
  })

  it('what happened to a contact is found with what happened to those that were merged into it', async () => {
    await newContact(desk, 1, 801, 'Lia', '5511966008001')
    await newContact(desk, 1, 802, 'Lia outra vez', '551166008001')
    await desk.happen(1, streams.contact(802), 'contact.merged.v1', { contactId: 802, into: 801 })
    await desk.settled()
    const { body } = await desk.get<{ records: AuditRecord[] }>(admin, '/audit?contactId=801')
    expect(body.records.map(({ type }) => type)).toEqual([
      'contact.merged.v1',
      'contact.created.v1',
      'contact.created.v1',
    ])
  })

  it('reactions and files that an agent asked for are told, without what was reacted with', async () => {
    const actor = { kind: 'user', id: ids.agent } as const
    const messageId = 'a'.repeat(40)
    const about = { messageId, ticketId: 503, contactId: 7, connectionId: ids.connection, userId: ids.agent }
    const { happen } = desk
    await happen(
      1,
      streams.message(messageId),
      'message.reaction-requested.v1',
      { ...about, emoji: '👍' },
      { actor },
    )
    await happen(1, streams.message(messageId), 'message.media-retried.v1', about, { actor })
    await desk.settled()
    const { body } = await desk.get<{ records: AuditRecord[] }>(
      admin,
      `/audit?area=message&userId=${ids.agent}`,
    )
    expect(body.records.map(({ type }) => type)).toEqual([
      'message.media-retried.v1',
      'message.reaction-requested.v1',
    ])
    expect(JSON.stringify(body.records)).not.toContain('👍')
  })

  it('the audit is exported whole, page after page, and a spreadsheet executes nothing of it', async () => {
    const { companyId } = ids
    const actor = { kind: 'user', id: ids.admin } as const
    const queue = {
      queueId: 900,
      color: '#111111',
      greetingMessage: '',
      outOfHoursMessage: '',
      orderQueue: null,
    }
    const stream = streams.records('queues', companyId)
    await desk.happen(companyId, stream, 'queue.created.v1', { ...queue, name: 'Plain' }, { actor })
    await desk.happen(companyId, stream, 'queue.changed.v1', { ...queue, name: '=1+1' }, { actor })
    await desk.settled()
    const one = await desk.get<string>(admin, '/audit/export?subject=queue-900')
    expect(one.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = one.body.trimEnd().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatch(/^Data e hora;Quem;/)
    expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d;/)
    // Sentences and field names are the same as in the app.
    expect(lines[1]).toContain(`;Ana;Ana alterou a fila =1+1.;"'=1+1";;;Nome;Plain;"'=1+1";queue.changed.v1;`)
    const spanish = { 'Accept-Language': 'fr, es-AR;q=0.9, en;q=0.8' }
    const other = await desk.get<string>(admin, '/audit/export?subject=queue-900', spanish)
    expect(other.body).toContain(
      `;Ana modificó la cola =1+1.;"'=1+1";;;Nombre;Plain;"'=1+1";queue.changed.v1;`,
    )
    const all = await desk.get<string>(admin, '/audit/export')
    const counted = (await walkPages<Page & { records: AuditRecord[] }>(desk, admin, '/audit')).flatMap(
      ({ records }) => records.map(({ changes }) => Math.max(changes.length, 1)),
    )
    expect(all.body.trimEnd().split('\r\n')).toHaveLength(1 + counted.reduce((sum, n) => sum + n, 0))
    const agent = await desk.signIn({ userId: ids.agent, companyId })
    expect((await desk.get<string>(agent, '/audit/export')).status).toBe(403)
  })

  it('the audit names the queue that a connection sends tickets to', async () => {
    const { companyId, sales, connection } = ids
    const configuration = {
      ...{ connectionId: connection, name: 'Line', queueIds: [], greetingMessage: '', complationMessage: '' },
      ...{ outOfHoursMessage: '', ratingMessage: '' },
    }
    for (const sendIdQueue of [0, sales]) {
      await desk.happen(companyId, streams.connections(companyId), 'connection.changed.v1', {
        ...configuration,
        sendIdQueue,
      })
    }
    await desk.settled()
    const { body } = await desk.get<{ records: AuditRecord[] }>(
      admin,
      `/audit?subject=connection-${connection}`,
    )
    expect(body.records[0]?.changes).toEqual([
      { field: 'sendIdQueue', before: 0, after: sales, beforeName: '', afterName: 'Sales' },
    ])
  })

  it('the audit goes on to name what was deleted', async () => {
    const { companyId, support, connection } = ids
    await desk.happen(companyId, streams.records('queues', companyId), 'queue.deleted.v1', {
      queueId: support,
    })
    await desk.happen(companyId, streams.connections(companyId), 'connection.deleted.v1', {
      connectionId: connection,
      moveTo: connection,
    })
    await desk.settled()
    const { body } = await desk.get<{ records: AuditRecord[] }>(admin, '/audit')
    expect(body.records.slice(0, 2).map(({ type, names }) => [type, names])).toEqual([
      ['connection.deleted.v1', { connectionId: 'Line', moveTo: 'Line' }],
      ['queue.deleted.v1', { queueId: 'Support' }],
    ])
  })
})
