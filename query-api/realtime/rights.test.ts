import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import type { SessionDoc, UserDoc } from '@guiche/contracts/views/directory.js'
import { describe, expect, it, jest } from '@jest/globals'
import { newMessage, newTicket } from '../testing/company-data.js'
import { connectSocket, type Frame, type Socket } from '../testing/socket.js'
import { type SocketStage, socketStage } from '../testing/socket-stage.js'
import { createClients, newClient } from './clients.js'
import type { Realtime } from './deps.js'
import { createSocketWatch } from './watch.js'

describe('what a socket may see', () => {
  let { desk, ids, agent, admin } = {} as SocketStage
  const keep = socketStage((stage) => {
    ;({ desk, ids, agent, admin } = stage)
  })
  const withQueues = (queueIds: number[]) =>
    desk.happen(1, streams.user(ids.agent), 'user.changed.v1', {
      ...{ userId: ids.agent, name: 'Caio', email: 'caio@company1.example', profile: 'user' },
      ...{ allTicket: false, connectionId: null, queueIds },
    })

  it('is what its person may see now, also where that changed while it opened', async () => {
    await newTicket(desk, ids, 7, 1, { queueId: ids.sales })
    await desk.settled()
    const chief = await keep(connectSocket(desk, admin))
    chief.send('joinTickets', { status: 'pending' })
    await chief.settled()
    const find = desk.records.user
    const seen: (UserDoc | null)[] = []
    const user = jest.spyOn(desk.records, 'user').mockImplementation(async (companyId, userId) => {
      const found = await find(companyId, userId)
      if (userId !== ids.agent || seen.push(found) > 1) return found
      await withQueues([])
      await chief.waitFor(
        ({ data }) =>
          data.user?.id === ids.agent && data.action === 'update' && data.user.queues.length === 0,
      )
      return found
    })
    const socket = await keep(connectSocket(desk, agent))
    user.mockRestore()
    expect(seen[0]).toMatchObject({ queueIds: [ids.sales] })
    socket.send('joinTickets', { status: 'pending' })
    await socket.settled()
    await newMessage(desk, ids, 70, 7, 1, 'for sales alone')
    await chief.waitFor(({ event }) => event === 'company-1-appMessage')
    await socket.settled()
    expect(socket.frames.filter(({ event }) => event === 'company-1-appMessage')).toEqual([])
  })

  const standing = () => ({
    ...({ status: 'open', userId: ids.stranger, queueId: ids.sales, connectionId: ids.connection } as const),
  })
  it.each([
    [
      'the ticket moved on',
      8,
      (ticketId: number) =>
        desk.happen(1, streams.ticket(ticketId), 'ticket.transferred.v1', {
          ...{ ticketId, contactId: 1, from: standing(), to: { ...standing(), queueId: ids.support } },
        }),
      ({ event, data }: Frame) => event === 'company-1-ticket' && data.action === 'delete',
    ],
    [
      'its queue is no longer theirs',
      9,
      () => withQueues([]),
      ({ data }: Frame) => data.user?.id === ids.agent && data.user.queues.length === 0,
    ],
  ])('is not who looks at a ticket after %s', async (_, ticketId, lose, lost) => {
    await withQueues([ids.sales])
    await newTicket(desk, ids, ticketId, 1, standing())
    await desk.settled()
    const stranger = await desk.signIn({ userId: ids.stranger, companyId: 1 })
    const [socket, chief, colleague] = [
      await keep(connectSocket(desk, agent)),
      await keep(connectSocket(desk, admin)),
      await keep(connectSocket(desk, stranger)),
    ]
    for (const one of [socket, chief]) {
      one.send('joinChatBox', { ticketId })
      await one.settled()
    }
    const looks = async (state: string, witnesses: readonly Socket[]) => {
      colleague.send('ticketPresence', { ticketId, state })
      for (const one of witnesses) await one.waitFor(({ data }) => data.colleague?.state === state)
    }
    await looks('viewing', [socket, chief])
    await lose(ticketId)
    await socket.waitFor(lost)
    await looks('typing', [chief])
    await socket.settled()
    const told = socket.frames.flatMap(({ data }) => data.colleague ?? [])
    expect(told).toEqual([{ userId: ids.stranger, name: 'Davi', state: 'viewing' }])
  })
})

describe('the sweep', () => {
  const caller = { userId: 7, companyId: 1, super: false, sessionId: 's' } as const
  const then = { ...caller, profile: 'user', allTicket: true, queueIds: [21] } as const

  /** A socket with old rights, and one round of the check with the current documents. */
  const sweep = async (user: Partial<UserDoc>, heard: Partial<UserDoc> = {}) => {
    const closed: number[] = []
    const ws = { ping: () => {}, close: (code: number) => closed.push(code) }
    const client = newClient(ws as never, {} as never, 0)
    const clients = createClients()
    clients.connect(client)
    clients.enter(client, then)
    const docOf = (change: Partial<UserDoc>) =>
      ({ ...caller, email: '', position: '5', ...change }) as UserDoc
    clients.renewRights(docOf({ ...then, queueIds: [...then.queueIds], ...heard }))
    const docs = { sessions: { id: 's' } as SessionDoc, users: docOf(user) }
    const realtime = {
      clients,
      companies: new Map(),
      clock: { now: () => new Date(0) },
      documents: {
        getMany: async (collection: keyof typeof docs, asked: readonly (string | number)[]) =>
          new Map(asked.map((id) => [String(id), docs[collection]])),
      },
      sending: { send: () => {}, flush: () => {} },
      authenticator: { forget: () => {} },
    } as unknown as Realtime
    await createSocketWatch(realtime, { unknown: new Map(), tick: () => {}, refuseBlocked: () => {} }).tick()
    return { client, closed }
  }

  it('makes good that a change of rights was not heard of', async () => {
    const now = { profile: 'user' as const, allTicket: false, queueIds: [22] }
    const { client, closed } = await sweep({ ...now, deleted: false })
    expect([client.caller, closed]).toEqual([{ ...then, ...now }, []])
  })

  it('gives nobody back the rights of a document that was read before a change was told', async () => {
    const before = { profile: 'admin' as const, allTicket: true, queueIds: [21], deleted: false }
    const { client } = await sweep(before, { position: '6', allTicket: false, queueIds: [] })
    expect(client.caller).toEqual({ ...then, allTicket: false, queueIds: [] })
  })

  it('closes the sockets of who was deleted', async () => {
    expect((await sweep({ deleted: true })).closed).toEqual([4403])
  })
})

describe('the sockets of a visit', () => {
  const until = '2026-03-02T12:30:00.000Z'
  const caller: Caller = {
    ...{ userId: 7, companyId: 2, profile: 'admin', super: false, allTicket: true, queueIds: [] },
    ...{ sessionId: 'visit', visit: { visitorId: 1, until } },
  }

  /** One round of the check; `answer`: the current result of the visitor's authorization. */
  const watched = async (answer: Result<Caller, DomainError>) => {
    const closed: number[] = []
    const sent: string[] = []
    const ws = { ping: () => {}, close: (code: number) => closed.push(code) }
    const client = newClient(ws as never, {} as never, 0)
    const clients = createClients()
    clients.connect(client)
    clients.enter(client, caller)
    const realtime = {
      clients,
      companies: new Map(),
      clock: { now: () => new Date(0) },
      documents: {
        getMany: async (_: string, asked: readonly (string | number)[]) =>
          new Map(asked.map((id) => [String(id), { ...caller, id, deleted: false, position: '5' }])),
      },
      sending: {
        send: (to: readonly unknown[], event: string) => to.length > 0 && sent.push(event),
        flush: () => {},
      },
      authenticator: { forget: () => {}, bySession: async () => answer },
    } as unknown as Realtime
    await createSocketWatch(realtime, { unknown: new Map(), tick: () => {}, refuseBlocked: () => {} }).tick()
    return { closed, sent: sent.filter((event) => event === 'auth') }
  }

  it('stay open while the visit goes on', async () => {
    expect(await watched(ok({ ...caller }))).toEqual({ closed: [], sent: [] })
  })

  it('are closed within a second of its end, so that the browser renews and nobody is signed out', async () => {
    const over = err(domainError('ERR_SESSION_EXPIRED'))
    expect(await watched(over)).toEqual({ closed: [4401], sent: [] })
  })
})
