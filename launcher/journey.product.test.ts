import type { AuditRecord, DashboardRecord } from '@guiche/contracts/views/insight.js'
import type { ConnectionRecord, TicketRecord } from '@guiche/contracts/views/records.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Client, type Frame, type Socket, signIn } from './testing/client.js'
import { connectPhones, type Phones } from './testing/phones.js'
import { ADMIN, type ProductProcess, removeData, startProductProcess } from './testing/product-process.js'

const OWN_NUMBER = '5511900000001'
const CUSTOMER = '5511988887777'

/** The main use case over HTTP and WebSocket, with the started product and simulated phones. */
describe('the main use of the product', () => {
  let product: ProductProcess
  let admin: Client
  let agent: Client
  let phones: Phones
  let socket: Socket
  let connection: ConnectionRecord
  let ticket: TicketRecord

  beforeAll(async () => {
    product = await startProductProcess()
    admin = await signIn(product.url, ADMIN.email, ADMIN.password)
    phones = await connectPhones(product.url, admin)
  })
  afterAll(async () => {
    socket?.close()
    phones?.close()
    await product?.stop()
    if (product !== undefined) await removeData(product.dataDir)
  })

  it('an admin makes a queue and an agent', async () => {
    const queue = await admin.post<{ id: number }>('/queue', { name: 'Suporte', color: '#2f7ccf' })
    expect(queue.status).toBe(200)
    const user = await admin.post('/users', {
      name: 'Bia Souza',
      email: 'bia@guiche.test',
      password: 'segredo-1',
      profile: 'user',
      queueIds: [queue.body.id],
      allTicket: 'enabled',
    })
    expect(user.status).toBe(200)
    agent = await signIn(product.url, 'bia@guiche.test', 'segredo-1')
    socket = await agent.socket()
    socket.send('joinTickets', { status: 'pending' })
    socket.send('joinTickets', { status: 'open' })
  })

  it('an admin connects a number by QR code', async () => {
    const created = await admin.post<ConnectionRecord>('/whatsapp', {
      name: 'Principal',
      channel: 'simulator',
    })
    expect(created.status).toBe(200)
    connection = created.body
    expect(connection).toMatchObject({ name: 'Principal', isDefault: true })
    await phones.add(OWN_NUMBER, 'Loja', 'own')
    await phones.add(CUSTOMER, 'Caio Prado')
    await phones.scan(OWN_NUMBER, connection.id)
    await phones.until(async () => {
      const { body } = await admin.get<ConnectionRecord>(`/whatsapp/${connection.id}`)
      return body.status === 'CONNECTED' ? body : undefined
    })
  })

  it('a customer writes, and the ticket appears live in the agent’s inbox', async () => {
    await phones.text(CUSTOMER, OWN_NUMBER, 'Oi, preciso de ajuda com o pedido')
    const frame = await socket.waitFor(
      ({ event, data }) => event.endsWith('-appMessage') && data.message.body.startsWith('Oi, preciso'),
    )
    ticket = frame.data.ticket
    expect(ticket).toMatchObject({
      status: 'pending',
      unreadMessages: 1,
      contact: { name: 'Caio Prado', number: CUSTOMER },
    })
  })

  it('the agent accepts and answers; the phone shows it and the ticks come back', async () => {
    const accepted = await agent.put<TicketRecord>(`/tickets/${ticket.id}`, {
      status: 'open',
      userId: agent.user.id,
      queueId:
        agent.user.id === 0
          ? null
          : ((agent.user as unknown as { queues: { id: number }[] }).queues[0]?.id ?? null),
    })
    expect(accepted.body).toMatchObject({ status: 'open', userId: agent.user.id })
    const sent = await agent.post(`/messages/${ticket.id}`, { body: 'Claro, já estou vendo!' })
    expect(sent.status).toBe(200)
    const messageId = sent.headers.get('x-message-id')
    expect(messageId).toMatch(/^[0-9a-f]{32}$/)
    await phones.until(async () =>
      (await phones.messages(CUSTOMER, OWN_NUMBER)).find(({ text }) => text === 'Claro, já estou vendo!'),
    )
    await phones.call('POST', `/phones/${CUSTOMER}/chats/${OWN_NUMBER}/read`, {})
    await socket.waitFor(
      ({ event, data }) =>
        event.endsWith('-appMessage') && data.message.id === messageId && data.message.ack >= 4,
    )
  })

  it('an edit by a phone shows at once; an undecryptable edit is shown as such', async () => {
    const edited = (waId: string, body: string) =>
      socket.waitFor(
        ({ event, data }) =>
          event.endsWith('-appMessage') &&
          data.message.waId === waId &&
          data.message.isEdited &&
          data.message.body === body,
      )
    const theirs = await phones.text(CUSTOMER, OWN_NUMBER, 'São dez')
    await phones.edit(CUSTOMER, theirs, 'São vinte')
    const readable = await edited(theirs, 'São vinte')
    expect(readable.data.message).toMatchObject({ fromMe: false, isEditUnreadable: false })
    const ours = await phones.text(OWN_NUMBER, CUSTOMER, 'Vinte, então')
    await phones.edit(OWN_NUMBER, ours, 'Trinta, então')
    expect((await edited(ours, 'Trinta, então')).data.message).toMatchObject({ fromMe: true })
    const spoiled = await phones.text(CUSTOMER, OWN_NUMBER, 'Trinta')
    await phones.edit(CUSTOMER, spoiled, 'Quarenta', 'broken')
    expect((await edited(spoiled, 'Trinta')).data.message).toMatchObject({ isEditUnreadable: true })
  })

  it('the advertisement that a customer answered is shown with the message', async () => {
    const ad = { title: 'Ofertas de maio', text: 'Só hoje', url: 'https://fb.me/abc', clickId: 'click-1' }
    const path = `/phones/${CUSTOMER}/chats/${OWN_NUMBER}/texts`
    await phones.call('POST', path, { text: 'Vi o anúncio', ad })
    const frame = await socket.waitFor(
      ({ event, data }) => event.endsWith('-appMessage') && data.message.body === 'Vi o anúncio',
    )
    expect(frame.data.message.details).toMatchObject({ of: 'ad', ...ad, source: 'ctwa_ad' })
  })

  it('a conversation that the company’s own phone has opened is no longer unread', async () => {
    const waId = await phones.text(CUSTOMER, OWN_NUMBER, 'Alguém aí?')
    const counted = (unread: number) =>
      phones.until(async () => {
        const { body } = await agent.get<TicketRecord>(`/tickets/${ticket.id}`)
        return body.unreadMessages === unread ? body : undefined
      })
    const arrived = ({ event, data }: Frame) => event.endsWith('-appMessage') && data.message.waId === waId
    expect((await socket.waitFor(arrived)).data.message).toMatchObject({ read: false })
    await phones.call('POST', `/phones/${OWN_NUMBER}/chats/${CUSTOMER}/read`, {})
    await counted(0)
  })

  it('a document arrives under its own name, with its own content', async () => {
    await phones.document(CUSTOMER, OWN_NUMBER, 'contrato final.pdf', '%PDF-1.4 assinado')
    const named = ({ event, data }: Frame) =>
      event.endsWith('-appMessage') && data.message.mediaName === 'contrato final.pdf'
    const frame = await socket.waitFor((one) => named(one) && one.data.message.mediaState === 'stored')
    const { mediaUrl } = frame.data.message
    const file = await fetch(new URL(mediaUrl, product.url), { headers: { cookie: agent.cookies } })
    expect(file.status).toBe(200)
    expect(await file.text()).toBe('%PDF-1.4 assinado')
  })

  it('the closed ticket is in audit history and dashboard', async () => {
    const closed = await agent.put<TicketRecord>(`/tickets/${ticket.id}`, {
      status: 'closed',
      userId: agent.user.id,
    })
    expect(closed.body).toMatchObject({ status: 'closed' })
    const history = await agent.get<{ records: AuditRecord[] }>(`/tickets/${ticket.id}/history`)
    const types = history.body.records.map(({ type }) => type)
    for (const type of ['ticket.opened.v1', 'ticket.accepted.v1', 'ticket.closed.v1'])
      expect(types).toContain(type)
    const dashboard = await admin.get<DashboardRecord>('/dashboard?days=7')
    expect(dashboard.body.counters).toMatchObject({
      supportHappening: 0,
      supportPending: 0,
      supportFinished: 1,
    })
    expect(dashboard.body.attendants.find(({ name }) => name === 'Bia Souza')).toMatchObject({ tickets: 1 })
  })

  it('after a restart all data are there, and the connection comes back without a new QR code', async () => {
    phones.close()
    socket.close()
    await product.stop()
    product = await startProductProcess({ dataDir: product.dataDir })
    admin = await signIn(product.url, ADMIN.email, ADMIN.password)
    phones = await connectPhones(product.url, admin)
    await phones.until(async () => {
      const { body } = await admin.get<ConnectionRecord>(`/whatsapp/${connection.id}`)
      return body.status === 'CONNECTED' ? body : undefined
    })
    const { body } = await admin.get<TicketRecord>(`/tickets/${ticket.id}`)
    expect(body).toMatchObject({ id: ticket.id, status: 'closed' })
  })

  it('prints no secret of the encryption library', () => {
    expect(product.output()).not.toMatch(/Closing session|privKey|rootKey|ephemeralKeyPair/)
  })
})
