import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReportOf } from '@guiche/contracts/bus/reports.js'
import type { HistoryImport } from '@guiche/contracts/message/history-import.js'
import type { HistoryImportDoc } from '@guiche/contracts/views/directory.js'
import { createEmbeddedVault } from '@guiche/infra/vault/embedded.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createSimulator } from './simulator/simulator.js'
import { COMPANY, createDesk } from './testing/desk.js'
import { CONNECTION, FAST_TIMINGS } from './testing/linked.js'

const requestedImport = (change: Partial<HistoryImport> = {}): HistoryImport => ({
  id: 'import',
  from: new Date(Date.now() - 3_600_000).toISOString(),
  to: new Date(Date.now() + 60_000).toISOString(),
  groups: false,
  closeTickets: false,
  status: 'waiting',
  startedAt: new Date().toISOString(),
  endedAt: null,
  ticketsClosed: false,
  ...{ found: 0, leftOut: 0, imported: 0, progress: null },
  ...change,
})

let dir: string
let vault: Awaited<ReturnType<typeof createEmbeddedVault>>
let sim: Awaited<ReturnType<typeof createSimulator>>
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'gateway-history-'))
  vault = await createEmbeddedVault({ dir, secretKey: randomBytes(32) })
  sim = await createSimulator()
})
afterAll(async () => {
  await sim.close()
  await vault.close()
  await rm(dir, { recursive: true })
})

/** Links a phone with a conversation and a group, and requests this import. `flaky`: every second read of the import fails. */
const linkWith = async (connectionId: number, historyImport: HistoryImport | null, flaky = false) => {
  const desk = createDesk({ simulator: () => Promise.resolve(sim), vault, config: { timings: FAST_TIMINGS } })
  const shop = sim.addPhone({ number: `55119000010${connectionId}`, name: 'Shop', kind: 'own' })
  const ana = sim.addPhone({ number: `55119000020${connectionId}`, name: 'Ana' })
  const group = sim.addGroup({ subject: 'Família', members: [shop, ana] })
  const ids = [
    await ana.sendText(shop, 'first'),
    await shop.sendText(ana, 'second'),
    await ana.sendText(shop, 'third'),
  ]
  const inGroup = await ana.sendText(group, 'in the group')
  await shop.waitFor((one) => one.id === inGroup)
  desk.addConnection(connectionId)
  const ask = (last: HistoryImport): void => {
    const doc: HistoryImportDoc = { id: String(connectionId), companyId: COMPANY, last }
    desk.of('history-imports').set(doc.id, doc)
  }
  if (historyImport !== null) ask(historyImport)
  if (flaky) {
    const docs = desk.of('history-imports')
    const get = docs.get.bind(docs)
    let reads = 0
    docs.get = (id) => {
      if (reads++ % 2 === 1) throw new Error('the views are away')
      return get(id)
    }
  }
  const gateway = desk.newGateway()
  await gateway.start()
  await desk.request(connectionId, 'start')
  await shop.scanQr((await desk.signal('qr', (signal) => signal.qrcode !== '')).qrcode)
  await desk.status(connectionId, 'CONNECTED')
  const old = () =>
    desk.reports.filter((one): one is ReportOf<'message'> => one.kind === 'message' && one.imported)
  return { desk, gateway, ask, ana, ids, inGroup, old }
}

describe('the history of a phone', () => {
  it('is reported within the requested range, each message once, then its end', async () => {
    const { desk, gateway, ana, ids, old } = await linkWith(CONNECTION, requestedImport())
    const end = await desk.report('history', ({ done }) => done)
    expect(end).toMatchObject({ importId: 'import', connectionId: CONNECTION })
    expect(new Set(old().map(({ waId }) => waId))).toEqual(new Set(ids))
    expect(old().find(({ waId }) => waId === ids[0])).toMatchObject({
      ...{ body: 'first', fromMe: false, imported: true },
      peer: { pn: ana.number, name: 'Ana' },
    })
    const parts = desk.reports.filter((one): one is ReportOf<'history'> => one.kind === 'history')
    expect(parts.reduce((sum, { leftOut }) => sum + leftOut, 0)).toBeGreaterThan(0)
    expect(desk.reports.indexOf(end)).toBe(desk.reports.findLastIndex(({ kind }) => kind === 'history'))
    expect(desk.reports.slice(desk.reports.indexOf(end)).some((one) => one.kind === 'message')).toBe(false)
    expect(await vault.list(`wa/${CONNECTION}/key/history/`)).toEqual([])
    // Messages from now on are live.
    const now = await ana.sendText(`55119000010${CONNECTION}`, 'now')
    expect(await desk.report('message', ({ waId }) => waId === now)).toMatchObject({ imported: false })
    await gateway.stop()
  }, 30_000)

  it('has groups if requested', async () => {
    const { desk, gateway, inGroup, old } = await linkWith(8, requestedImport({ groups: true }))
    await desk.report('history', ({ done }) => done)
    expect(old().some(({ waId }) => waId === inGroup)).toBe(true)
    await gateway.stop()
  }, 30_000)

  it('is reported completely, with its end, despite outages of the views', async () => {
    const { desk, gateway, ids, old } = await linkWith(5, requestedImport(), true)
    await desk.report('history', ({ done }) => done)
    expect(new Set(old().map(({ waId }) => waId))).toEqual(new Set(ids))
    await gateway.stop()
  }, 30_000)

  it('is not reported if nobody requested it', async () => {
    const { desk, gateway, ana, old } = await linkWith(9, requestedImport({ status: 'cancelled' }))
    const now = await ana.sendText('551190000109', 'now')
    await desk.report('message', ({ waId }) => waId === now)
    expect(old()).toEqual([])
    expect(desk.reports.some(({ kind }) => kind === 'history')).toBe(false)
    await gateway.stop()
  }, 30_000)

  it('ends when a linked phone sends no more', async () => {
    const { desk, gateway, ask } = await linkWith(6, null)
    await gateway.stop()
    ask(requestedImport({ status: 'running' }))
    const before = desk.reports.length
    const again = desk.newGateway({ timings: { ...FAST_TIMINGS, historyMs: 50 } })
    await again.start()
    await desk.status(6, 'CONNECTED', before)
    expect(await desk.report('history', ({ done }) => done)).toMatchObject({ importId: 'import' })
    await again.stop()
  }, 30_000)
})
