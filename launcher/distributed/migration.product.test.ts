import { randomUUID } from 'node:crypto'
import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import { createEmbeddedEventBus } from '@guiche/infra/event-bus/embedded.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { createEventStoreDb } from '@guiche/infra/event-store/eventstoredb.js'
import { createLogger } from '@guiche/infra/log/log.js'
import type { Mongo } from '@guiche/infra/mongodb/connect.js'
import { createEmbeddedReadStore } from '@guiche/infra/read-store/embedded.js'
import { createMongoReadStore } from '@guiche/infra/read-store/mongodb.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import { versionedName } from '@guiche/infra/read-store/views.js'
import { createEmbeddedVault } from '@guiche/infra/vault/embedded.js'
import { createMongoVault } from '@guiche/infra/vault/mongodb.js'
import { createProjector } from '@guiche/projector/projector.js'
import { historyOf } from '@guiche/projector/testing/history.js'
import { projections } from '@guiche/projector/views/index.js'
import { silentLogger } from '@guiche/wa-gateway/logger.js'
import { quietConsole } from '@guiche/wa-gateway/providers/baileys/quiet-console.js'
import { createAppliedRequests } from '@guiche/wa-gateway/sessions/desired-state.js'
import { createSimulator } from '@guiche/wa-gateway/simulator/simulator.js'
import { createDesk } from '@guiche/wa-gateway/testing/desk.js'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import {
  type EventStoreDbDouble,
  startEventStoreDbDouble,
} from '../../infra/event-store/testing/eventstoredb-double/server.js'
import { tempDir } from '../../infra/testing/temp-dir.js'
import { everyEvent } from '../migrate/follower.js'
import { migrateInstallation } from '../migrate/migrate.js'
import { onEngines } from '../testing/installation.js'

const SECRET = Buffer.from('a secret of more than thirty-two characters')
const CONNECTION = 7
const FAST = { delayScale: 0.02, pollMs: 500, qrMs: 20_000, sweepMs: 60_000 }
const logger = createLogger({ level: 'silent', pretty: false, name: 'test' })

const positionsOf = async (store: EventStore): Promise<string[]> => {
  const positions: string[] = []
  for await (const { position } of everyEvent(store)) positions.push(position)
  return positions
}

/** Builds every view from the store and gives all documents, by collection and id. */
const viewsOf = async (eventStore: EventStore, readStore: ReadStore, dir: string) => {
  const eventBus = await createEmbeddedEventBus({ eventStore, dir })
  await createProjector({ eventStore, eventBus, readStore, logger }).prepare()
  await eventBus.close()
  const docs = new Map<string, unknown>()
  for (const { name: view, collections } of Object.values(projections)) {
    const generation = (await readStore.aliases([view])).get(view) ?? 0
    for (const { name } of collections) {
      for (let after = '', more = true; more; ) {
        const page = await readStore.scan(versionedName(name, generation), { after, limit: 500 })
        for (const doc of page) docs.set(`${name} ${doc.id}`, doc)
        after = page.at(-1)?.id ?? after
        more = page.length === 500
      }
    }
  }
  return docs
}

await onEngines('a moved installation', (engines) => {
  let folder: Awaited<ReturnType<typeof tempDir>>
  let double: EventStoreDbDouble
  let mongo: Mongo
  let sim: Awaited<ReturnType<typeof createSimulator>>
  let desk: ReturnType<typeof createDesk>
  let before: Map<string, unknown>
  /** positions in the folder, and positions of the same events in the target */
  let from: string[]
  let to: string[]
  const prefix = engines.kafka.prefix()
  const dir = () => folder.dir
  const simulator = () => Promise.resolve(sim)

  /** Appends the history of two companies, one after the other, like commands do. */
  const append = async (store: EventStore, events: readonly StoredEvent[]) => {
    for (const { stream, type, data, companyId, time, actor, correlationId, causationId } of events) {
      const event = { id: randomUUID(), type, data, companyId, time, actor, correlationId, causationId }
      const result = await store.append(stream, 'any', [event])
      if (!result.ok) throw new Error(JSON.stringify(result.error))
    }
  }
  const link = async () => {
    const vault = await createEmbeddedVault({ dir: dir(), secretKey: SECRET })
    desk = createDesk({ simulator, vault, config: { timings: FAST } })
    desk.addConnection(CONNECTION)
    const gateway = desk.newGateway()
    await gateway.start()
    await desk.request(CONNECTION, 'start')
    const { qrcode } = await desk.signal('qr', (signal) => signal.qrcode !== '')
    await sim.addPhone({ number: '5511900000001', name: 'Shop', kind: 'own' }).scanQr(qrcode)
    await desk.status(CONNECTION, 'CONNECTED')
    await gateway.stop()
    await vault.close()
  }

  beforeAll(async () => {
    quietConsole(silentLogger)
    folder = await tempDir()
    ;[double, mongo, sim] = await Promise.all([
      startEventStoreDbDouble(),
      engines.mongo.fresh(),
      createSimulator(),
    ])
    const eventStore = await createEmbeddedEventStore({ dir: dir() })
    const numbers = Array.from({ length: 80 }, (_, index) => (index * 7919) % 1009)
    await append(eventStore, [...historyOf(numbers, 1), ...historyOf(numbers.slice(50), 2)])
    const readStore = await createEmbeddedReadStore({ dir: dir() })
    before = await viewsOf(eventStore, readStore, dir())
    from = await positionsOf(eventStore)
    await readStore.close()
    await eventStore.close()
    await link()

    const url = new URL(engines.mongo.url)
    url.pathname = `/${mongo.db.databaseName}`
    const moved = await migrateInstallation({
      dir: dir(),
      secretKey: SECRET,
      engines: {
        eventStoreUrl: double.url,
        scavengeDays: 7,
        brokers: engines.kafka.brokers,
        kafkaPrefix: prefix,
        mongoUrl: url.href,
      },
      dryRun: false,
      onProgress: () => {},
    })
    if (!moved.ok) throw new Error(moved.error)
  })
  afterAll(async () => {
    await sim.close()
    await mongo.close()
    double.close()
    await folder.remove()
    await engines.kafka.forget(prefix)
  })

  it('shows in every view what it showed before', async () => {
    const eventStore = await createEventStoreDb({ url: double.url })
    const readStore = await createMongoReadStore({ mongo })
    const other = await tempDir()
    const after = await viewsOf(eventStore, readStore, other.dir)
    to = await positionsOf(eventStore)
    expect(to).toHaveLength(from.length)

    // The `order` of imported messages is the reverse of their position, so compare the complement of each digit.
    const turned = (position: string) => position.replace(/\d/g, (digit) => String(9 - Number(digit)))
    const places = new Map<string, string>()
    for (const [index, position] of from.entries()) {
      const there = to[index] ?? ''
      places.set(position, there).set(turned(position), turned(there))
    }
    const moved = (text: string) =>
      text.replace(/(?<=["!])\d{20}(?=")/g, (position) => places.get(position) ?? '')
    const expected = new Map([...before].map(([key, doc]) => [key, JSON.parse(moved(JSON.stringify(doc)))]))
    expect(before.size).toBeGreaterThan(100)
    expect(after).toEqual(expected)
    await readStore.close()
    await eventStore.close()
    await other.remove()
  })

  it('logs its connections in without a new QR code, and obeys nothing a second time', async () => {
    const doc = desk.of('connections').get(String(CONNECTION)) as unknown as ConnectionDoc
    const asked = from.indexOf(doc.requestPosition ?? '')
    expect(asked).toBeGreaterThanOrEqual(0)
    const vault = await createMongoVault({ mongo, secretKey: SECRET })
    const there = createDesk({ simulator, vault, config: { timings: FAST } })
    const shown: ConnectionDoc = { ...doc, status: 'CONNECTED', requestPosition: to[asked] ?? null }
    there.of('connections').set(doc.id, shown)
    expect((await createAppliedRequests(vault).get(CONNECTION)).applied).toBe(shown.requestPosition)
    const gateway = there.newGateway()
    await gateway.start()
    await there.status(CONNECTION, 'CONNECTED')
    const ana = sim.addPhone({ number: '5511900000002', name: 'Ana' })
    const sent = await there.send(CONNECTION, `${ana.number}@s.whatsapp.net`, { body: 'We have moved' })
    expect((await ana.waitFor((one) => one.text === 'We have moved')).id).toBe(sent.waId)
    expect(there.signals.filter(({ kind }) => kind === 'qr')).toEqual([])
    expect(there.reports.filter((one) => one.kind === 'connection' && one.status === 'qrcode')).toEqual([])
    await gateway.stop()
  })
})
