import { describe, expect, it } from '@jest/globals'
import { createMongoReadStore } from '../read-store/mongodb.js'
import { onMongo } from '../testing/mongodb.js'
import { startTcpProxy } from '../testing/tcp-proxy.js'
import { connectMongo } from './connect.js'
import { reasonAgainst } from './requirements.js'

describe('an unusable MongoDB', () => {
  it.each(['', 'localhost:27017', 'https://guiche:canary@example.com', 'mongodb://guiche:canary@:x/?a=b'])(
    'is refused for its URL %j, which the error does not repeat',
    async (url) => {
      const refused = connectMongo({ url })
      await expect(refused).rejects.toThrow('MONGODB_URL')
      await expect(refused).rejects.not.toThrow('canary')
    },
  )

  it('is one that does not answer', async () => {
    const url = 'mongodb://guiche:canary@127.0.0.1:1/?directConnection=true'
    const refused = connectMongo({ url, answerWithinMs: 100 })
    await expect(refused).rejects.toThrow('does not answer')
    await expect(refused).rejects.not.toThrow('canary')
  })

  it.each([
    ['5.0.31', true, '5.0.31'],
    ['4.4.0', true, 'not supported'],
    ['unknown', true, 'not supported'],
    ['8.0.4', false, 'replica set'],
  ])('is one of version %s (replica set: %s)', (version, isReplicaSet, reason) => {
    expect(reasonAgainst({ version, isReplicaSet })).toContain(reason)
  })

  it.each(['6.0.0', '8.0.4', '10.1.0'])('is none of version %s', (version) => {
    expect(reasonAgainst({ version, isReplicaSet: true })).toBeNull()
  })
})

await onMongo('MongoDB that goes away', ({ fresh }) => {
  it('is reported soon, and works again after its return', async () => {
    const mongo = await fresh()
    const [address = ''] = mongo.client.options.hosts.map(({ host, port }) => `${host}:${port}`)
    const [host = '', port] = address.split(':')
    const way = await startTcpProxy({ host, port: Number(port) })
    const url = `mongodb://127.0.0.1:${way.port}/?directConnection=true`
    const far = await connectMongo({ url, database: mongo.db.databaseName, answerWithinMs: 300 })
    const store = await createMongoReadStore({ mongo: far })
    await store.ensure([{ name: 'things', indexes: [] }])
    const put = () =>
      store.commit({
        checkpoints: [],
        put: [{ collection: 'things', doc: { id: 'a', companyId: 1 } }],
        remove: [],
      })
    expect(await put()).toBe('committed')
    const waiting = expect(store.awaitCheckpoint(['x'], 0, '1', 60_000)).rejects.toThrow()
    way.cut()
    await waiting
    const begun = performance.now()
    await expect(put()).rejects.toThrow()
    await expect(store.getMany('things', ['a'])).rejects.toThrow()
    await expect(store.awaitCheckpoint(['x'], 0, '1', 60_000)).rejects.toThrow()
    expect(performance.now() - begun).toBeLessThan(5000)
    way.mend()
    for (;;) if ((await put().catch(() => null)) === 'committed') break
    expect((await store.getMany('things', ['a'])).size).toBe(1)
    await store.close()
    await far.close()
    await way.close()
    await mongo.close()
  })
})
