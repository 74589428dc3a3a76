import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionRecord } from '@guiche/contracts/views/records.js'
import { createSimulator, type Simulator } from '@guiche/wa-gateway/simulator/simulator.js'
import { type Client, type Socket, signIn } from '../../launcher/testing/client.js'
import type { ProductProcess } from '../../launcher/testing/product-process.js'
import { ADMIN } from '../../launcher/testing/product-process.js'
import { startProduct } from './product.js'
import type { Bench } from './scenario.js'

export const COMPANY_NUMBER = '5511900000001'
const PAIRED_WITHIN = 60_000

/** A product whose one connection is paired with a simulated phone. */
export interface PairedDesk {
  readonly product: ProductProcess
  readonly simulator: Simulator
  readonly client: Client
  readonly socket: Socket
}

/** Starts product and simulator in separate processes and pairs them. Sending limits are switched off. */
export const startPairedDesk = async (bench: Bench): Promise<PairedDesk> => {
  // The encryption library prints keys.
  for (const level of ['log', 'info', 'warn'] as const) console[level] = () => undefined
  const simulator = await createSimulator({})
  bench.after(() => simulator.close())
  const dataDir = await mkdtemp(join(tmpdir(), 'guiche-phone-'))
  bench.after(() => rm(dataDir, { recursive: true, force: true }))
  const caFile = join(dataDir, 'ca.pem')
  await writeFile(caFile, simulator.ca)
  const product = await startProduct(dataDir, { WA_SERVER_URL: simulator.url, WA_SERVER_CA: caFile })
  bench.after(() => product.stop())
  const client = await signIn(product.url, ADMIN.email, ADMIN.password)
  for (const key of ['sendPerMinute', 'sendPerHour', 'sendPerDay']) {
    await client.put(`/settings/${key}`, { value: '9999' })
  }
  const socket = await client.socket()
  bench.after(() => socket.close())
  socket.send('joinTickets', { status: 'pending' })
  socket.send('joinTickets', { status: 'open' })
  const own = simulator.addPhone({ number: COMPANY_NUMBER, name: 'Loja', kind: 'own' })
  const { body: connection } = await client.post<ConnectionRecord>('/whatsapp', { name: 'Principal' })
  const code = await socket.waitFor(
    ({ event, data }) =>
      event.endsWith('-whatsappSession') && data.session.id === connection.id && data.session.qrcode !== '',
  )
  await own.scanQr(code.data.session.qrcode)
  await socket.waitFor(
    ({ event, data }) =>
      event.endsWith('-whatsappSession') &&
      data.session.id === connection.id &&
      data.session.status === 'CONNECTED',
    PAIRED_WITHIN,
  )
  return { product, simulator, client, socket }
}
