import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { AuditRecord, DashboardRecord } from '@guiche/contracts/views/insight.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type Client, type Socket, signIn } from '../testing/client.js'
import { type Installation, onEngines, startInstallation } from '../testing/installation.js'
import { ADMIN } from '../testing/product-process.js'
import { linkNumber, type SimulatedWhatsApp, startSimulatedWhatsApp } from '../testing/simulated-whatsapp.js'

const OWN_NUMBER = '5511900000001'
const CUSTOMER = '5511988887777'
const REBUILD = fileURLToPath(new URL('../dist/rebuild.js', import.meta.url))

/** The main use case over HTTP, WebSocket and simulated phones. Each call may reach another instance. */
await onEngines('the main job with two of each service', (engines) => {
  let product: Installation
  let whatsApp: SimulatedWhatsApp
  let admin: Client
  let agent: Client
  let queueId: number
  let user: Record<string, unknown> & { email: string; password: string }
  let socket: Socket
  let sockets: readonly Socket[] = []
  let ticket: TicketRecord

  beforeAll(async () => {
    whatsApp = await startSimulatedWhatsApp()
    whatsApp.addPhone({ number: OWN_NUMBER, name: 'Loja' })
    whatsApp.addPhone({ number: CUSTOMER, name: 'Caio Prado' })
    product = await startInstallation(engines, { count: 2, waServer: whatsApp })
    admin = await signIn(product.url, ADMIN.email, ADMIN.password)
    socket = await admin.socket()
  })
  afterAll(async () => {
    for (const one of [socket, ...sockets]) one?.close()
    const codes = await product?.close()
    await whatsApp?.close()
    expect(codes).toEqual(Array.from({ length: 10 }, () => 0))
  })

  const phone = (number: string) => {
    const found = whatsApp.phones.get(number)
    if (found === undefined) throw new Error(`no phone ${number}`)
    return found
  }

  it('has one super user, although every command-api tried to create the user', async () => {
    const users = await admin.get<{ users: { email: string }[] }>('/users')
    expect(users.body.users.map(({ email }) => email)).toEqual([ADMIN.email])
  })

  it('answers all GETs and commands at one address, and shows each write at once', async () => {
    const setup = await admin.get<{ needed: boolean; simulator: boolean }>('/setup')
    expect(setup.body).toMatchObject({ needed: false, simulator: false })
    expect((await fetch(`${product.url}/`)).headers.get('content-type')).toContain('text/html')
    const queue = await admin.post<{ id: number }>('/queue', { name: 'Suporte', color: '#2f7ccf' })
    expect(queue.status).toBe(200)
    queueId = queue.body.id
    expect(queue.headers.get('x-position')).toMatch(/^2:\d{20}$/)
    // Each of the two query-api instances.
    for (let n = 0; n < 2; n++) {
      const { body } = await admin.get<{ id: number }>(`/queue/${queueId}`)
      expect(body.id).toBe(queueId)
    }
    user = {
      name: 'Bia Souza',
      email: 'bia@guiche.test',
      password: 'segredo-1',
      profile: 'user',
      queueIds: [queueId],
      allTicket: 'enabled',
    }
    // The same command sent to both command-api instances is executed once.
    const made = await Promise.all([1, 2].map(() => admin.post<{ id: number }>('/users', user, 'once')))
    expect(made.map(({ status }) => status)).toEqual([200, 200])
    expect(made[0]?.body.id).toBe(made[1]?.body.id)
    agent = await signIn(product.url, user.email, user.password)
    sockets = [await agent.socket(), await agent.socket()]
    for (const one of sockets) {
      one.send('joinTickets', { status: 'pending' })
      one.send('joinTickets', { status: 'open' })
    }
  })

  it('shows at every instance who is online', async () => {
    for (let n = 0; n < 2; n++) {
      const { body } = await admin.get<{ online: boolean }>(`/users/${agent.user.id}`)
      expect(body.online).toBe(true)
    }
    const changed = await admin.put<{ online: boolean }>(`/users/${agent.user.id}`, {
      ...user,
      name: 'Bia',
      password: '',
    })
    expect(changed.body.online).toBe(true)
  })

  it('connects a number by QR code', async () => {
    await linkNumber(admin, socket, phone(OWN_NUMBER), 'Principal')
  })

  it('sends a customer’s message to the sockets of both query-apis', async () => {
    await phone(CUSTOMER).sendText(OWN_NUMBER, 'Oi, preciso de ajuda com o pedido')
    const frames = await Promise.all(
      sockets.map((one) =>
        one.waitFor(
          ({ event, data }) => event.endsWith('-appMessage') && data.message.body.startsWith('Oi, preciso'),
        ),
      ),
    )
    ticket = frames[0]?.data.ticket
    expect(ticket).toMatchObject({ status: 'pending', unreadMessages: 1, contact: { name: 'Caio Prado' } })
    expect(frames[1]?.data.ticket.id).toBe(ticket.id)
  })

  it('sends the agent’s answer once, and the ticks come back', async () => {
    const accepted = await agent.put<TicketRecord>(`/tickets/${ticket.id}`, {
      status: 'open',
      userId: agent.user.id,
      queueId,
    })
    expect(accepted.body).toMatchObject({ status: 'open', userId: agent.user.id })
    const sent = await Promise.all(
      [1, 2].map(() => agent.post(`/messages/${ticket.id}`, { body: 'Claro, já estou vendo!' }, 'answer')),
    )
    expect(sent.map(({ status }) => status)).toEqual([200, 200])
    const messageId = sent[0]?.headers.get('x-message-id')
    const isAnswer = ({ text }: { text?: string | undefined }) => text === 'Claro, já estou vendo!'
    await phone(CUSTOMER).waitFor(isAnswer, 60_000)
    phone(CUSTOMER).read(OWN_NUMBER)
    await Promise.all(
      sockets.map((one) =>
        one.waitFor(
          ({ event, data }) =>
            event.endsWith('-appMessage') && data.message.id === messageId && data.message.ack >= 4,
        ),
      ),
    )
    expect(phone(CUSTOMER).received.filter(isAnswer)).toHaveLength(1)
  })

  it('sends and receives files that another instance stored', async () => {
    const form = new FormData()
    form.append('medias', new Blob([Buffer.from('um recibo')], { type: 'text/plain' }), 'recibo.txt')
    form.append('body', 'recibo.txt')
    expect((await agent.upload(`/messages/${ticket.id}`, form)).status).toBe(200)
    const received = await phone(CUSTOMER).waitFor(({ kind }) => kind === 'document', 60_000)
    expect((await phone(CUSTOMER).file(received.id))?.toString()).toBe('um recibo')
  })

  it('shows the closed ticket in audit history and dashboard', async () => {
    const closed = await agent.put<TicketRecord>(`/tickets/${ticket.id}`, {
      status: 'closed',
      userId: agent.user.id,
    })
    expect(closed.body).toMatchObject({ status: 'closed' })
    const history = await agent.get<{ records: AuditRecord[] }>(`/tickets/${ticket.id}/history`)
    expect(history.body.records.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['ticket.opened.v1', 'ticket.accepted.v1', 'ticket.closed.v1']),
    )
    const dashboard = await admin.get<DashboardRecord>('/dashboard?days=7')
    expect(dashboard.body.counters).toMatchObject({ supportPending: 0, supportFinished: 1 })
  })

  it('rebuilds views while everything runs', async () => {
    const shown = async () => ({
      tickets: (await admin.get('/tickets?status=closed&showAll=true')).body,
      history: (await admin.get(`/tickets/${ticket.id}/history`)).body,
    })
    const before = await shown()
    const { stdout } = await promisify(execFile)(process.execPath, [REBUILD, 'inbox', 'audit'], {
      env: { ...product.env(), PATH: process.env.PATH, MODE: 'distributed', LOG_LEVEL: 'silent' },
    })
    expect(stdout).toMatch(/100 %, \d+ events, .*\ndone in /)
    expect(await shown()).toEqual(before)
    await phone(CUSTOMER).sendText(OWN_NUMBER, 'Mais uma pergunta')
    await Promise.all(
      sockets.map((one) =>
        one.waitFor(
          ({ event, data }) => event.endsWith('-appMessage') && data.message.body === 'Mais uma pergunta',
        ),
      ),
    )
  })

  it('ends a session at every instance', async () => {
    await agent.delete('/auth/logout')
    const codes = await Promise.all(sockets.map(({ closed }) => closed))
    expect(codes).toEqual([4403, 4403])
    for (let n = 0; n < 2; n++) expect((await agent.get('/tickets/counts')).status).toBe(401)
  })

  it('counts failed sign-ins at all instances together', async () => {
    const attempt = async () => {
      const answer = await fetch(`${product.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'nobody@guiche.test', password: 'wrong-password' }),
      })
      return answer.status
    }
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) statuses.push(await attempt())
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
  })

  it('prints no secret', () => {
    expect(product.output()).not.toMatch(
      /Closing session|privKey|rootKey|ephemeralKeyPair|a secret key for tests/,
    )
  })
})
