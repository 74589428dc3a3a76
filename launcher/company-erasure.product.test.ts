import { readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClosureRecord } from '@guiche/contracts/views/closures.js'
import { inParallel } from '@guiche/infra/parallel.js'
import { until } from '@guiche/infra/testing/until.js'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type Client, signIn } from './testing/client.js'
import { ADMIN, type ProductProcess, removeData, startProductProcess } from './testing/product-process.js'
import { linkNumber, type SimulatedWhatsApp, startSimulatedWhatsApp } from './testing/simulated-whatsapp.js'

const KILLS = Number(process.env.ERASURE_KILLS ?? 3)
const RECORDS = 300
const MARK = 'zqcanarinhoxj'
const WAIT_MS = 60_000
/** Maximum of messages that customers send meanwhile, and each customer's pause between two messages. */
const MOST_SENT = 400
const PAUSE_MS = 50

let whatsApp: SimulatedWhatsApp
let product: ProductProcess
let client: Client
const startProduct = async (dataDir: string): Promise<void> => {
  product = await startProductProcess({
    dataDir,
    env: { WA_SERVER_URL: whatsApp.url, WA_SERVER_CA: join(dataDir, 'ca.pem'), SIMULATOR: 'off' },
  })
  client = await signIn(product.url, ADMIN.email, ADMIN.password)
}
beforeAll(async () => {
  whatsApp = await startSimulatedWhatsApp()
  const dataDir = await mkdtemp(join(tmpdir(), 'guiche-erasure-'))
  await writeFile(join(dataDir, 'ca.pem'), whatsApp.ca)
  await startProduct(dataDir)
}, 90_000)
afterAll(async () => {
  await product?.kill()
  await whatsApp?.close()
  if (product !== undefined) await removeData(product.dataDir)
})

const readErasures = async () => (await client.get<readonly ClosureRecord[]>('/company-erasures')).body
const filesUnder = (dir: string): string[] =>
  readdirSync(dir).flatMap((name) => {
    const path = join(dir, name)
    const found = statSync(path)
    return found.isDirectory() ? filesUnder(path) : found.isFile() ? [path] : []
  })

const eraseCompany = async (companyId: number, name: string): Promise<number> => {
  const asked = await fetch(`${product.url}/api/companies/${companyId}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })
  return asked.status
}
/** Waits until no file of the data folder contains the text. */
const waitUntilGone = async (text: string): Promise<void> => {
  const having = () =>
    filesUnder(product.dataDir).filter((file) => readFileSync(file, 'latin1').includes(text))
  await until(() => having().length === 0, WAIT_MS).catch(() => expect(having()).toEqual([]))
}

it(`M14: an erasure goes on where kill -9 broke it off (${KILLS} times), and its report counts nothing twice`, async () => {
  const boss = { name: `${MARK} Ltda`, email: `chefe@${MARK}.test`, password: 'river stone 9', planId: null }
  const made = await client.post<{ id: number }>('/companies', boss)
  expect(made.status).toBe(200)
  const companyId = made.body.id
  const admin = await signIn(product.url, boss.email, boss.password)
  await inParallel(
    Array.from({ length: RECORDS }, (_, n) => n),
    20,
    async (n) => {
      const body = { name: `${MARK} ${n}`, color: '#112233' }
      expect((await admin.post('/tags', body)).status).toBe(200)
    },
  )
  expect(await eraseCompany(companyId, boss.name)).toBe(200)
  const steps: (string | null)[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const before = steps.at(-1)
    // The erasure has passed the step of the previous look.
    await until(async () => (await readErasures())[0]?.step !== before, WAIT_MS)
    steps.push((await readErasures())[0]?.step ?? null)
    await product.kill()
    await startProduct(product.dataDir)
  }
  await until(async () => (await readErasures())[0]?.status === 'erased', WAIT_MS)
  const [report] = await readErasures()
  expect(report).toMatchObject({ companyId, removed: { files: 0, topics: 1 } })
  expect(report?.removed?.events).toBeGreaterThan(RECORDS)
  // A final report is the same after another start.
  await product.kill()
  await startProduct(product.dataDir)
  expect(await readErasures()).toEqual([report])
  await waitUntilGone(MARK)
}, 300_000)

it('M14: an erasure while the company’s phone receives logs the phone out and leaves no message', async () => {
  const [mark, ours] = ['zqrecebendoxj', '5511955510001']
  const boss = { name: `${mark} Ltda`, email: `chefe@${mark}.test`, password: 'river stone 9', planId: null }
  const { id: companyId } = (await client.post<{ id: number }>('/companies', boss)).body
  const admin = await signIn(product.url, boss.email, boss.password)
  const socket = await admin.socket()
  const phone = whatsApp.addPhone({ number: ours, name: mark, kind: 'own' })
  await linkNumber(admin, socket, phone, mark)
  const customers = [1, 2, 3].map((n) =>
    whatsApp.addPhone({ number: `551195552000${n}`, name: `${mark} ${n}` }),
  )
  let isOver = false
  let sent = 0
  const write = async (customer: (typeof customers)[number]): Promise<void> => {
    while (!isOver && sent < MOST_SENT) {
      sent += 1
      await customer.sendText(ours, `${mark} ${sent}`).catch(() => undefined)
      await delay(PAUSE_MS)
    }
  }
  const writing = customers.map(write)
  const received = async (): Promise<number> => {
    const { companies } = (await client.get<{ companies: { id: number; tickets: number }[] }>('/companies'))
      .body
    return companies.find(({ id }) => id === companyId)?.tickets ?? 0
  }
  await until(async () => (await received()) >= customers.length, WAIT_MS)
  expect(phone.devices()).toHaveLength(1)
  expect(await eraseCompany(companyId, boss.name)).toBe(200)
  expect([4402, 4403]).toContain(await socket.closed)
  await until(() => phone.devices().length === 0, WAIT_MS)
  await until(async () => (await readErasures())[0]?.status === 'erased', WAIT_MS)
  isOver = true
  await Promise.all(writing)
  expect(sent).toBeGreaterThan(customers.length)
  const [report] = await readErasures()
  expect(report).toMatchObject({ companyId })
  expect(report?.removed?.vault).toBeGreaterThan(10)
  await waitUntilGone(mark)
  await waitUntilGone('551195552000')
}, 180_000)
