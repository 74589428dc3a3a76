import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Client, type Socket, signIn } from './testing/client.js'
import { ADMIN, type ProductProcess, removeData, startProductProcess } from './testing/product-process.js'
import { linkNumber, type SimulatedWhatsApp, startSimulatedWhatsApp } from './testing/simulated-whatsapp.js'

const OWN_NUMBER = '5511900000001'
const CUSTOMER = '5511988887777'
const HOUR_MS = 3_600_000

/** Node.js options for a process whose clock is ahead by these milliseconds. */
const clockOptions = (ms: number): string => {
  const script = `globalThis.Date = new Proxy(Date, {
    construct: (real, given, made) => Reflect.construct(real, given.length > 0 ? given : [real.now() + ${ms}], made),
    get: (real, key) => (key === 'now' ? () => real.now() + ${ms} : Reflect.get(real, key)),
  })`
  return `--import data:text/javascript,${encodeURIComponent(script)}`
}

let whatsApp: SimulatedWhatsApp
let dataDir: string
let product: ProductProcess | undefined
let socket: Socket

const startProduct = async (env: Record<string, string> = {}): Promise<Client> => {
  const simulated = { WA_SERVER_URL: whatsApp.url, WA_SERVER_CA: join(dataDir, 'ca.pem'), SIMULATOR: 'off' }
  product = await startProductProcess({ dataDir, env: { ...simulated, ...env } })
  const admin = await signIn(product.url, ADMIN.email, ADMIN.password)
  socket = await admin.socket()
  for (const status of ['open', 'pending']) socket.send('joinTickets', { status })
  return admin
}
const stopProduct = async (): Promise<void> => {
  socket?.close()
  await product?.stop()
  product = undefined
}
/** The ticket in the frame of the message with this text. */
const shownTicket = async (body: string): Promise<TicketRecord> =>
  (await socket.waitFor(({ event, data }) => event.endsWith('-appMessage') && data.message.body === body))
    .data.ticket

beforeAll(async () => {
  whatsApp = await startSimulatedWhatsApp()
  dataDir = await mkdtemp(join(tmpdir(), 'guiche-expiry-'))
  await writeFile(join(dataDir, 'ca.pem'), whatsApp.ca)
})
afterAll(async () => {
  await stopProduct()
  await whatsApp?.close()
  if (dataDir !== undefined) await removeData(dataDir)
})

describe('a ticket whose customer writes while the product is down', () => {
  it('stays open with its agent, however long the product was down', async () => {
    const ours = whatsApp.addPhone({ number: OWN_NUMBER, name: 'Loja', kind: 'own' })
    const customer = whatsApp.addPhone({ number: CUSTOMER, name: 'Caio Prado' })
    const before = await startProduct()
    const connectionId = await linkNumber(before, socket, ours, 'Principal')
    const expires = { name: 'Principal', expiresTicket: 24, expiresInactiveMessage: 'Até mais!' }
    expect((await before.put(`/whatsapp/${connectionId}`, expires)).status).toBe(200)
    await customer.sendText(OWN_NUMBER, 'Oi')
    const { id } = await shownTicket('Oi')
    await before.put(`/tickets/${id}`, { status: 'open', userId: before.user.id })
    await before.post(`/messages/${id}`, { body: 'Mais alguma coisa?' })
    await customer.waitFor(({ text }) => text === 'Mais alguma coisa?')
    await stopProduct()

    await customer.sendText(OWN_NUMBER, 'Sim, uma pergunta')
    const after = await startProduct({ NODE_OPTIONS: clockOptions(25 * HOUR_MS) })
    expect(await shownTicket('Sim, uma pergunta')).toMatchObject({ id })
    const { body: ticket } = await after.get<TicketRecord>(`/tickets/${id}`)
    expect(ticket).toMatchObject({ status: 'open', userId: before.user.id })
    // An automatic message would have been sent before this one.
    await after.post(`/messages/${id}`, { body: 'Pois não?' })
    await customer.waitFor(({ text }) => text === 'Pois não?')
    expect(customer.received.map(({ text }) => text)).toEqual(['Mais alguma coisa?', 'Pois não?'])
  })
})
