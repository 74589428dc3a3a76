import { execFile } from 'node:child_process'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { TOPICS } from '@guiche/contracts/bus/topics.js'
import { connectMongo } from '@guiche/infra/mongodb/connect.js'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Db } from 'mongodb'
import { tempDir } from '../../infra/testing/temp-dir.js'
import { onEngines } from '../testing/installation.js'
import { type Traffic, trafficForTests } from '../testing/traffic.js'

const AFTER_RESTORE = fileURLToPath(new URL('../dist/after-restore.js', import.meta.url))

/** Copies all documents of a database. Gives a function that restores them. */
const backUp = async (db: Db): Promise<() => Promise<void>> => {
  const names = (await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray())
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.'))
  const kept = new Map<string, Parameters<ReturnType<Db['collection']>['insertMany']>[0]>()
  for (const name of names) {
    kept.set(name, await db.collection(name).find({}, { promoteValues: false }).toArray())
  }
  return async () => {
    for (const { name } of await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray()) {
      if (name.startsWith('system.')) continue
      await db.collection(name).deleteMany({})
      const documents = kept.get(name) ?? []
      if (documents.length > 0) await db.collection(name).insertMany([...documents])
    }
  }
}

await onEngines('logs that have forgotten and engines rolled back', (engines) => {
  let traffic: Traffic
  let db: Db
  let disconnect: () => Promise<void>
  let dir: Awaited<ReturnType<typeof tempDir>>

  trafficForTests(engines, { timeoutMs: 60_000, count: 1 }, (started) => {
    traffic = started
  })
  beforeAll(async () => {
    dir = await tempDir()
    const mongo = await connectMongo({ url: traffic.product.env().MONGODB_URL ?? '' })
    db = mongo.db
    disconnect = mongo.close
  })
  afterAll(async () => {
    await disconnect?.()
    await dir?.remove()
  })

  it('shows events that Kafka has already dropped, if a projector starts late', async () => {
    const topic = `${traffic.product.env().KAFKA_PREFIX}${TOPICS.events}`
    const ends = () => engines.kafka.admin((admin) => admin.fetchTopicOffsets(topic))
    const total = (all: Awaited<ReturnType<typeof ends>>) =>
      all.reduce((sum, { high }) => sum + Number(high), 0)
    for (const projector of traffic.product.running('projector')) await projector.kill()
    const before = total(await ends())
    const question = await traffic.customerSays()
    const answer = traffic.agentSays()
    await traffic.shows(async () => total(await ends()) >= before + 2)
    const partitions = (await ends()).map(({ partition, high }) => ({ partition, offset: high }))
    await engines.kafka.admin(async (admin) => {
      // A client learns the leader of a partition only when it requests something of the topic.
      await admin.fetchTopicOffsets(topic)
      await admin.deleteTopicRecords({ topic, partitions })
    })
    await traffic.product.start('projector').ready
    expect(await traffic.conversation()).toContain(question)
    await answer
    await traffic.journey()
  })

  it('catches up by itself when MongoDB was rolled back to an earlier state', async () => {
    const rollBack = await backUp(db)
    await traffic.journey()
    await traffic.journey()
    await traffic.product.stopAll()
    await rollBack()
    await traffic.product.startAll()
    await traffic.comeBack()
    await traffic.journey()
    const { asked, shown, answered, received } = await traffic.account()
    expect(received).toEqual(answered)
    expect(shown).toEqual(asked)
  })

  /** Number of messages in the store. */
  const held = async (): Promise<number> => {
    const text = await readFile(traffic.product.double.file, 'utf8')
    return text.match(/"type":"message\.(received|requested)\.v1"/g)?.length ?? 0
  }

  /** The error of a service that does not start. */
  const refusal = async (name: Parameters<typeof traffic.product.start>[0]): Promise<string> => {
    const service = traffic.product.start(name)
    expect(await service.exited).toBe(1)
    return service.output()
  }
  const restore = async (): Promise<string> => {
    const env = { ...traffic.product.env(), PATH: process.env.PATH }
    return (await promisify(execFile)(process.execPath, [AFTER_RESTORE], { env })).stdout
  }

  it('stops after a rollback of the event store, and after the documented steps shows exactly its state', async () => {
    const { product } = traffic
    const session = `/whatsappsession/${traffic.connectionId}`
    const kept = join(dir.dir, 'kept.log')
    await copyFile(product.double.file, kept)
    const atBackUp = await traffic.conversation()
    expect(atBackUp).toHaveLength(await held())
    for (let n = 0; n < 5; n++) await traffic.journey()
    // Requests to the connection after the restore must be obeyed, although earlier ones had later positions.
    expect((await traffic.admin.post(session, {})).status).toBe(200)
    await traffic.journey()
    expect(await held()).toBe(atBackUp.length + 12)
    await product.double.kill()
    await copyFile(kept, product.double.file)
    await product.double.start()

    // Running services notice the restore by themselves and end.
    const knowing = product.running().filter(({ name }) => name !== 'wa-gateway')
    expect(await Promise.all(knowing.map(({ exited }) => exited))).toEqual(knowing.map(() => 1))
    for (const one of knowing) expect(one.output()).toContain('rolled back to an earlier state')
    expect(await refusal('projector')).toContain('run "npm run after-restore"')
    expect(await refusal('command-api')).toContain('run "npm run after-restore"')
    expect(await refusal('query-api')).toContain('run "npm run after-restore"')
    expect(await refusal('relay')).toContain('KAFKA_PREFIX')
    await product.stopAll()

    // docs/operations.md describes the same steps.
    expect(await restore()).toContain('builds every view anew')
    for (const name of ['relay', 'projector'] as const) {
      const said = await refusal(name)
      expect(said).toContain('KAFKA_PREFIX')
      expect(said).not.toContain('npm run after-restore')
    }
    product.setEnv({ KAFKA_PREFIX: `${product.env().KAFKA_PREFIX}again.` })
    await product.startAll()
    await traffic.comeBack()
    expect(await traffic.conversation()).toEqual(atBackUp)
    await traffic.journey()
    expect(await traffic.conversation()).toHaveLength(atBackUp.length + 2)
    expect((await traffic.admin.delete(session)).status).toBe(200)
    await traffic.shows(async () => {
      const { body } = await traffic.admin.get<{ status: string }>(`/whatsapp/${traffic.connectionId}`)
      return body.status === 'DISCONNECTED'
    })
  })
})
