import { tmpdir } from 'node:os'
import { Server, ServerCredentials } from '@grpc/grpc-js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createEventStoreDb } from './eventstoredb.js'
import { renewIdentity } from './eventstoredb-renew.js'
import { type EventStoreDbDouble, startEventStoreDbDouble } from './testing/eventstoredb-double/server.js'
import { settingChanged } from './testing/setting-changed.js'

describe('the EventStoreDB adapter, opened on the double', () => {
  let double: EventStoreDbDouble
  beforeEach(async () => {
    double = await startEventStoreDbDouble()
  })
  afterEach(() => double.close())

  it('has one identity, although several processes create one concurrently', async () => {
    const another = await startEventStoreDbDouble()
    const opened = await Promise.all([1, 2, 3].map(() => createEventStoreDb({ url: double.url })))
    opened.push(await createEventStoreDb({ url: double.url }))
    const elsewhere = await createEventStoreDb({ url: another.url })
    const ids = opened.map(({ storeId }) => storeId)
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(ids).not.toContain(elsewhere.storeId)
    for (const store of [...opened, elsewhere]) await store.close()
    another.close()
  })

  it('has a new identity after a rollback, and keeps the new one', async () => {
    const before = await createEventStoreDb({ url: double.url })
    await before.close()
    const renewed = await renewIdentity(double.url)
    expect(renewed).not.toBe(before.storeId)
    const after = await createEventStoreDb({ url: double.url })
    expect(after.storeId).toBe(renewed)
    await after.close()
  })

  it('sets the retention of relay checkpoints at the server, once', async () => {
    const opened = [
      await createEventStoreDb({ url: double.url }),
      await createEventStoreDb({ url: double.url }),
    ]
    const said = double.log.read('$$relay-checkpoint')
    expect(
      Array.isArray(said) ? said.map(({ data }) => JSON.parse(Buffer.from(data).toString())) : said,
    ).toEqual([{ $maxCount: 10 }])
    for (const store of opened) await store.close()
  })

  const message = async (url: string) => {
    const failed = await createEventStoreDb({ url, deadlineMs: 1000 }).catch((error: Error) => error)
    if (failed instanceof Error) return failed.message
    await failed.close()
    throw new Error('it opened')
  }

  it('reports an invalid address, without its password', async () => {
    const said = await message('http://admin:changeit@127.0.0.1:2113')
    expect(said).toMatch(/esdb:\/\/host/)
    expect(said).not.toContain('changeit')
  })

  it('reports an unreachable server, without the password', async () => {
    const { url } = double
    double.close()
    const said = await message(url.replace('esdb://', 'esdb://admin:changeit@'))
    expect(said).toContain(new URL(url).host)
    expect(said).not.toContain('changeit')
  })

  it('reports refused credentials', async () => {
    double.reads = 'denied'
    expect(await message(double.url)).toMatch(/refuses the credentials/)
  })

  it.each([
    ['$all', 'read $all'],
    ['append', 'write its streams'],
    ['metadata', 'set metadata of its streams'],
  ] as const)('names the right that its user lacks: %s', async (forbidden, right) => {
    double.forbidden = forbidden
    expect(await message(double.url)).toContain(`lacks the right to ${right}`)
  })

  it('names a right that is withdrawn later', async () => {
    const store = await createEventStoreDb({ url: double.url })
    double.forbidden = 'append'
    expect(await store.append('settings-1', 'none', [settingChanged()])).toMatchObject({
      error: { kind: 'unavailable', message: 'its user lacks the right to write its streams' },
    })
    double.forbidden = 'tombstone'
    await expect(store.remove('settings-1')).rejects.toThrow('lacks the right to delete its streams')
    await store.close()
  })

  it.each(['/absent/ca.pem', tmpdir()])('names an unreadable CA file: %s', async (file) => {
    const said = await message(`esdb://admin:changeit@127.0.0.1:2113?tls=true&tlsCAFile=${file}`)
    expect(said).toBe(`the CA file of EventStoreDB cannot be read: ${file}`)
  })

  it('reports a server that is too old', async () => {
    double.positionsInStreams = false
    expect(await message(double.url)).toMatch(/22\.10/)
  })

  it('reports that another kind of server answers', async () => {
    const other = new Server()
    const port = await new Promise<number>((resolve, reject) => {
      other.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
        error === null ? resolve(bound) : reject(error),
      )
    })
    expect(await message(`esdb://127.0.0.1:${port}?tls=false`)).toMatch(/is not EventStoreDB/)
    other.forceShutdown()
  })

  it('gives up on a server that does not answer', async () => {
    double.reads = 'silent'
    expect(await message(double.url)).toMatch(/no answer within 1000 ms/)
  })
})
