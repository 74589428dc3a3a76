import { TOPICS } from '@guiche/contracts/bus/topics.js'
import type { EphemeralMessage } from '@guiche/contracts/realtime/ephemeral.js'
import { streams } from '@guiche/contracts/streams.js'
import { until } from '@guiche/infra/testing/until.js'
import { describe, expect, it } from '@jest/globals'
import { newMessage, newTicket } from '../testing/company-data.js'
import { connectSocket } from '../testing/socket.js'
import { type SocketStage, socketStage } from '../testing/socket-stage.js'

describe('frames', () => {
  let { desk, ids, agent, admin } = {} as SocketStage
  const keep = socketStage((stage) => {
    ;({ desk, ids, agent, admin } = stage)
  })

  it('shows who types, who looks at a ticket, and tells the contact', async () => {
    const [looking, other] = [await keep(connectSocket(desk, agent)), await keep(connectSocket(desk, admin))]
    const signs: EphemeralMessage[] = []
    const consumer = await desk.bus.consume<EphemeralMessage>({
      topic: TOPICS.ephemeral,
      group: null,
      onBatch: async (batch) => {
        for (const { value } of batch) if (value.kind === 'typing') signs.push(value)
      },
    })
    looking.send('joinChatBox', { ticketId: 1 })
    await looking.settled()
    looking.send('ticketPresence', { ticketId: 1, state: 'typing' })
    // Sent at once to each user who opens the ticket later.
    await looking.settled()
    other.send('joinChatBox', { ticketId: 1 })
    const colleague = await other.waitFor(({ event }) => event === 'company-1-presence')
    expect(colleague.data).toEqual({
      ticketId: 1,
      colleague: { userId: ids.agent, name: 'Caio', state: 'typing' },
    })
    await desk.bus.publish(TOPICS.ephemeral, [
      {
        key: 1,
        value: {
          kind: 'presence',
          companyId: 1,
          connectionId: ids.connection,
          pn: '5511900000001',
          lid: null,
          presence: 'composing',
        },
      },
    ])
    const typing = await looking.waitFor(({ data }) => data.presence === 'composing')
    expect(typing.data).toEqual({ ticketId: 1, presence: 'composing' })
    await until(() => signs.length === 1)
    // A recording also counts as answering.
    desk.clock.forward(1000)
    looking.send('ticketPresence', { ticketId: 1, state: 'recording' })
    await until(() => signs.length === 2)
    // These signals come too fast, so the last one is sent a second later.
    for (const state of ['viewing', 'typing', 'viewing'])
      looking.send('ticketPresence', { ticketId: 1, state })
    await looking.settled()
    await other.waitFor(({ data }) => data.colleague?.state === 'viewing')
    desk.clock.forward(1000)
    await until(() => signs.length === 3)
    looking.close()
    await other.waitFor(({ data }) => data.colleague?.state === 'left')
    const typed = {
      kind: 'typing',
      companyId: 1,
      connectionId: ids.connection,
      to: '5511900000001@s.whatsapp.net',
    }
    const states = [{ on: true }, { on: true, recording: true }, { on: false }]
    expect(signs).toEqual(states.map((state) => ({ ...typed, ...state })))
    await consumer.stop()
  })

  it('names to the gateway whom somebody looks at who is here and can see them type', async () => {
    await desk.happen(1, streams.contact(40), 'contact.created.v1', {
      ...{ contactId: 40, name: 'Family', number: '5511-40', email: '', extraInfo: [] },
      ...{ identities: [{ kind: 'group', value: '5511-40' }], isGroup: true, connectionId: ids.connection },
    })
    await newTicket(desk, ids, 40, 40, {})
    await newTicket(desk, ids, 41, 1, { status: 'closed' })
    await desk.settled()
    const [chief, sleeper] = [await keep(connectSocket(desk, admin)), await keep(connectSocket(desk, agent))]
    sleeper.send('userStatus', { away: true })
    const looks: unknown[] = []
    let over = (): void => undefined
    const last = new Promise<void>((resolve) => {
      over = resolve
    })
    const consumer = await desk.bus.consume<EphemeralMessage>({
      topic: TOPICS.ephemeral,
      group: null,
      onBatch: async (batch) => {
        for (const { value } of batch) {
          if (value.kind === 'viewing') looks.push([value.ticketId, value.state, value.contact])
        }
        if (looks.length === 6) over()
      },
    })
    const look = (ticketId: number, state: string, who = chief) =>
      who.send('ticketPresence', { ticketId, state })
    look(1, 'viewing')
    look(1, 'typing')
    look(1, 'left')
    look(40, 'viewing')
    look(41, 'viewing')
    await chief.settled()
    look(1, 'viewing', sleeper)
    await last
    const contact = { connectionId: ids.connection, jid: '5511900000001@s.whatsapp.net' }
    expect(looks).toEqual([
      [1, 'viewing', contact],
      [1, 'typing', contact],
      [1, 'left', undefined],
      [40, 'viewing', undefined],
      [41, 'viewing', undefined],
      [1, 'viewing', undefined],
    ])
    await consumer.stop()
  })

  it('shows a code to scan to admins of the company alone, also to one who comes later', async () => {
    const [plain, chief] = [await keep(connectSocket(desk, agent)), await keep(connectSocket(desk, admin))]
    const value = {
      kind: 'qr',
      companyId: 1,
      connectionId: ids.connection,
      qrcode: '2@secret',
      pairingCode: '',
    }
    await desk.bus.publish(TOPICS.ephemeral, [{ key: 1, value }])
    const shown = await chief.waitFor(({ event }) => event === 'company-1-whatsappSession')
    expect(shown.data.session).toMatchObject({ id: ids.connection, qrcode: '2@secret' })
    await desk.happen(1, streams.connection(ids.connection), 'connection.status-changed.v1', {
      connectionId: ids.connection,
      status: 'qrcode',
      previous: 'OPENING',
      reason: null,
      number: null,
      retries: 0,
    })
    const status = await plain.waitFor(({ event }) => event === 'company-1-whatsappSession')
    expect(status.data.session).toMatchObject({ status: 'qrcode', qrcode: '' })
    expect(JSON.stringify(plain.frames)).not.toContain('secret')
    const late = await keep(connectSocket(desk, admin))
    const again = await late.waitFor(({ event }) => event === 'company-1-whatsappSession')
    expect(again.data.session.qrcode).toBe('2@secret')
    expect(JSON.stringify(await desk.get(admin, '/whatsapp'))).not.toContain('secret')
    // A user without a socket can query the state, but gets no frame.
    const path = `/whatsapp/${ids.connection}`
    expect((await desk.get(admin, path)).body).toMatchObject({ id: ids.connection, qrcode: '2@secret' })
    expect((await desk.get(agent, path)).body).toMatchObject({ id: ids.connection, qrcode: '' })
    const typed = { ...value, qrcode: '', pairingCode: 'ABCD-1234' }
    await desk.bus.publish(TOPICS.ephemeral, [{ key: 1, value: typed }])
    await late.waitFor(({ data }) => data.session?.pairingCode === 'ABCD-1234')
    const pairing = (await desk.get(admin, path)).body
    expect(pairing).toMatchObject({ qrcode: '', pairingCode: 'ABCD-1234' })
    desk.clock.forward(100_000)
    expect(JSON.stringify((await desk.get(admin, path)).body)).not.toMatch(/secret|ABCD/)
  })

  it('a status that comes after a code takes no code away: only who showed it does', async () => {
    const chief = await keep(connectSocket(desk, admin))
    const code = (qrcode: string) => ({
      key: 1,
      value: { kind: 'qr', companyId: 1, connectionId: ids.connection, qrcode, pairingCode: '' },
    })
    const session = (wanted: object) =>
      chief.waitFor(
        ({ event, data }) =>
          event === 'company-1-whatsappSession' &&
          Object.entries(wanted).every(([key, value]) => data.session[key] === value),
      )
    await desk.bus.publish(TOPICS.ephemeral, [code('2@new')])
    await session({ qrcode: '2@new' })
    // The end of the previous session, and a quick start.
    for (const status of ['DISCONNECTED', 'OPENING', 'CONNECTED'] as const) {
      await desk.happen(1, streams.connection(ids.connection), 'connection.status-changed.v1', {
        connectionId: ids.connection,
        status,
        previous: 'OPENING',
        reason: null,
        number: null,
        retries: 0,
      })
      await session({ status, qrcode: '2@new' })
    }
    await desk.bus.publish(TOPICS.ephemeral, [code('')])
    await session({ qrcode: '' })
  })

  it('counts a user as online from the first socket, and until a while after the last', async () => {
    const eva = await desk.signIn({ userId: ids.allTicket, companyId: 1 })
    const chief = await keep(connectSocket(desk, admin))
    const colleague = await keep(connectSocket(desk, agent))
    const socket = await keep(connectSocket(desk, eva))
    const of =
      (online: boolean) => (frame: { event: string; data: { user?: { id: number; online: boolean } } }) =>
        frame.event === 'company-1-user' &&
        frame.data.user?.id === ids.allTicket &&
        frame.data.user.online === online
    const list = (await desk.get<{ id: number }[]>(agent, '/users/list')).body
    expect((await chief.waitFor(of(true))).data.user).toHaveProperty('company')
    // All users get the public fields.
    expect((await colleague.waitFor(of(true))).data.user).toEqual(list.find(({ id }) => id === ids.allTicket))
    expect(desk.queryApi.presence.isOnline(ids.allTicket)).toBe(true)
    socket.close()
    await socket.closed
    desk.clock.forward(5000)
    await desk.queryApi.tick()
    await chief.waitFor(of(false))
    await colleague.waitFor(of(false))
    expect(desk.queryApi.presence.isOnline(ids.allTicket)).toBe(false)
  })

  it('a message of another ticket of the contact reaches the open conversation', async () => {
    await newTicket(desk, ids, 4, 1, { status: 'closed', userId: ids.agent })
    await desk.settled()
    const socket = await keep(connectSocket(desk, agent))
    const stranger = await keep(
      connectSocket(desk, await desk.signIn({ userId: ids.stranger, companyId: 1 })),
    )
    for (const one of [socket, stranger]) {
      one.send('joinChatBox', { ticketId: 1 })
      await one.settled()
    }
    await newMessage(desk, ids, 77, 4, 1, 'to the old ticket')
    const frame = await socket.waitFor(({ event }) => event === 'company-1-appMessage')
    expect(frame.data).toMatchObject({
      action: 'create',
      message: { body: 'to the old ticket', ticketId: 4 },
      ticket: {
        id: 4,
        unreadMessages: 1,
        lastMessage: 'to the old ticket',
        lastMessageBy: { kind: 'contact' },
      },
      contact: { name: 'Maria' },
    })
    const { id: messageId } = frame.data.message
    const erased = { messageId, ticketId: 4, contactId: 1, connectionId: ids.connection }
    await desk.happen(1, streams.erasure(1), 'message.erased.v1', erased)
    const gone = await socket.waitFor(({ data }) => data.action === 'delete')
    expect(gone).toMatchObject({ event: frame.event, data: { messageId, ticketId: 4 } })
    // Only users who could see the ticket get the frame.
    expect(stranger.frames.filter(({ event }) => event === frame.event)).toEqual([])
  })

  it('a ticket that is gone says how, and who did it', async () => {
    const socket = await keep(connectSocket(desk, agent))
    const stood = { status: 'open', userId: null, queueId: ids.sales, connectionId: ids.connection } as const
    const actor = { kind: 'user', id: ids.admin } as const
    const leave = async (ticketId: number, how: 'deleted' | 'transferred') => {
      await newTicket(desk, ids, ticketId, 1, stood)
      await desk.settled()
      socket.send('joinChatBox', { ticketId })
      await socket.settled()
      const data = { ticketId, contactId: 1, from: stood }
      if (how === 'deleted')
        await desk.happen(1, streams.ticket(ticketId), 'ticket.deleted.v1', data, { actor })
      else {
        const to = { ...stood, status: 'pending', queueId: ids.support } as const
        await desk.happen(1, streams.ticket(ticketId), 'ticket.transferred.v1', { ...data, to }, { actor })
      }
      const gone = await socket.waitFor(({ data }) => data.action === 'delete' && data.ticketId === ticketId)
      return gone.data.left
    }
    const by = { id: ids.admin, name: 'Ana', user: '' }
    expect(await leave(31, 'deleted')).toEqual({ ...by, how: 'deleted', queue: '' })
    expect(await leave(32, 'transferred')).toEqual({ ...by, how: 'transferred', queue: 'Support' })
  })

  it('a message that makes imported history count says that the numbers are others', async () => {
    const place = { status: 'pending', userId: null, queueId: ids.sales } as const
    await newTicket(desk, ids, 5, 1, { ...place, imported: true })
    await desk.settled()
    const socket = await keep(connectSocket(desk, agent))
    socket.send('joinTickets', { status: 'pending' })
    await socket.settled()
    const standing = { ...place, connectionId: ids.connection }
    const movedBy = async (n: number) => {
      await newMessage(desk, ids, 77 + n, 5, 1, 'live', { standing })
      const told = await socket.waitFor(
        ({ data }) => data.action === 'update' && data.ticket?.unreadMessages === n,
      )
      return told.data.moved
    }
    expect(await movedBy(1)).toBe(true)
    expect(await movedBy(2)).toBe(false)
  })

  it('say of a record whether it is new', async () => {
    const socket = await keep(connectSocket(desk, agent))
    const tag = { tagId: 5, color: '#112233', kanban: 0, userId: ids.agent } as const
    const tell = async (type: 'created' | 'changed', name: string) => {
      await desk.happen(1, streams.records('tags', 1), `tag.${type}.v1`, { ...tag, name })
      const { data } = await socket.waitFor(({ data }) => data.tag?.name === name)
      return data.action
    }
    expect(await tell('created', 'VIP')).toBe('create')
    expect(await tell('changed', 'VIPs')).toBe('update')
    // The counter is a new document of its own.
    await desk.happen(1, streams.ticket(1), 'ticket.tagged.v1', { ticketId: 1, contactId: 1, tagId: 5 })
    const { data } = await socket.waitFor(({ data }) => data.tag?.ticketsCount === 1)
    expect(data.action).toBe('update')
  })

  it('tells only the settings that are other than before', async () => {
    const socket = await keep(connectSocket(desk, agent))
    await desk.happen(1, streams.settings(1), 'setting.changed.v1', { key: 'userRating', value: 'enabled' })
    await socket.waitFor(({ event }) => event === 'company-1-settings')
    expect(
      socket.frames.filter(({ event }) => event === 'company-1-settings').map(({ data }) => data),
    ).toEqual([{ action: 'update', setting: { id: 1, key: 'userRating', value: 'enabled', companyId: 1 } }])
    await desk.happen(1, streams.settings(1), 'setting.changed.v1', { key: 'language', value: 'es' })
    const { data } = await socket.waitFor(({ data }) => data.setting?.key === 'language')
    expect(data).toMatchObject({ action: 'update', setting: { value: 'es' } })
  })
})
