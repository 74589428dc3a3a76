import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ClosureRecord } from '@guiche/contracts/closures.js'
import { sideBySide } from '@guiche/infra/side-by-side.js'
import { until } from '@guiche/infra/testing/until.js'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type Client, signIn } from './testing/client.js'
import { ADMIN, type ProductProcess, removeData, startProductProcess } from './testing/product-process.js'

const KILLS = Number(process.env.ERASURE_KILLS ?? 3)
const RECORDS = 300
const MARK = 'zqcanarinhoxj'
const WAIT_MS = 60_000

let product: ProductProcess
let client: Client
beforeAll(async () => {
  product = await startProductProcess()
  client = await signIn(product.url, ADMIN.email, ADMIN.password)
}, 90_000)
afterAll(async () => {
  await product?.kill()
  if (product !== undefined) await removeData(product.dataDir)
})

const erasures = async () => (await client.get<readonly ClosureRecord[]>('/company-erasures')).body
const filesUnder = (dir: string): string[] =>
  readdirSync(dir).flatMap((name) => {
    const path = join(dir, name)
    const found = statSync(path)
    return found.isDirectory() ? filesUnder(path) : found.isFile() ? [path] : []
  })

it(`M14: an erasure goes on where kill -9 broke it off (${KILLS} times), and its report counts nothing twice`, async () => {
  const boss = { name: `${MARK} Ltda`, email: `chefe@${MARK}.test`, password: 'river stone 9', planId: null }
  const made = await client.post<{ id: number }>('/companies', boss)
  expect(made.status).toBe(200)
  const companyId = made.body.id
  const admin = await signIn(product.url, boss.email, boss.password)
  await sideBySide(
    Array.from({ length: RECORDS }, (_, n) => n),
    20,
    async (n) => {
      const body = { name: `${MARK} ${n}`, color: '#112233' }
      expect((await admin.post('/tags', body)).status).toBe(200)
    },
  )
  const asked = await fetch(`${product.url}/api/companies/${companyId}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: boss.name }),
  })
  expect(asked.status).toBe(200)
  const steps: (string | null)[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const before = steps.at(-1)
    // somewhere further on than the time before
    await until(async () => (await erasures())[0]?.step !== before, WAIT_MS)
    steps.push((await erasures())[0]?.step ?? null)
    await product.kill()
    product = await startProductProcess({ dataDir: product.dataDir })
    client = await signIn(product.url, ADMIN.email, ADMIN.password)
  }
  await until(async () => (await erasures())[0]?.status === 'erased', WAIT_MS)
  const [report] = await erasures()
  expect(report).toMatchObject({ companyId, removed: { files: 0, topics: 1 } })
  expect(report?.removed?.events).toBeGreaterThan(RECORDS)
  // a settled report is the same after one more start
  await product.kill()
  product = await startProductProcess({ dataDir: product.dataDir })
  client = await signIn(product.url, ADMIN.email, ADMIN.password)
  expect(await erasures()).toEqual([report])
  const having = () =>
    filesUnder(product.dataDir).filter((file) => readFileSync(file, 'latin1').includes(MARK))
  await until(() => having().length === 0, WAIT_MS).catch(() => expect(having()).toEqual([]))
}, 300_000)
