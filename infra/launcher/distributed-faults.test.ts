import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { type Answer, type Client, type Socket, signIn } from './testing/client.js'
import { enginesForTests, type Installation, type Name, startInstallation } from './testing/installation.js'
import { ADMIN } from './testing/product-process.js'
import { linkNumber, type SimulatedWhatsApp, startSimulatedWhatsApp } from './testing/simulated-whatsapp.js'

jest.setTimeout(90_000)

const OURS = '5511900000001'
const CUSTOMER = '5511988887777'
/** How long Kafka is away; the others are for as long as it takes to see that they are. */
const OUTAGE_MS = Number(process.env.OUTAGE_SECONDS ?? 5) * 1000
const PATIENCE_MS = 60_000 + OUTAGE_MS
const WHAT =
  'kill -9 of each service and outages of each engine under traffic, on Kafka, MongoDB and the EventStoreDB double'
const engines = enginesForTests(WHAT)

/** As a browser does it: what fails or is to be tried again is tried again under its key. */
const insist = async <T>(attempt: () => Promise<Answer<T>>): Promise<Answer<T>> => {
  for (const end = Date.now() + PATIENCE_MS; ; ) {
    const answer = await attempt().catch(() => null)
    if (answer !== null && answer.status < 500 && answer.status !== 202) return answer
    if (Date.now() > end) throw new Error(`no answer: ${answer?.status}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

;(engines === null ? describe.skip : describe)(WHAT, () => {
  let product: Installation
  let whatsApp: SimulatedWhatsApp
  let admin: Client
  let sockets: Socket[] = []
  let ticketId = 0
  let said = 0
  /** texts that were acknowledged, each way */
  const toAgent: string[] = []
  const toCustomer: string[] = []

  const phone = (number: string) => {
    const found = whatsApp.phones.get(number)
    if (found === undefined) throw new Error(`no phone ${number}`)
    return found
  }
  /** A socket that comes back, at another instance if it has to, and then reads what it missed. */
  const listen = async (): Promise<Socket> => {
    for (const end = Date.now() + PATIENCE_MS; ; ) {
      const socket = await admin.socket().catch(() => null)
      if (socket !== null) {
        for (const status of ['open', 'pending']) socket.send('joinTickets', { status })
        if (ticketId > 0) socket.send('joinChatBox', { ticketId })
        return socket
      }
      if (Date.now() > end) throw new Error('no socket')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  /** What the conversation shows, of so many pages from its end. */
  const textsIn = async (pages: number): Promise<string[]> => {
    const texts: string[] = []
    for (let page = 1; page <= pages; page++) {
      const { body } = await insist(() =>
        admin.get<{ messages: { body: string }[]; hasMore: boolean }>(
          `/messages/${ticketId}?pageNumber=${page}`,
        ),
      )
      texts.push(...body.messages.map((message) => message.body))
      if (!body.hasMore) break
    }
    return texts
  }
  /** Resolves when the agent sees a text, by a frame or by what a socket that came back reads. */
  const seen = async (text: string): Promise<void> => {
    for (const end = Date.now() + PATIENCE_MS; ; ) {
      const shows = (frames: Socket['frames']) =>
        frames.some(({ event, data }) => event.endsWith('-appMessage') && data.message.body === text)
      if (sockets.some(({ frames }) => shows(frames)) || (await textsIn(1)).includes(text)) return
      if (Date.now() > end) throw new Error(`the agent does not see ${text}`)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  const customerSays = async (): Promise<string> => {
    const text = `question ${++said}`
    await phone(CUSTOMER).sendText(OURS, text)
    toAgent.push(text)
    return text
  }
  const agentSays = async (): Promise<string> => {
    const text = `answer ${++said}`
    const key = `key of ${text}`
    const sent = await insist(() => admin.post(`/messages/${ticketId}`, { body: text }, key))
    expect(sent.status).toBe(200)
    toCustomer.push(text)
    return text
  }
  /** One round: both directions, to their ends. */
  const journey = async (): Promise<void> => {
    const [question, answer] = await Promise.all([customerSays(), agentSays()])
    await Promise.all([seen(question), phone(CUSTOMER).waitFor(({ text }) => text === answer, PATIENCE_MS)])
  }

  beforeAll(async () => {
    if (engines === null) return
    whatsApp = await startSimulatedWhatsApp()
    whatsApp.addPhone({ number: OURS, name: 'Loja' })
    whatsApp.addPhone({ number: CUSTOMER, name: 'Caio Prado' })
    product = await startInstallation(engines, { count: 2, waServer: whatsApp })
    admin = await signIn(product.url, ADMIN.email, ADMIN.password)
    const socket = await listen()
    await linkNumber(admin, socket, phone(OURS), 'Principal')
    await phone(CUSTOMER).sendText(OURS, 'Oi')
    const frame = await socket.waitFor(
      ({ event, data }) => event.endsWith('-appMessage') && data.message.body === 'Oi',
    )
    ticketId = frame.data.ticket.id
    const open = { status: 'open', userId: admin.user.id, queueId: null }
    expect((await admin.put<TicketRecord>(`/tickets/${ticketId}`, open)).status).toBe(200)
    socket.close()
    sockets = [await listen(), await listen()]
    await journey()
  }, 180_000)
  afterAll(async () => {
    for (const one of sockets) one.close()
    await product?.close()
    await whatsApp?.close()
  }, 60_000)

  /** The one of the two that works, where only one does at a time. */
  const busy = async (name: Name) => {
    const [first, second] = product.running(name)
    if (first === undefined || second === undefined) throw new Error(`${name} does not run twice`)
    const works = async (one: typeof first): Promise<boolean> => {
      const answer = await fetch(`${await one.ready}/health/ready`)
      const { checks } = (await answer.json()) as { checks: { sessions?: number; relay?: string } }
      return checks.relay === 'active' || (checks.sessions ?? 0) > 0
    }
    return (await works(second)) ? second : first
  }

  it.each(['relay', 'projector', 'command-api', 'query-api', 'wa-gateway'] as const)(
    'goes on after a kill of %s',
    async (name) => {
      const victim = await busy(name)
      const before = [customerSays(), agentSays(), customerSays(), agentSays()]
      await victim.kill()
      const killed = Date.now()
      await Promise.all(before)
      if (name === 'query-api') {
        for (const one of sockets) one.close()
        sockets = [await listen(), await listen()]
      }
      await journey()
      const took = Date.now() - killed
      process.stderr.write(`kill -9 of ${name}: the journey goes on after ${took} ms (EventStoreDB double)\n`)
      await product.start(name).ready
    },
  )

  const ask = (path: string) => admin.get(path).then(({ status, headers }) => ({ status, headers }))
  const command = () => admin.post(`/messages/${ticketId}`, { body: '' }).then(({ status }) => status)
  /** Resolves when this is what comes back. */
  const shows = async (holds: () => Promise<boolean>): Promise<void> => {
    for (const end = Date.now() + PATIENCE_MS; !(await holds().catch(() => false)); ) {
      if (Date.now() > end) throw new Error('it does not show')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  it.each(['eventstore', 'kafka', 'mongodb'] as const)(
    'goes on after an outage of %s',
    async (engine) => {
      const before = [customerSays(), agentSays()]
      product.ways[engine].cut()
      const cut = Date.now()
      await shows(async () => (await command()) === 503)
      if (engine === 'mongodb') await shows(async () => (await ask('/users')).status === 503)
      else {
        await shows(async () => (await ask('/users')).headers.get('x-stale') !== null)
        expect((await ask('/users')).status).toBe(200)
      }
      const meanwhile = [customerSays(), agentSays()]
      if (engine === 'kafka')
        await new Promise((resolve) => setTimeout(resolve, cut + OUTAGE_MS - Date.now()))
      product.ways[engine].mend()
      const mended = Date.now()
      await Promise.all([...before, ...meanwhile])
      for (const one of sockets) one.close()
      sockets = [await listen(), await listen()]
      await journey()
      await shows(async () => (await ask('/users')).headers.get('x-stale') === null)
      const took = Date.now() - mended
      process.stderr.write(`${engine} was away: the journey goes on after ${took} ms (EventStoreDB double)\n`)
    },
    240_000,
  )

  it('has lost nothing and doubled nothing', async () => {
    const last = await agentSays()
    await phone(CUSTOMER).waitFor(({ text }) => text === last, PATIENCE_MS)
    const received = phone(CUSTOMER).received.flatMap(({ text }) =>
      text?.startsWith('answer') ? [text] : [],
    )
    expect(received.sort()).toEqual([...toCustomer].sort())
    const shown = (await textsIn(10)).filter((text) => text.startsWith('question'))
    expect(shown.sort()).toEqual([...toAgent].sort())
  })
})
