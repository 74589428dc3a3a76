import { streams } from '@guiche/contracts/streams.js'
import { TOPICS } from '@guiche/contracts/topics.js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { type Agent, type Desk, openDesk } from '../testing/desk.js'
import { furnish, type Ids, newContact, newMessage, newTicket } from '../testing/furnish.js'
import { connect, type Socket } from '../testing/socket.js'

describe('frames', () => {
  let desk: Desk
  let ids: Ids
  let foreign: Ids
  let agent: Agent
  let admin: Agent
  let opened: Socket[] = []
  const keep = async (socket: Promise<Socket>): Promise<Socket> => {
    opened.push(await socket)
    return socket
  }

  beforeAll(async () => {
    desk = await openDesk()
    ids = await furnish(desk, 1)
    foreign = await furnish(desk, 2)
    agent = await desk.signIn({ userId: ids.agent, companyId: 1 })
    admin = await desk.signIn({ userId: ids.admin, companyId: 1 })
    await newContact(desk, 1, 1, 'Maria', '5511900000001')
    await newTicket(desk, ids, 1, 1, { status: 'open', userId: ids.agent, queueId: ids.sales })
    await newTicket(desk, foreign, 2, 2, { status: 'open', userId: foreign.agent })
    await newTicket(desk, ids, 3, 1, { status: 'open', userId: ids.stranger, queueId: ids.support })
    await desk.settled()
  }, 60_000)
  afterEach(() => {
    for (const socket of opened) socket.close()
    opened = []
  })
  afterAll(() => desk?.close())

  it('shows who types, who looks at a ticket, and tells the contact', async () => {
    const [looking, other] = [await keep(connect(desk, agent)), await keep(connect(desk, admin))]
    const signals: unknown[] = []
    const consumer = await desk.bus.consume({
      topic: TOPICS.signals,
      group: null,
      onBatch: async (batch) => void signals.push(...batch.map(({ value }) => value)),
    })
    looking.send('joinChatBox', { ticketId: 1 })
    await looking.settled()
    looking.send('ticketPresence', { ticketId: 1, state: 'typing' })
    // told at once to whoever opens the ticket later
    await looking.settled()
    other.send('joinChatBox', { ticketId: 1 })
    const colleague = await other.waitFor(({ event }) => event === 'company-1-presence')
    expect(colleague.data).toEqual({
      ticketId: 1,
      colleague: { userId: ids.agent, name: 'Caio', state: 'typing' },
    })
    await desk.bus.publish(TOPICS.signals, [
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
    looking.close()
    await other.waitFor(({ data }) => data.colleague?.state === 'left')
    expect(signals).toContainEqual({
      kind: 'typing',
      companyId: 1,
      connectionId: ids.connection,
      to: '5511900000001@s.whatsapp.net',
      on: true,
    })
    await consumer.stop()
  })

  it('shows a code to scan to admins of the company alone, also to one who comes later', async () => {
    const [plain, chief] = [await keep(connect(desk, agent)), await keep(connect(desk, admin))]
    const value = {
      kind: 'qr',
      companyId: 1,
      connectionId: ids.connection,
      qrcode: '2@secret',
      pairingCode: '',
    }
    await desk.bus.publish(TOPICS.signals, [{ key: 1, value }])
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
    const late = await keep(connect(desk, admin))
    const again = await late.waitFor(({ event }) => event === 'company-1-whatsappSession')
    expect(again.data.session.qrcode).toBe('2@secret')
    expect(JSON.stringify(await desk.get(admin, '/whatsapp'))).not.toContain('secret')
    // who has no socket asks for it; nobody else is told
    const path = `/whatsapp/${ids.connection}`
    expect((await desk.get(admin, path)).body).toMatchObject({ id: ids.connection, qrcode: '2@secret' })
    expect((await desk.get(agent, path)).body).toMatchObject({ id: ids.connection, qrcode: '' })
    const typed = { ...value, qrcode: '', pairingCode: 'ABCD-1234' }
    await desk.bus.publish(TOPICS.signals, [{ key: 1, value: typed }])
    await late.waitFor(({ data }) => data.session?.pairingCode === 'ABCD-1234')
    const pairing = (await desk.get(admin, path)).body
    expect(pairing).toMatchObject({ qrcode: '', pairingCode: 'ABCD-1234' })
    desk.clock.forward(100_000)
    expect(JSON.stringify((await desk.get(admin, path)).body)).not.toMatch(/secret|ABCD/)
  })

  it('counts a user as online from the first socket, and until a while after the last', async () => {
    const eva = await desk.signIn({ userId: ids.allTicket, companyId: 1 })
    const chief = await keep(connect(desk, admin))
    const socket = await keep(connect(desk, eva))
    const of =
      (online: boolean) => (frame: { event: string; data: { user?: { id: number; online: boolean } } }) =>
        frame.event === 'company-1-user' &&
        frame.data.user?.id === ids.allTicket &&
        frame.data.user.online === online
    await chief.waitFor(of(true))
    expect(desk.queryApi.presence.isOnline(ids.allTicket)).toBe(true)
    socket.close()
    await socket.closed
    desk.clock.forward(5000)
    await desk.queryApi.tick()
    await chief.waitFor(of(false))
    expect(desk.queryApi.presence.isOnline(ids.allTicket)).toBe(false)
  })

  it('a message of another ticket of the contact reaches the open conversation', async () => {
    await newTicket(desk, ids, 4, 1, { status: 'closed', userId: ids.agent })
    await desk.settled()
    const socket = await keep(connect(desk, agent))
    socket.send('joinChatBox', { ticketId: 1 })
    await socket.settled()
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
  })

  it('tells only the settings that are other than before', async () => {
    const socket = await keep(connect(desk, agent))
    await desk.happen(1, streams.settings(1), 'setting.changed.v1', { key: 'userRating', value: 'enabled' })
    await socket.waitFor(({ event }) => event === 'company-1-settings')
    expect(
      socket.frames.filter(({ event }) => event === 'company-1-settings').map(({ data }) => data),
    ).toEqual([{ action: 'update', setting: { id: 1, key: 'userRating', value: 'enabled', companyId: 1 } }])
  })
})
