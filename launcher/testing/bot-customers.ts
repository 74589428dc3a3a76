import type { ConnectionRecord, TicketRecord } from '@guiche/contracts/views/records.js'
import type { Simulator } from '@guiche/wa-gateway/simulator/simulator.js'
import type { Client } from './client.js'

/** Texts that identify the bot's answers: a queue in the menu, and the other queue's text. */
const [MENU, OPTIONS] = ['- Vendas', 'Escolha uma opção']

/** Customers whose tickets are at the bot. They alternate: choose an option of the menu, then return to the menu. */
export interface BotCustomers {
  /** the customers, each with a ticket at the bot */
  readonly numbers: readonly string[]
  /** Half of the customers choose; the next call is for the other half. Resolves when WhatsApp has their messages. */
  choose(): Promise<void>
  /** Expected and received messages of each customer, once each has received the expected number. */
  account(): Promise<readonly { readonly expected: readonly string[]; readonly heard: readonly string[] }[]>
}

/** Creates a queue with an option and a second queue, so that the connection has a menu. Existing tickets stay in service. */
const configureBot = async (client: Client, connection: ConnectionRecord): Promise<void> => {
  const queueIds: number[] = []
  for (const [name, color] of [
    ['Vendas', '#aa3300'],
    ['Financeiro', '#0033aa'],
  ]) {
    const { body } = await client.post<{ id: number }>('/queue', { name, color, greetingMessage: OPTIONS })
    queueIds.push(body.id)
  }
  for (const title of ['Boleto', 'Nota']) {
    await client.post('/queue-options', { title, message: title, queueId: queueIds[0], parentId: -1 })
  }
  const { status, body } = await client.put(`/whatsapp/${connection.id}`, {
    ...{ name: connection.name, queueIds, greetingMessage: 'Olá!' },
  })
  if (status !== 200) throw new Error(`the bot cannot be set up: ${status} ${JSON.stringify(body)}`)
}

/** Sets up a bot on the connection, and customers whom it has sent the menu. */
export const startBotCustomers = async (
  client: Client,
  simulator: Simulator,
  connection: ConnectionRecord,
  { ours, numbers }: { readonly ours: string; readonly numbers: readonly string[] },
): Promise<BotCustomers> => {
  await configureBot(client, connection)
  const standing = numbers.map((number) => ({
    phone: simulator.addPhone({ number, name: `Bot ${number.slice(-2)}` }),
    expected: [MENU],
  }))
  for (const { phone } of standing) {
    await phone.sendText(ours, 'Olá')
    await phone.waitFor(({ text }) => text?.includes(MENU) ?? false)
  }
  let turn = 0
  return {
    numbers,
    choose: async () => {
      turn += 1
      const now = standing.filter((_, at) => at % 2 === turn % 2)
      for (const { phone, expected } of now) {
        const isAtMenu = expected.at(-1) === MENU
        expected.push(isAtMenu ? OPTIONS : MENU)
        await phone.sendText(ours, isAtMenu ? '1' : '#')
      }
    },
    account: () =>
      Promise.all(
        standing.map(async ({ phone, expected }) => {
          const texts = () => phone.received.filter(({ chat }) => chat === ours).map(({ text }) => text ?? '')
          await phone.waitFor(() => texts().length >= expected.length, 120_000)
          const heard = texts().map((text) => [MENU, OPTIONS].find((one) => text.includes(one)) ?? text)
          return { expected, heard }
        }),
      ),
  }
}

/** Longest pause between two polls, because a socket gets no frame for events before it joined. */
const POLL_MS = 1000
const PATIENCE_MS = 120_000

/** Polls at each frame until the condition holds. Rejects after two minutes. */
const untilHolds = async (client: Client, what: string, holds: () => Promise<boolean>): Promise<void> => {
  const socket = await client.socket()
  socket.send('joinTickets', { status: 'open' })
  try {
    for (const end = Date.now() + PATIENCE_MS; !(await holds()); ) {
      if (Date.now() > end) throw new Error(`not within ${PATIENCE_MS} ms: ${what}`)
      const seen = socket.frames.length
      await socket.waitFor((frame) => socket.frames.indexOf(frame) >= seen, POLL_MS).catch(() => null)
    }
  } finally {
    socket.close()
  }
}

/** Waits until none of these tickets is snoozed. */
export const untilNotSnoozed = (client: Client, ticketIds: readonly number[]): Promise<void> =>
  untilHolds(client, 'the tickets have come back', async () => {
    const answers = await Promise.all(ticketIds.map((id) => client.get<TicketRecord>(`/tickets/${id}`)))
    return answers.every(({ body }) => body.snoozedUntil === null)
  })

/** Waits for the outcomes of these scheduled messages. Gives their statuses. */
export const outcomesOf = async (client: Client, scheduleIds: readonly number[]): Promise<string[]> => {
  const read = () =>
    Promise.all(
      scheduleIds.map(async (id) => (await client.get<{ status: string }>(`/schedules/${id}`)).body.status),
    )
  await untilHolds(client, 'the planned messages have their outcomes', async () =>
    (await read()).every((status) => status === 'ENVIADA' || status === 'ERRO'),
  )
  return read()
}
