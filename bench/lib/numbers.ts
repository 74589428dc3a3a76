import { existsSync, readFileSync, renameSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ConnectionRecord } from '@guiche/contracts/views/records.js'
import { createSimulator, type Simulator } from '@guiche/wa-gateway/simulator/simulator.js'
import { type Client, type Frame, type Socket, signIn } from '../../launcher/testing/client.js'
import { ADMIN, type ProductProcess } from '../../launcher/testing/product-process.js'
import { residentBytes, startProduct } from './product.js'
import type { Bench } from './scenario.js'
import { FOLDER_PREFIX } from './seed.js'
import { nowMs } from './stats.js'

export const FIRST_NUMBER = 5_511_910_000_001
const PAIRED_WITHIN = 120_000
/** Numbers that are linked concurrently. Each takes a sixth of a second of the product's core. */
const AT_ONCE = 4
/** One-time keys of each number on the simulated server: few, to save memory. */
const KEYS_LEFT = 10
const LOOK_MS = 20
const COLLECT = fileURLToPath(new URL('./collect.mjs', import.meta.url))
const COLLECTED_MS = 2_000
const PATIENCE_MS = 180_000
const SIMULATOR = 'simulator'

/**
 * Linked numbers that connect at the start, in one process of the product. The simulator runs in the process of the scenario.
 */
export interface LinkedDesk {
  readonly simulator: Simulator
  readonly numbers: readonly string[]
  readonly client: Client
  readonly product: () => ProductProcess
  areConnected(): boolean
  /**
   * Kills the process, waits until WhatsApp has noticed, and starts the process again on the same folder. Gives the
   * milliseconds since that start.
   */
  again(): Promise<{ readonly ready: number; readonly connected: number }>
}

/** Makes a product collect garbage, because an idle process keeps much memory that it no longer uses. */
export const collectGarbage = async (pid: number): Promise<void> => {
  process.kill(pid, 'SIGUSR2')
  await sleep(COLLECTED_MS)
}

/** Resolves when the condition holds, rejects after three minutes. */
export const until = async (holds: () => boolean): Promise<void> => {
  for (const end = nowMs() + PATIENCE_MS; !holds(); await sleep(LOOK_MS))
    if (nowMs() > end) throw new Error('not all numbers came up in time')
}

/** The least memory that a process has within `forMs` after its work, in bytes. */
export const settledBytes = async (pid: number, forMs: number): Promise<number> => {
  let least = Number.POSITIVE_INFINITY
  for (const end = nowMs() + forMs; nowMs() < end; await sleep(LOOK_MS))
    least = Math.min(least, residentBytes(pid))
  return least
}

const sessionOf = (socket: Socket, id: number, fits: (session: Frame['data']) => boolean) =>
  socket.waitFor(
    ({ event, data }) => event.endsWith('-whatsappSession') && data.session.id === id && fits(data.session),
    PAIRED_WITHIN,
  )

/** Starts the product, connected to a simulator. */
const startOver = async (dataDir: string, simulator: Simulator): Promise<ProductProcess> => {
  const caFile = join(dataDir, 'ca.pem')
  await writeFile(caFile, simulator.ca)
  return startProduct(dataDir, {
    WA_SERVER_URL: simulator.url,
    WA_SERVER_CA: caFile,
    GATEWAY_SESSIONS: '1000',
    NODE_OPTIONS: `--import ${COLLECT} ${process.env.BENCH_NODE_OPTIONS ?? ''}`,
  })
}

/** Links phones of the company, each on a connection of its own. */
const linkPhones = async (dataDir: string, numbers: readonly string[]): Promise<void> => {
  const simulator = await createSimulator({ dataDir: join(dataDir, SIMULATOR) })
  const product = await startOver(dataDir, simulator)
  try {
    const client = await signIn(product.url, ADMIN.email, ADMIN.password)
    const socket = await client.socket()
    const waiting = [...numbers]
    const work = async (): Promise<void> => {
      for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
        const phone = simulator.addPhone({ number, name: `Loja ${number}`, kind: 'own' })
        const { status, body } = await client.post<ConnectionRecord>('/whatsapp', { name: `Loja ${number}` })
        if (status !== 200) throw new Error(`a connection was refused: ${status} ${JSON.stringify(body)}`)
        const shown = await sessionOf(socket, body.id, ({ qrcode }) => qrcode !== '')
        await phone.scanQr(shown.data.session.qrcode)
        await sessionOf(socket, body.id, ({ status }) => status === 'CONNECTED')
        for (const id of simulator.phones.get(number)?.account.devices.keys() ?? [])
          simulator.control.keepPreKeys(number, id, KEYS_LEFT)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    socket.close()
  } finally {
    await product.stop()
    await simulator.close()
  }
}

/** A folder with `count` linked numbers. Later runs use the folder again, until `npm run bench -- --clean`. */
const keptNumbers = async (count: number): Promise<{ dataDir: string; numbers: readonly string[] }> => {
  const dataDir = join(tmpdir(), `${FOLDER_PREFIX}numbers-${count}`)
  const marker = join(dataDir, 'numbers.json')
  if (!existsSync(marker)) {
    const draft = await mkdtemp(join(tmpdir(), `${FOLDER_PREFIX}draft-`))
    const numbers = Array.from({ length: count }, (_, n) => String(FIRST_NUMBER + n))
    await linkPhones(draft, numbers)
    await writeFile(join(draft, 'numbers.json'), JSON.stringify(numbers))
    await rm(dataDir, { recursive: true, force: true })
    renameSync(draft, dataDir)
  }
  return { dataDir, numbers: JSON.parse(readFileSync(marker, 'utf8')) as string[] }
}

/** Starts the product on a copy of a folder of linked numbers, and waits until all numbers are connected. */
export const startLinkedDesk = async (bench: Bench, count: number): Promise<LinkedDesk> => {
  // The encryption library prints keys.
  for (const level of ['log', 'info', 'warn'] as const) console[level] = () => undefined
  const { dataDir: kept, numbers } = await keptNumbers(count)
  const dataDir = await mkdtemp(join(tmpdir(), 'guiche-numbers-'))
  bench.after(() => rm(dataDir, { recursive: true, force: true }))
  await cp(kept, dataDir, { recursive: true })
  const simulator = await createSimulator({ dataDir: join(dataDir, SIMULATOR) })
  bench.after(() => simulator.close())
  const areConnected = () => numbers.every((number) => simulator.control.isConnected(number))
  let product = await startOver(dataDir, simulator)
  bench.after(() => product.stop())
  await until(areConnected)
  return {
    simulator,
    numbers,
    client: await signIn(product.url, ADMIN.email, ADMIN.password),
    product: () => product,
    areConnected,
    again: async () => {
      await product.kill()
      await until(() => !numbers.some((number) => simulator.control.isConnected(number)))
      const killed = nowMs()
      product = await startOver(dataDir, simulator)
      const ready = nowMs() - killed
      await until(areConnected)
      return { ready, connected: nowMs() - killed }
    },
  }
}
