import { setTimeout } from 'node:timers/promises'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { afterAll, beforeAll } from '@jest/globals'
import { type Answer, type Client, type Socket, signIn } from './client.js'
import { type EnginesForTests, type Installation, startInstallation } from './installation.js'
import { ADMIN } from './product-process.js'
import { linkNumber, type SimulatedWhatsApp, startSimulatedWhatsApp } from './simulated-whatsapp.js'

const OWN_NUMBER = '5511900000001'
const CUSTOMER = '5511988887777'

/** A conversation on an installation, in both directions, with a record of its messages. */
export interface Traffic {
  readonly product: Installation
  readonly admin: Client
  readonly ticketId: number
  readonly connectionId: number
  /** The customer sends a message. Gives its text once WhatsApp has accepted the message. */
  customerSays(): Promise<string>
  /**
   * The agent sends a message like a browser: retries with the same idempotency key until it is acknowledged. Gives its text.
   */
  agentSays(): Promise<string>
  /** One message in each direction. Resolves when both have arrived. */
  journey(): Promise<void>
  /** The agents' sockets reconnect, to another instance if necessary. */
  comeBack(): Promise<void>
  /** Resolves when the condition holds. A failed check counts as false. */
  shows(holds: () => Promise<boolean>): Promise<void>
  /** The status of a query, and whether its response is marked as stale. */
  reads(): Promise<{ readonly status: number; readonly stale: boolean }>
  /** The status of a command without effect. */
  commands(): Promise<number>
  /** All texts of the conversation on the desk. */
  conversation(): Promise<readonly string[]>
  /** Sent and received messages after the last one has arrived, each list sorted. */
  account(): Promise<Account>
  close(): Promise<void>
}

export interface Account {
  /** messages that the customer sent, and those that the desk shows */
  readonly asked: readonly string[]
  readonly shown: readonly string[]
  /** messages that agents sent, and those that reached the phone */
  readonly answered: readonly string[]
  readonly received: readonly string[]
}

/** The conversation after a number was linked and an agent has accepted the customer's ticket. */
const runConversation = async (
  product: Installation,
  whatsApp: SimulatedWhatsApp,
  timeoutMs: number,
): Promise<Traffic> => {
  /** Retries until `attempt` gives a result. */
  const retryUntil = async <T>(what: string, attempt: () => Promise<T | null>, pauseMs = 100): Promise<T> => {
    for (const end = Date.now() + timeoutMs; ; ) {
      const outcome = await attempt().catch(() => null)
      if (outcome !== null) return outcome
      if (Date.now() > end) throw new Error(`not within ${timeoutMs} ms: ${what}`)
      await setTimeout(pauseMs)
    }
  }
  const settled = <T>(what: string, call: () => Promise<Answer<T>>): Promise<Answer<T>> =>
    retryUntil(what, async () => {
      const answer = await call()
      return answer.status < 500 && answer.status !== 202 ? answer : null
    })

  const ours = whatsApp.addPhone({ number: OWN_NUMBER, name: 'Loja' })
  const customer = whatsApp.addPhone({ number: CUSTOMER, name: 'Caio Prado' })
  const admin = await signIn(product.url, ADMIN.email, ADMIN.password)
  const asked: string[] = []
  const answered: string[] = []
  let ticketId = 0
  let said = 0
  let sockets: Socket[] = []

  const listen = () =>
    retryUntil('a socket', async () => {
      const socket = await admin.socket()
      for (const status of ['open', 'pending']) socket.send('joinTickets', { status })
      if (ticketId > 0) socket.send('joinChatBox', { ticketId })
      return socket
    })
  const comeBack = async (): Promise<void> => {
    for (const one of sockets) one.close()
    sockets = [await listen(), await listen()]
  }
  /** Texts of the conversation's last `pages` pages. */
  const textsIn = async (pages: number): Promise<string[]> => {
    const texts: string[] = []
    for (let page = 1; page <= pages; page++) {
      const { body } = await settled('a page', () =>
        admin.get<{ messages: { body: string }[]; hasMore: boolean }>(
          `/messages/${ticketId}?pageNumber=${page}`,
        ),
      )
      texts.push(...body.messages.map((message) => message.body))
      if (!body.hasMore) break
    }
    return texts
  }
  /** Resolves when the agent has received a text, in a frame or by a query after a reconnection. */
  const seen = (text: string) =>
    retryUntil(
      `the agent sees ${text}`,
      async () => {
        const framed = sockets.some(({ frames }) =>
          frames.some(({ event, data }) => event.endsWith('-appMessage') && data.message.body === text),
        )
        return framed || (await textsIn(1)).includes(text) ? true : null
      },
      200,
    )
  const has = (text: string) =>
    customer
      .waitFor((message) => message.text === text, timeoutMs)
      .catch((failure: Error) => {
        const troubles = product
          .output()
          .split('\n')
          .filter((line) => /"level":[456]0|"name":"wa-gateway"/.test(line))
        throw new Error([`${text}: ${failure.message}; last words:`, ...troubles.slice(-40)].join('\n'))
      })
  const customerSays = async (): Promise<string> => {
    const text = `question ${++said}`
    await customer.sendText(OWN_NUMBER, text)
    asked.push(text)
    return text
  }
  const agentSays = async (): Promise<string> => {
    const text = `answer ${++said}`
    const sent = await settled(text, () =>
      admin.post(`/messages/${ticketId}`, { body: text }, `key-of-${text.replace(' ', '-')}`),
    )
    if (sent.status !== 200) throw new Error(`${text}: ${sent.status} ${JSON.stringify(sent.body)}`)
    answered.push(text)
    return text
  }
  const journey = async (): Promise<void> => {
    const [question, answer] = await Promise.all([customerSays(), agentSays()])
    const ways = await Promise.allSettled([seen(question), has(answer)])
    const failures = ways.flatMap((way) => (way.status === 'rejected' ? [String(way.reason)] : []))
    if (failures.length > 0) throw new Error(failures.join('\n'))
  }
  const close = async (): Promise<void> => {
    for (const one of sockets) one.close()
    await product.close()
    await whatsApp.close()
  }

  const first = await listen()
  const connectionId = await linkNumber(admin, first, ours, 'Principal')
  await customer.sendText(OWN_NUMBER, 'Oi')
  const frame = await first.waitFor(
    ({ event, data }) => event.endsWith('-appMessage') && data.message.body === 'Oi',
  )
  ticketId = frame.data.ticket.id
  const open = { status: 'open', userId: admin.user.id, queueId: null }
  const accepted = await admin.put<TicketRecord>(`/tickets/${ticketId}`, open)
  if (accepted.status !== 200) throw new Error(`accepting: ${accepted.status}`)
  first.close()
  await comeBack()
  await journey()

  return {
    ...{ product, admin, ticketId, connectionId, customerSays, agentSays, journey, comeBack, close },
    shows: async (holds) =>
      void (await retryUntil(String(holds), async () => ((await holds()) ? true : null))),
    reads: async () => {
      const { status, headers } = await admin.get('/users')
      return { status, stale: headers.get('x-stale') !== null }
    },
    commands: async () => (await admin.post(`/messages/${ticketId}`, { body: '' })).status,
    conversation: () => textsIn(100),
    account: async () => {
      await has(await agentSays())
      const texts = await textsIn(100)
      const received = customer.received.flatMap(({ text }) => (text?.startsWith('answer') ? [text] : []))
      return {
        asked: asked.toSorted(),
        shown: texts.filter((text) => text.startsWith('question')).toSorted(),
        answered: answered.toSorted(),
        received: received.toSorted(),
      }
    },
  }
}

/** `timeoutMs`: time after which a message counts as lost. `count`: processes of each service. */
const startTraffic = async (
  engines: EnginesForTests,
  { timeoutMs, count = 2 }: { readonly timeoutMs: number; readonly count?: number },
): Promise<Traffic> => {
  const whatsApp = await startSimulatedWhatsApp()
  let product: Installation | undefined
  try {
    product = await startInstallation(engines, { count, waServer: whatsApp })
    return await runConversation(product, whatsApp, timeoutMs)
  } catch (failure) {
    await product?.close()
    await whatsApp.close()
    throw failure
  }
}

/**
 * Starts traffic before the tests of a suite and stops it after them, even if the start timed out. `started` is called with it.
 */
export const trafficForTests = (
  engines: EnginesForTests,
  options: Parameters<typeof startTraffic>[1],
  started: (traffic: Traffic) => void,
): void => {
  let starting: Promise<Traffic> | undefined
  beforeAll(async () => {
    starting = startTraffic(engines, options)
    started(await starting)
  })
  afterAll(async () => (await starting?.catch(() => undefined))?.close())
}
