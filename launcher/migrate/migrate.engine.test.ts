import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PROCESS_GROUPS, TOPICS } from '@guiche/contracts/bus/topics.js'
import { START, type StoredEvent } from '@guiche/contracts/envelope.js'
import { createMongoBlobs } from '@guiche/infra/blobs/mongodb.js'
import type { Delivery } from '@guiche/infra/event-bus/event-bus.js'
import { createKafkaEventBus } from '@guiche/infra/event-bus/kafka/bus.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { createEventStoreDb } from '@guiche/infra/event-store/eventstoredb.js'
import { lockDataDir } from '@guiche/infra/lock.js'
import type { Mongo } from '@guiche/infra/mongodb/connect.js'
import { openDatabase } from '@guiche/infra/sqlite/database.mjs'
import { createEmbeddedVault } from '@guiche/infra/vault/embedded.js'
import { createMongoVault } from '@guiche/infra/vault/mongodb.js'
import { afterAll, afterEach, beforeEach, expect, it } from '@jest/globals'
import {
  type EventStoreDbDouble,
  startEventStoreDbDouble,
} from '../../infra/event-store/testing/eventstoredb-double/server.js'
import { settingChanged } from '../../infra/event-store/testing/setting-changed.js'
import { tempDir } from '../../infra/testing/temp-dir.js'
import { until } from '../../infra/testing/until.js'
import { startRelay } from '../relay/relay.js'
import { onEngines } from '../testing/installation.js'
import { everyEvent } from './follower.js'
import { migrateInstallation } from './migrate.js'
import { reportOf } from './report.js'
import { ackReport, fillInstallation, SECRET } from './testing/installation.js'

const allEvents = async (store: EventStore): Promise<StoredEvent[]> => {
  const events: StoredEvent[] = []
  for await (const event of everyEvent(store)) events.push(event)
  return events
}
const advanced = {
  ...settingChanged(),
  type: 'relay.advanced.v1',
  data: { position: START, holder: null },
}
/** The parts of an event that must be equal on both sides. */
const comparableParts = ({ position: _, data, ...rest }: StoredEvent) => ({
  ...rest,
  data: 'seen' in data ? { ...data, seen: null } : data,
})

await onEngines('moving an embedded installation', (engines) => {
  let folder: Awaited<ReturnType<typeof tempDir>>
  let double: EventStoreDbDouble
  let mongo: Mongo
  let prefix: string
  let filled: Awaited<ReturnType<typeof fillInstallation>>
  const prefixes: string[] = []

  beforeEach(async () => {
    folder = await tempDir()
    double = await startEventStoreDbDouble()
    mongo = await engines.mongo.fresh()
    prefix = engines.kafka.prefix()
    prefixes.push(prefix)
    filled = await fillInstallation(folder.dir)
  })
  afterEach(async () => {
    await mongo.close()
    double.close()
    await folder.remove()
  })
  afterAll(async () => {
    for (const one of prefixes) await engines.kafka.forget(one)
  })

  const mongoUrl = () => {
    const url = new URL(engines.mongo.url)
    url.pathname = `/${mongo.db.databaseName}`
    return url.href
  }
  const run = (options: { dryRun?: boolean; secret?: string; onProgress?: (line: string) => void } = {}) =>
    migrateInstallation({
      dir: folder.dir,
      secretKey: Buffer.from(options.secret ?? SECRET),
      engines: {
        eventStoreUrl: double.url,
        scavengeDays: 7,
        brokers: engines.kafka.brokers,
        kafkaPrefix: prefix,
        mongoUrl: mongoUrl(),
      },
      dryRun: options.dryRun ?? false,
      onProgress: options.onProgress ?? (() => {}),
    })
  const opened = async <T>(work: (store: EventStore) => Promise<T>): Promise<T> => {
    const store = await createEventStoreDb({ url: double.url })
    return work(store).finally(() => store.close())
  }
  const vaultOf = () => createMongoVault({ mongo, secretKey: Buffer.from(SECRET) })
  const collections = async () => (await mongo.db.listCollections().toArray()).map(({ name }) => name)

  /** Each process continues after its checkpoint, and the desk gets the reports that were not handled. */
  const processesGoOn = async () => {
    const brokers = engines.kafka.brokers
    await opened(async (target) => {
      const relay = await startRelay({ eventStore: target, brokers, prefix, name: 'relay-1' })
      const bus = await createKafkaEventBus({ brokers, prefix })
      const later: string[] = []
      const fresh: string[] = []
      const reports: Delivery[] = []
      const listen = (group: string, into: string[]) =>
        bus.consume<StoredEvent>({
          topic: TOPICS.events,
          group,
          begin: 'now',
          onBatch: async (batch) => void into.push(...batch.map(({ value }) => value.data.value)),
        })
      await Promise.all([
        listen(PROCESS_GROUPS.automaticMessages, later),
        listen(PROCESS_GROUPS.cascade, fresh),
        bus.consume({
          topic: TOPICS.reports,
          group: 'inbound',
          onBatch: async (batch) => void reports.push(...batch),
        }),
      ])
      await target.append('settings-1', 'any', [settingChanged('after the move')])
      await until(() => fresh.length === 1 && later.length === 3 && reports.length === 3, 20_000)
      expect(later).toEqual(['not yet followed', 'nor this', 'after the move'])
      // The group had no checkpoint yet.
      expect(fresh).toEqual(['after the move'])
      expect(reports.map(({ value }) => value)).toEqual([3, 4, 5].map(ackReport))
      expect(reports.map(({ origin }) => Number(origin?.position))).toEqual([3, 4, 5])
      await bus.close()
      await relay.stop()
    })
  }

  it('continues after every interruption, and keeps the source unchanged', async () => {
    const source = await createEmbeddedEventStore({ dir: folder.dir })
    const before = await allEvents(source)
    await source.close()

    const planned = await run({ dryRun: true })
    expect(planned.ok && reportOf(planned.value)).toMatch(/nothing was copied[\s\S]*\n {2}1 removed stream\n/)
    expect(double.log.events.filter(({ stream }) => !/^(\$|store-)/.test(stream))).toEqual([])
    expect(await collections()).toEqual([])

    const [spoiled = '', whole = ''] = filled.blobIds
    await writeFile(join(folder.dir, 'blobs', spoiled.slice(0, 2), spoiled), 'changed')
    // A relay may have run before. It writes only its own checkpoint.
    await opened((target) => target.append('relay-checkpoint', 'none', [advanced]))

    for (const step of ['events: 2 of', 'events: 40 of', 'files: 1 of', 'reports']) {
      // In the second attempt, the response of an append is lost, too.
      double.appends = step === 'events: 40 of' ? 'lost' : 'well'
      const cut = await run({
        onProgress: (line) => {
          double.appends = 'well'
          if (line.startsWith(step)) throw new Error('cut short')
        },
      })
      expect(cut).toEqual({ ok: false, error: 'cut short. Run it again: it goes on where it stopped' })
    }
    // The product uses the folder again and removes an entry that was already copied.
    const used = await createEmbeddedVault({ dir: folder.dir, secretKey: Buffer.from(SECRET) })
    const [gone = ''] = await used.list('wa/9/key/')
    await used.commit([{ key: gone, value: null }])
    await used.close()
    const moved = await run()
    expect(moved).toEqual({ ok: true, value: expect.anything() })
    expect(moved).toMatchObject({
      ok: true,
      value: {
        outcome: 'moved',
        events: before.length,
        removedStreams: 1,
        files: 2,
        found: before.length,
        blobs: { copied: 1, spoiled: [spoiled] },
        entries: 603,
        reports: 3,
      },
    })
    expect(moved.ok && reportOf(moved.value)).toContain(`holds them changed: ${spoiled}`)

    await opened(async (target) => {
      const after = (await allEvents(target)).filter(({ stream }) => stream !== 'relay-checkpoint')
      expect(after.map(comparableParts)).toEqual(before.map(comparableParts))
      const idSeen = before.find(({ position }) => position === filled.seen)?.id
      const seen = after.find(({ id }) => id === idSeen)?.position
      expect(after.find(({ type }) => type === 'ticket.closed.v1')?.data.seen).toBe(seen)
      expect(await target.append('contact-7', 'any', [settingChanged()])).toMatchObject({
        error: { kind: 'removed' },
      })

      const vault = await vaultOf()
      const entries = await vault.getMany(['wa/9/creds', 'wa/9/obeyed', 'wa/9/read-up-to', 'password/1'])
      expect([...entries].map(([key, { value, epoch }]) => [key, value.toString(), epoch]).sort()).toEqual([
        ['wa/9/creds', 'second', 2],
        ['wa/9/obeyed', seen, 1],
        ['wa/9/read-up-to', '', 1],
      ])
      expect(await vault.list('parked-report/')).toHaveLength(1)
      expect(await vault.list('wa/9/key/')).toHaveLength(599)
    })
    const blobs = await createMongoBlobs({ mongo })
    expect((await Promise.all([spoiled, whole].map((id) => blobs.info(id)))).map((info) => info?.id)).toEqual(
      [undefined, whole],
    )

    expect(await run()).toMatchObject({ ok: true, value: { outcome: 'moved-before' } })
    const mark = join(folder.dir, 'moved')
    expect(existsSync(mark)).toBe(true)
    await processesGoOn()
    // After a return to the folder and a new move, the migration must not report that everything is done.
    await rm(mark)
    await refused(/the folder was used again; empty the engines first/)
  }, 150_000)

  const refused = async (reason: RegExp, options: Parameters<typeof run>[0] = {}) =>
    expect(await run(options)).toEqual({ ok: false, error: expect.stringMatching(reason) })

  it('refuses an installation that it must not move', async () => {
    await refused(/SECRET_KEY is not the one/, { secret: 'another secret of thirty-two characters' })
    const lock = await lockDataDir(folder.dir)
    await refused(/is in use/)
    lock?.release()

    const vault = await vaultOf()
    await vault.commit([{ key: 'wa/1/creds', value: Buffer.from('x') }])
    await refused(/vault of the target holds entries of its own.*wa\/1\/creds/)
    await mongo.db.dropDatabase()

    await opened((target) => target.append('settings-9', 'none', [settingChanged()]))
    await refused(/events of another installation/)
    await refused(/events of another installation/, { dryRun: true })
    expect(await collections()).toEqual([])

    const events = openDatabase(join(folder.dir, 'events.db'))
    events.prepare('UPDATE events SET id = ? WHERE position = 3').run(['short'])
    events.close()
    await refused(/the event short has no uuid/)
    await rm(join(folder.dir, 'events.db'))
    await refused(/there is no installation in/)
  })

  it('refuses a target that is in use', async () => {
    const bus = await createKafkaEventBus({ brokers: engines.kafka.brokers, prefix })
    await bus.consume({ topic: TOPICS.reports, group: 'inbound', onBatch: async () => {} })
    await refused(/services run on the target .*inbound/)
    await bus.close()
    await writeFile(join(folder.dir, 'moved'), '')
    await refused(/was moved elsewhere before/)
  })
})
