import { connect as connectTcp } from 'node:net'
import { SOCKET_LIMITS } from '@guiche/contracts/realtime/realtime.js'
import { streams } from '@guiche/contracts/streams.js'
import { describe, expect, it } from '@jest/globals'
import { addCompanyData, newTicket } from '../testing/company-data.js'
import { openDesk } from '../testing/desk.js'
import { connectSocket, openSocket, type Socket } from '../testing/socket.js'
import { type SocketStage, socketStage } from '../testing/socket-stage.js'
import { MOST_ROOMS } from './on-frame.js'
import { MAX_UNAUTHENTICATED_OF_NETWORK } from './sockets.js'

describe('/ws', () => {
  let { desk, ids, agent, admin } = {} as SocketStage
  const keep = socketStage((stage) => {
    ;({ desk, ids, agent, admin } = stage)
  })

  it('refuses a wrong token', async () => {
    const wrong = await keep(openSocket(desk))
    wrong.send('authenticate', { token: `${agent.token}x` })
    expect(await wrong.closed).toBe(4401)
    expect(await wrong.reason).toMatch(/renew/)
    expect(wrong.frames).toEqual([{ event: 'error', data: { code: 'ERR_INVALID_TOKEN' } }])
  })

  it('takes the bare values of older clients', async () => {
    const socket = await keep(connectSocket(desk, agent))
    for (const data of [3, '3']) socket.send('joinChatBox', data)
    await socket.waitFor(() => socket.frames.filter(({ event }) => event === 'error').length === 2)
    for (const frame of socket.frames.filter(({ event }) => event === 'error')) {
      expect(frame.data).toEqual({ code: 'ERR_NO_PERMISSION', event: 'joinChatBox' })
    }
    socket.send('joinTickets', 'pending')
    socket.send('leaveTickets', 'pending')
    socket.send('leaveChatBox', '3')
    await socket.settled()
  })

  it.each([
    ['an unknown event', '{"event":"joinEverything"}', 'joinEverything'],
    ['an unknown field', '{"event":"joinTickets","data":{"status":"open","companyId":2}}', 'joinTickets'],
    ['an operator', '{"event":"joinChatBox","data":{"ticketId":{"$gt":0}}}', 'joinChatBox'],
    ['a value that is none', '{"event":"joinTickets","data":"everything"}', 'joinTickets'],
  ])('refuses %s, and goes on', async (_, text, event) => {
    const socket = await keep(connectSocket(desk, agent))
    socket.ws.send(text)
    await socket.waitFor((frame) => frame.event === 'error')
    expect(socket.frames.filter((frame) => frame.event === 'error')).toEqual([
      { event: 'error', data: { code: 'ERR_VALIDATION', event } },
    ])
    socket.send('joinChatBox', '3')
    await socket.waitFor(() => socket.frames.filter((frame) => frame.event === 'error').length === 2)
  })

  it('closes a socket whose frames are not known too often, or that has not said who it is', async () => {
    const socket = await keep(connectSocket(desk, agent))
    for (let n = 0; n <= SOCKET_LIMITS.strangeFrames; n++) socket.send('joinEverything')
    expect([await socket.closed, await socket.reason]).toEqual([
      1008,
      'a frame that the protocol does not know',
    ])
    const stranger = await keep(openSocket(desk))
    stranger.send('joinEverything')
    expect(await stranger.closed).toBe(1008)
  })

  it('closes a socket that does not say who it is within 5 s', async () => {
    const silent = await keep(openSocket(desk))
    desk.clock.forward(6000)
    await desk.queryApi.tick()
    expect(await silent.closed).toBe(4408)
  })

  it.each([
    ['not JSON', '{'],
    ['an event without a name', '{"event":7}'],
    ['an event with a name without an end', `{"event":"${'x'.repeat(41)}"}`],
    ['too much', JSON.stringify({ event: 'authenticate', data: { token: 'x'.repeat(17_000) } })],
  ])('closes on %s', async (_, text) => {
    const socket = await keep(connectSocket(desk, agent))
    socket.ws.send(text)
    expect([1008, 1009]).toContain(await socket.closed)
  })

  it('closes on binary frames and on too many frames a second', async () => {
    const binary = await keep(connectSocket(desk, agent))
    binary.ws.send(Buffer.from('{"event":"userStatus"}'))
    expect(await binary.closed).toBe(1008)
    const fast = await keep(connectSocket(desk, agent))
    for (let i = 0; i < 200; i++) fast.send('userStatus')
    expect(await fast.closed).toBe(1008)
  })

  it('caps the rooms of a socket', async () => {
    const socket = await keep(connectSocket(desk, admin))
    for (let i = 0; i < MOST_ROOMS; i++) {
      const id = 10_000 + i
      await newTicket(desk, ids, id, 1, { status: 'closed' })
    }
    await desk.settled()
    for (let i = 0; i < MOST_ROOMS; i++) {
      desk.clock.forward(50)
      socket.send('joinChatBox', { ticketId: 10_000 + i })
      if (i % 20 === 0) await socket.settled()
    }
    const refused = await socket.waitFor(({ data }) => data.code === 'ERR_TOO_MANY_REQUESTS')
    expect(refused.event).toBe('error')
  })

  it.each([
    ['a foreign ticket', 'joinChatBox', { ticketId: 2 }, 'ERR_NO_TICKET_FOUND'],
    ['a ticket that is not mine', 'joinChatBox', { ticketId: 3 }, 'ERR_NO_PERMISSION'],
    ['a foreign ticket', 'ticketPresence', { ticketId: 2, state: 'viewing' }, 'ERR_NO_TICKET_FOUND'],
    ['a ticket that is not mine', 'ticketPresence', { ticketId: 3, state: 'typing' }, 'ERR_NO_PERMISSION'],
  ])('checks joins: %s, %s', async (_, event, data, code) => {
    const socket = await keep(connectSocket(desk, agent))
    socket.send(event, data)
    const frame = await socket.waitFor((one) => one.event === 'error')
    expect(frame.data).toEqual({ code, event })
  })

  it('refuses pages of other origins, and other addresses', async () => {
    await expect(openSocket(desk, { origin: 'https://evil.example' })).rejects.toThrow('403')
    await keep(openSocket(desk, { origin: 'http://desk.example' }))
    // The Host header matches the origin, but PUBLIC_URL does not.
    await expect(openSocket(desk, { origin: desk.url })).rejects.toThrow('403')
    const [, port = ''] = desk.url.split('//127.0.0.1:')
    const answer = await new Promise<string>((resolve) => {
      const socket = connectTcp(Number(port), '127.0.0.1', () =>
        socket.write(
          'GET /other HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
        ),
      )
      socket.on('data', (data) => resolve(String(data)))
    })
    expect(answer).toMatch(/^HTTP\/1.1 404 /)
  })

  it('rule 8: one line has a share of the sockets that have not signed in, and shuts nobody else out', async () => {
    const from = (n: number) => ({ from: `2001:db8:1:2::${n.toString(16)}` })
    const silent = await Promise.all(
      Array.from({ length: MAX_UNAUTHENTICATED_OF_NETWORK }, (_, n) => keep(openSocket(desk, from(n)))),
    )
    const other = await keep(openSocket(desk, { from: '2001:db8:1:3::1' }))
    await keep(connectSocket(desk, agent))

    // A socket that signs in stays open, and no longer counts as silent.
    silent[0]?.send('authenticate', { token: admin.token })
    await silent[0]?.waitFor(({ event }) => event === 'ready')
    const ended: number[] = []
    for (const [n, socket] of silent.entries()) void socket.closed.then(() => ended.push(n))
    await keep(openSocket(desk, from(997)))
    expect(ended).toEqual([])
    // At the limit, the oldest silent socket is closed. An agent with the same address can then connect.
    await keep(openSocket(desk, from(998)))
    await silent[1]?.closed
    await keep(connectSocket(desk, agent, from(999)))
    await silent[2]?.closed
    expect(ended).toEqual([1, 2])
    desk.clock.forward(6000)
    await desk.queryApi.tick()
    expect(await other.closed).toBe(4408)
    await Promise.all(silent.slice(1).map(({ closed }) => closed))
  })

  it('a second login closes the sockets of the first, with the reason', async () => {
    const first = await desk.signIn({ userId: ids.supervisor, companyId: 1 })
    const socket = await keep(connectSocket(desk, first))
    await desk.happen(1, streams.user(ids.supervisor), 'user.session-ended.v1', {
      userId: ids.supervisor,
      sessionId: first.sessionId,
      reason: 'replaced',
    })
    await desk.signIn({ userId: ids.supervisor, companyId: 1 })
    expect(await socket.closed).toBe(4403)
    expect(socket.frames.at(-1)).toEqual({
      event: 'company-1-auth',
      data: {
        action: 'update',
        user: { id: ids.supervisor, companyId: 1, email: 'bia@company1.example' },
        reason: 'replaced',
      },
    })
    expect((await desk.get(first, '/settings')).status).toBe(401)
  })

  it('closes the sockets of a company whose time is over', async () => {
    const company3 = await addCompanyData(desk, 3)
    const user = await desk.signIn({ userId: company3.agent, companyId: 3 })
    const socket = await keep(connectSocket(desk, user))
    await desk.happen(3, streams.company(3), 'company.registered.v1', {
      companyId: 3,
      name: 'Company 3',
      email: '',
      phone: '',
      status: true,
      dueDate: new Date(Date.now() - 60_000).toISOString(),
      timezone: 'America/Sao_Paulo',
      language: 'pt',
      limits: { users: null, connections: null, queues: null },
    })
    expect(await socket.closed).toBe(4402)
    expect(socket.frames.at(-1)).toEqual({ event: 'error', data: { code: 'ERR_COMPANY_EXPIRED' } })
  })

  it('cuts off a reader that does not read, and the others go on', async () => {
    const slow = await keep(connectSocket(desk, admin))
    const quick = await keep(connectSocket(desk, agent))
    slow.ws.pause()
    const greetingMessage = 'x'.repeat(200_000)
    const change = (n: number) =>
      desk.happen(1, streams.records('queues', 1), 'queue.changed.v1', {
        queueId: ids.sales,
        name: `Sales ${n}`,
        color: '#ff0000',
        greetingMessage,
        outOfHoursMessage: '',
        orderQueue: null,
      })
    const before = desk.queryApi.sockets()
    for (let n = 0; n < 80 && desk.queryApi.sockets() === before; n++) {
      await change(n)
      await quick.waitFor(({ data }) => data.queue?.name === `Sales ${n}`)
    }
    expect(desk.queryApi.sockets()).toBe(before - 1)
    slow.ws.resume()
    expect(await slow.closed).toBe(1006)
    expect(desk.told.dropped).toBe(1)
  })

  it('tells when the views stop following, once, also whoever comes meanwhile, and when they do again', async () => {
    const socket = await keep(connectSocket(desk, agent))
    const seconds = (of: Socket) => of.frames.flatMap(({ event, data }) => (event === 'stale' ? [data] : []))
    desk.told.stale = 3.2
    await desk.queryApi.tick()
    await desk.queryApi.tick()
    await socket.waitFor(({ event }) => event === 'stale')
    desk.told.stale = 9
    const late = await keep(connectSocket(desk, admin))
    await late.waitFor(({ event }) => event === 'stale')
    desk.told.stale = 0
    const before = desk.told.sent
    await desk.queryApi.tick()
    for (const one of [socket, late]) {
      await one.waitFor(({ event, data }) => event === 'stale' && data.seconds === 0)
    }
    expect(seconds(socket)).toEqual([{ seconds: 4 }, { seconds: 0 }])
    expect(seconds(late)).toEqual([{ seconds: 9 }, { seconds: 0 }])
    expect(desk.told.sent).toBeGreaterThanOrEqual(before + 2)
  })

  it('gives a sign of life every 18 s that scripts see, too', async () => {
    const socket = await keep(connectSocket(desk, agent))
    desk.clock.forward(18_000)
    await desk.queryApi.tick()
    expect((await socket.waitFor(({ event }) => event === 'ping')).data).toEqual({})
    await desk.queryApi.tick()
    await socket.settled()
    expect(socket.frames.filter(({ event }) => event === 'ping')).toHaveLength(1)
  })

  it('says goodbye when it stops, and keeps no server from ending', async () => {
    const other = await openDesk()
    const people = await addCompanyData(other, 1)
    const user = await other.signIn({ userId: people.agent, companyId: 1 })
    const [polite, deaf] = [await connectSocket(other, user), await connectSocket(other, user)]
    deaf.ws.pause()
    await other.close()
    expect(await polite.closed).toBe(1012)
    deaf.ws.terminate()
  })
})
