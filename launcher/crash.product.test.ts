import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { streams } from '@guiche/contracts/streams.js'
import type { ConnectionRecord, MessageRecord, TicketRecord } from '@guiche/contracts/views/records.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import { createEmbeddedReadStore } from '@guiche/infra/read-store/embedded.js'
import { compareWithRebuild } from '@guiche/projector/testing/compare.js'
import { createSimulator, type Simulator } from '@guiche/wa-gateway/simulator/simulator.js'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { type BotCustomers, outcomesOf, startBotCustomers, untilNotSnoozed } from './testing/bot-customers.js'
import { type Client, type Socket, signIn } from './testing/client.js'
import { ADMIN, type ProductProcess, removeData, startProductProcess } from './testing/product-process.js'

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 8)
const OWN_NUMBER = '5511900000001'
const CUSTOMERS = ['5511911110001', '5511911110002', '5511911110003', '5511911110004']
/** Customers whose tickets are snoozed in each round. */
const SLEEPERS = ['5511911110011', '5511911110012']
/** Customers whose tickets are at the bot. */
const AT_THE_BOT = ['5511911110021', '5511911110022', '5511911110023', '5511911110024']
/** When the scheduled work of a round is due, in milliseconds after the round's start: before, at and after the kill. */
const DUE_AFTER = [300, 500, 700, 900]

/** A command sent to the product: a message to a customer, or a new name for the customer. null: no response came. */
interface SentCommand {
  readonly kind: 'message' | 'rename'
  readonly key: string
  readonly customer: string
  readonly body: string
  messageId: string | null
  position: string | null
}
/** A lane starts with a message and then renames contacts, because encrypted messages are expensive for the simulated phone. */
const MESSAGE_EVERY = 25

let simulator: Simulator
let dataDir: string
let product: ProductProcess
let client: Client
let socket: Socket
const tickets = new Map<string, { ticketId: number; contactId: number }>()
const everything: SentCommand[] = []
const fromPhones: { customer: string; text: string }[] = []
let bot: BotCustomers
const planned: { readonly id: number; readonly customer: string; readonly body: string }[] = []

const startProduct = async (): Promise<void> => {
  product = await startProductProcess({
    dataDir,
    env: {
      WA_SERVER_URL: simulator.url,
      WA_SERVER_CA: join(dataDir, 'ca.pem'),
      SIMULATOR: 'off',
      LOG_LEVEL: 'info',
    },
  })
  client = await signIn(product.url, ADMIN.email, ADMIN.password)
}

const sendCommand = async (sent: SentCommand): Promise<void> => {
  const { ticketId, contactId } = tickets.get(sent.customer) ?? { ticketId: 0, contactId: 0 }
  const answer =
    sent.kind === 'message'
      ? await client.post(`/messages/${ticketId}`, { body: sent.body }, sent.key)
      : await client.put(`/contacts/${contactId}`, { name: sent.body, number: sent.customer }, sent.key)
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  sent.messageId = answer.headers.get('x-message-id')
  sent.position = answer.headers.get('x-position')
}

const ticketOf = (number: string): number => tickets.get(number)?.ticketId ?? 0
const sleepingTickets = (): number[] => SLEEPERS.map(ticketOf)

/** Schedules work with the n-th due time. Tries a later time if the machine was so slow that the time has passed. */
const askDue = async (n: number, ask: (due: string) => Promise<number>): Promise<number> => {
  const due = Date.now() + (DUE_AFTER[n % DUE_AFTER.length] ?? 0)
  const status = await ask(new Date(due).toISOString())
  return status === 400 && due < Date.now() ? askDue(n, ask) : status
}

/** A scheduled message for each customer and a snooze of each sleeper, due while the traffic runs. */
const planMessages = async (round: number): Promise<void> => {
  const asked = [
    ...CUSTOMERS.map((customer, n) => {
      const { ticketId, contactId } = tickets.get(customer) ?? { ticketId: 0, contactId: 0 }
      return askDue(n, async (sendAt) => {
        const schedule = { body: `planned ${round}-${n}`, sendAt, contactId, ticketId }
        const { status, body } = await client.post<{ id: number }>('/schedules', schedule)
        if (status === 200) planned.push({ id: body.id, customer, body: schedule.body })
        return status
      })
    }),
    ...sleepingTickets().map((ticketId, n) =>
      askDue(n + 1, async (until) => (await client.post(`/tickets/${ticketId}/snooze`, { until })).status),
    ),
  ]
  expect(await Promise.all(asked)).toEqual(asked.map(() => 200))
}

const readConversation = async (ticketId: number): Promise<MessageRecord[]> => {
  const all: MessageRecord[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`
    const { body } = await client.get<{ messages: MessageRecord[]; hasMore: boolean; cursor: string | null }>(
      `/messages/${ticketId}${query}`,
    )
    all.push(...body.messages)
    cursor = body.hasMore ? body.cursor : null
  }
  return all
}

/** Compares the views with a fold of all events. Also counts how often each sleeper was snoozed and came back. */
const leftBehind = async () => {
  const eventStore = await createEmbeddedEventStore({ dir: dataDir })
  const readStore = await createEmbeddedReadStore({ dir: dataDir })
  try {
    const slept = sleepingTickets().map(async (ticketId) =>
      (await eventStore.read(streams.ticket(ticketId)))
        .map(({ type }) => type)
        .filter((type) => type === 'ticket.snoozed.v1' || type === 'ticket.woken.v1'),
    )
    return {
      differences: await compareWithRebuild({ eventStore, readStore }),
      slept: await Promise.all(slept),
    }
  } finally {
    await readStore.close()
    await eventStore.close()
  }
}

const waitForConnection = async (connectionId: number): Promise<void> => {
  await socket.waitFor(
    ({ event, data }) =>
      event.endsWith('-whatsappSession') &&
      data.session.id === connectionId &&
      data.session.status === 'CONNECTED',
    60_000,
  )
}

beforeAll(async () => {
  // The encryption library prints keys, which do not belong into a test's output.
  for (const level of ['log', 'info', 'error', 'warn'] as const)
    jest.spyOn(console, level).mockImplementation(() => undefined)
  simulator = await createSimulator({})
  dataDir = await mkdtemp(join(tmpdir(), 'guiche-crash-'))
  await writeFile(join(dataDir, 'ca.pem'), simulator.ca)
  await startProduct()
  socket = await client.socket()
  socket.send('joinTickets', { status: 'pending' })
  const ours = simulator.addPhone({ number: OWN_NUMBER, name: 'Loja', kind: 'own' })
  const { body: connection } = await client.post<ConnectionRecord>('/whatsapp', { name: 'Principal' })
  const code = await socket.waitFor(
    ({ event, data }) =>
      event.endsWith('-whatsappSession') && data.session.id === connection.id && data.session.qrcode !== '',
  )
  await ours.scanQr(code.data.session.qrcode)
  await waitForConnection(connection.id)
  for (const key of ['sendPerMinute', 'sendPerHour', 'sendPerDay'])
    await client.put(`/settings/${key}`, { value: '9999' })
  for (const number of [...CUSTOMERS, ...SLEEPERS]) {
    await simulator.addPhone({ number, name: `Cliente ${number.slice(-1)}` }).sendText(OWN_NUMBER, 'Olá')
    const { data } = await socket.waitFor(
      (frame) => frame.event.endsWith('-appMessage') && frame.data.contact.number === number,
    )
    tickets.set(number, { ticketId: data.ticket.id, contactId: data.ticket.contactId })
    await client.put<TicketRecord>(`/tickets/${data.ticket.id}`, {
      status: 'open',
      userId: client.user.id,
      queueId: null,
    })
  }
  bot = await startBotCustomers(client, simulator, connection, { ours: OWN_NUMBER, numbers: AT_THE_BOT })
  socket.close()
})

afterAll(async () => {
  await product?.kill()
  await simulator?.close()
  if (dataDir !== undefined) await removeData(dataDir)
})

describe('kill -9 under traffic (rule 16)', () => {
  it(
    `loses no acknowledged command and doubles none, ${ROUNDS} times`,
    async () => {
      for (let round = 1; round <= ROUNDS; round++) {
        const sending: SentCommand[] = []
        let acknowledged = (): void => {}
        const first = new Promise<void>((resolve) => {
          acknowledged = resolve
        })
        let running = true
        const writer = async (lane: number): Promise<void> => {
          const customer = CUSTOMERS[lane % CUSTOMERS.length] ?? ''
          for (let n = 0; running; n++) {
            const kind = n % MESSAGE_EVERY === 0 ? 'message' : 'rename'
            const body = `r${round}-${lane}-${n}`
            const sent: SentCommand = {
              kind,
              key: randomUUID(),
              customer,
              body,
              messageId: null,
              position: null,
            }
            sending.push(sent)
            try {
              await sendCommand(sent)
            } catch {
              return
            }
            acknowledged()
          }
        }
        const customer = async (number: string): Promise<void> => {
          const text = `p${round}-${number}`
          fromPhones.push({ customer: number, text })
          await simulator.phones.get(number)?.sendText(OWN_NUMBER, text)
        }
        await planMessages(round)
        const lanes = [
          ...Array.from({ length: 6 }, (_, lane) => writer(lane)),
          ...CUSTOMERS.map(customer),
          bot.choose(),
        ]
        await first
        const delay = randomInt(50, 501)
        await new Promise((resolve) => setTimeout(resolve, delay))
        await product.kill()
        running = false
        await Promise.allSettled(lanes)

        await startProduct()
        // A client without a response retries. A client with a response may retry, too. Both are harmless.
        const again = async (sent: SentCommand): Promise<void> => {
          const { messageId, position } = sent
          await sendCommand(sent)
          if (position !== null) expect({ round, ...sent }).toEqual({ round, ...sent, messageId, position })
        }
        const left = [...sending]
        const repeat = async (): Promise<void> => {
          for (let sent = left.shift(); sent !== undefined; sent = left.shift()) await again(sent)
        }
        await Promise.all(Array.from({ length: 8 }, repeat))
        everything.push(...sending)
        await untilNotSnoozed(client, sleepingTickets())
      }
    },
    ROUNDS * 20_000,
  )

  it('shows every message once, in the conversation and on the phones', async () => {
    const bodiesTo = (number: string): string[] =>
      [...everything.filter(({ kind }) => kind === 'message'), ...planned]
        .filter(({ customer }) => customer === number)
        .map(({ body }) => body)
    for (const [number, { ticketId }] of tickets) {
      const bodies = bodiesTo(number)
      const shown = (await readConversation(ticketId)).filter(({ fromMe }) => fromMe).map(({ body }) => body)
      expect([...shown].sort()).toEqual([...bodies].sort())
    }
    for (const number of CUSTOMERS) {
      const phone = simulator.phones.get(number)
      const bodies = bodiesTo(number)
      await phone?.waitFor(
        () => phone.received.filter(({ chat }) => chat === OWN_NUMBER).length >= bodies.length,
        240_000,
      )
      const received = phone?.received.filter(({ chat }) => chat === OWN_NUMBER).map(({ text }) => text) ?? []
      expect([...received].sort()).toEqual([...bodies].sort())
    }
  }, 300_000)

  it('has sent every scheduled message once', async () => {
    const outcomes = await outcomesOf(
      client,
      planned.map(({ id }) => id),
    )
    expect(outcomes).toEqual(planned.map(() => 'ENVIADA'))
    expect(planned).toHaveLength(ROUNDS * CUSTOMERS.length)
  }, 300_000)

  it('answers each customer by the bot, in order, and repeats nothing', async () => {
    for (const { expected, heard } of await bot.account()) expect(heard).toEqual(expected)
  }, 300_000)

  it('shows each message that customers wrote meanwhile, once', async () => {
    const expected = [...tickets.keys()]
      .map(() => 'Olá')
      .concat(fromPhones.map(({ text }) => text))
      .sort()
    const written = async (): Promise<string[]> => {
      const bodies: string[] = []
      for (const { ticketId } of tickets.values()) {
        const all = await readConversation(ticketId)
        bodies.push(...all.filter(({ fromMe }) => !fromMe).map(({ body }) => body))
      }
      return bodies
    }
    const socket = await client.socket()
    socket.send('joinTickets', { status: 'open' })
    // Work that the last kill interrupted may still be running.
    for (let seen = 0; ; seen = socket.frames.length) {
      if ((await written()).length >= expected.length) break
      const more = socket.waitFor(
        (frame) => frame.event.endsWith('-appMessage') && socket.frames.indexOf(frame) >= seen,
        60_000,
      )
      // No further frame comes, and the comparison below shows what is missing.
      if ((await more.catch(() => null)) === null) break
    }
    socket.close()
    expect((await written()).sort()).toEqual(expected)
  }, 300_000)

  it('has every view equal to its rebuild, and has ended each snooze once', async () => {
    expect(await product.stop()).toBe(0)
    const { differences, slept } = await leftBehind()
    expect(differences).toEqual([])
    const turns = Array.from({ length: ROUNDS }, () => ['ticket.snoozed.v1', 'ticket.woken.v1']).flat()
    expect(slept).toEqual(SLEEPERS.map(() => turns))
  })
})
