import type { ClosureRecord } from '@guiche/contracts/views/closures.js'
import { connectMongo } from '@guiche/infra/mongodb/connect.js'
import { inParallel } from '@guiche/infra/parallel.js'
import { until } from '@guiche/infra/testing/until.js'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type Client, signIn } from '../testing/client.js'
import { type Installation, onEngines, startInstallation } from '../testing/installation.js'
import { ADMIN } from '../testing/product-process.js'
import { linkNumber, type SimulatedWhatsApp, startSimulatedWhatsApp } from '../testing/simulated-whatsapp.js'

const MARK = 'zqcanarinhoxj'
const OWN_NUMBER = '5511955510001'
const TAGS = 100
const WAIT_MS = 90_000

await onEngines('the erasure of a company with two of each service', (engines) => {
  let product: Installation
  let whatsApp: SimulatedWhatsApp
  let client: Client
  beforeAll(async () => {
    whatsApp = await startSimulatedWhatsApp()
    product = await startInstallation(engines, { count: 2, waServer: whatsApp })
    client = await signIn(product.url, ADMIN.email, ADMIN.password)
  }, 180_000)
  afterAll(async () => {
    await product?.close()
    await whatsApp?.close()
  })

  /** The collections of MongoDB that contain a text: documents, files and vault entries. */
  const inMongo = async (text: string): Promise<string[]> => {
    const mongo = await connectMongo({ url: product.env().MONGODB_URL ?? '' })
    try {
      const found: string[] = []
      for (const { name } of await mongo.db.listCollections({}, { nameOnly: true }).toArray()) {
        for await (const doc of mongo.db.collection(name).find({}))
          if (JSON.stringify(doc).includes(text)) found.push(name)
      }
      return found
    } finally {
      await mongo.close()
    }
  }
  const closure = async () => (await client.get<readonly ClosureRecord[]>('/company-erasures')).body[0]

  it('M14: a company goes from all engines while its phone receives and one command-api is killed', async () => {
    const boss = {
      name: `${MARK} Ltda`,
      email: `chefe@${MARK}.test`,
      password: 'river stone 9',
      planId: null,
    }
    const { id: companyId } = (await client.post<{ id: number }>('/companies', boss)).body
    const admin = await signIn(product.url, boss.email, boss.password)
    const socket = await admin.socket()
    const phone = whatsApp.addPhone({ number: OWN_NUMBER, name: MARK, kind: 'own' })
    await linkNumber(admin, socket, phone, MARK)
    await inParallel(
      Array.from({ length: TAGS }, (_, n) => n),
      10,
      async (n) => void (await admin.post('/tags', { name: `${MARK} ${n}`, color: '#112233' })),
    )
    const customer = whatsApp.addPhone({ number: '5511955520001', name: `${MARK} cliente` })
    await inParallel([1, 2, 3, 4, 5], 1, (n) => customer.sendText(OWN_NUMBER, `${MARK} ${n}`))
    await until(async () => (await inMongo(MARK)).length > TAGS, WAIT_MS)

    const asked = await fetch(`${product.url}/api/companies/${companyId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: boss.name }),
    })
    expect(asked.status).toBe(200)
    await customer.sendText(OWN_NUMBER, `${MARK} depois`)
    const [first] = product.running('command-api')
    await first?.kill()
    expect([4402, 4403]).toContain(await socket.closed)
    await until(async () => (await closure())?.status === 'erased', WAIT_MS)
    expect(phone.devices()).toEqual([])
    const report = await closure()
    expect(report?.removed?.events).toBeGreaterThan(TAGS)
    // The log of the bus expires by its retention.
    expect(Date.parse(report?.removed?.topicsUntil ?? '')).toBeGreaterThan(Date.now())
    await until(async () => (await inMongo(MARK)).length === 0, WAIT_MS).catch(async () =>
      expect(await inMongo(MARK)).toEqual([]),
    )
    const again = await fetch(`${product.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: boss.email, password: boss.password }),
    })
    expect(again.status).toBe(401)
  }, 300_000)
})
