import '@guiche/contracts/testing/with-samples.js'
import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { RecordName } from '@guiche/contracts/records/index.js'
import { streams } from '@guiche/contracts/streams.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { connectionsDecider } from '../connections/decide.js'
import { deciderOf } from '../records/deciders.js'
import { cascadeOf } from '../testing/consequences.js'
import { ADMIN, ANA, BIA, COMPANY, CONNECTION, type Desk, FOREIGNER, openDesk } from '../testing/desk.js'
import { metaFor } from '../testing/store.js'

let desk: Desk
let queueId = 0
let count = 0
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())
beforeEach(async () => {
  count++
  const color = `#0000${String(count).padStart(2, '0')}`
  queueId = (await desk.call(ADMIN, 'POST', '/queue', { name: `Fila ${count}`, color })).body.id
})

const create = async (path: string, body: object) => (await desk.call(ANA, 'POST', path, body)).body
const sampleOf = (more: object = {}) =>
  create('/samples', { name: `Modelo ${count}`, period: 'month', ...more })
const itemOf = (sampleId: number, more: object = {}) => create('/items', { title: 'Item', sampleId, ...more })
const stored = async (name: string, id: number) => {
  const stream = name === 'sample' ? streams.records('samples', COMPANY) : streams.record(name, id)
  return (await desk.kernel.load(deciderOf(name as RecordName), stream)).state.records.get(id)
}
const last = async (prefix: string): Promise<StoredEvent> => {
  const event = (await desk.log(prefix)).at(-1)
  if (event === undefined) throw new Error(`no ${prefix}`)
  return event
}

describe('what a record names', () => {
  it('is shown beside it', async () => {
    const sample = await sampleOf({ queueId, ownerId: BIA.userId })
    expect(sample).toMatchObject({
      ...{ queueId, queue: { id: queueId, name: `Fila ${count}` } },
      ...{ ownerId: BIA.userId, owner: { id: BIA.userId } },
    })
    expect(await itemOf(sample.id, { connectionId: CONNECTION })).toMatchObject({
      ...{ sampleId: sample.id, sample: { id: sample.id, name: `Modelo ${count}` } },
      connection: { id: CONNECTION },
    })
  })

  it.each([
    ['a queue that is not there', '/samples', { queueId: 999_999 }, 'ERR_QUEUE_NOT_FOUND'],
    ['a user of another company', '/samples', { ownerId: FOREIGNER.userId }, 'ERR_NO_USER_FOUND'],
    ['a record that is not there', '/items', { sampleId: 999_999 }, 'ERR_NO_SAMPLE_FOUND'],
    ['a connection that is not there', '/items', { connectionId: 999_999 }, 'ERR_NO_WAPP_FOUND'],
  ])('is refused at its field: %s', async (_, path, more, error) => {
    const { id } = await sampleOf()
    const body = { name: `Outro ${count}`, period: 'month', title: 'Item', sampleId: id, ...more }
    const { name, period, title, sampleId, ...ids } = { ...body } as Record<string, unknown>
    const said = path === '/samples' ? { name, period, ...ids } : { title, sampleId, ...ids }
    const answer = await desk.call(ANA, 'POST', path, said)
    expect([answer.status, answer.body]).toEqual([404, { error }])
    if (path === '/samples') {
      const changed = await desk.call(ANA, 'PUT', `/samples/${id}`, { name: 'Um', period: 'year', ...more })
      expect(changed.body).toEqual({ error })
    }
  })

  it('must be said where the record goes with it', async () => {
    expect((await desk.call(ANA, 'POST', '/items', { title: 'Item' })).status).toBe(400)
  })
})

describe('the deletion of what records name', () => {
  it('is refused as long as one holds it', async () => {
    const { id } = await sampleOf({ queueId })
    const remove = () => desk.call(ADMIN, 'DELETE', `/queue/${queueId}`)
    const refused = await remove()
    expect([refused.status, refused.body]).toEqual([409, { error: 'ERR_QUEUE_HAS_SAMPLE' }])
    await desk.call(ANA, 'DELETE', `/samples/${id}`)
    expect((await remove()).status).toBe(200)
  })

  it('takes along what goes with it, before it is answered', async () => {
    const { id } = await sampleOf()
    const [mine, other] = [
      await itemOf(id, { key: 'sk-1' }),
      await itemOf((await sampleOf({ name: 'Outro' })).id),
    ]
    const { key } = (await stored('item', mine.id)) ?? {}
    expect((await desk.vault.getMany([String(key)])).size).toBe(1)
    expect((await desk.call(ANA, 'DELETE', `/samples/${id}`)).status).toBe(200)
    expect([await stored('item', mine.id), (await stored('item', other.id))?.title]).toEqual([
      undefined,
      'Item',
    ])
    expect((await desk.vault.getMany([String(key)])).size).toBe(0)
  })

  it('takes more along than stand on a page', async () => {
    const { id } = await sampleOf()
    for (let n = 1; n <= 101; n++) {
      const data = {
        itemId: 10_000 + n,
        title: 'Item',
        sampleId: id,
        connectionId: null,
        watchers: [],
        key: null,
      }
      const event = { type: 'item.created.v1', data: { ...data, paper: null, userId: ANA.userId } }
      await desk.kernel.append(streams.record('item', 10_000 + n), [event], metaFor())
    }
    await desk.shown()
    await desk.call(ANA, 'DELETE', `/samples/${id}`)
    const cascade = cascadeOf(desk)
    await cascade.handle([{ value: await last('sample.deleted') }])
    expect((await desk.log('item.deleted')).filter(({ data }) => data.sampleId === id)).toHaveLength(101)
  })

  it('empties what only names it, and leaves the rest of the record', async () => {
    const { id } = await sampleOf({ ownerId: BIA.userId, price: 5 })
    const { id: itemId } = await itemOf(id, { connectionId: CONNECTION })
    const happened = async (stream: string, type: string, data: object) => {
      await desk.kernel.append(stream, [{ type, data }] as never, metaFor())
      await cascadeOf(desk).react(await last(type))
    }
    // the event alone: other consequences of these deletions have tests of their own
    await happened('user-999', 'user.deleted.v1', { userId: 999 })
    expect((await stored('sample', id))?.ownerId).toBe(BIA.userId)
    const command = { kind: 'delete', connectionId: CONNECTION, tickets: 'close' } as const
    await desk.kernel.execute(connectionsDecider, streams.connections(COMPANY), command, metaFor())
    await cascadeOf(desk).react(await last('connection.deleted'))
    expect(await stored('item', itemId)).toMatchObject({ title: 'Item', sampleId: id, connectionId: null })
  })
})

describe('a record that comes to name what was deleted meanwhile', () => {
  const late = async (type: string, stream: string, data: object) => {
    await desk.kernel.append(stream, [{ type, data }] as never, metaFor())
    await cascadeOf(desk).react(await last(type))
  }

  it('names nothing any more, or goes', async () => {
    await desk.call(ADMIN, 'DELETE', `/queue/${queueId}`)
    const { id } = await sampleOf()
    const now = await stored('sample', id)
    await late('sample.changed.v1', streams.records('samples', COMPANY), { ...now, queueId })
    expect(await stored('sample', id)).toEqual({ ...now, queueId: null })
    const data = {
      itemId: 20_000,
      title: 'Item',
      sampleId: 999_999,
      connectionId: null,
      watchers: [],
      key: null,
    }
    await late('item.created.v1', streams.record('item', 20_000), {
      ...data,
      paper: null,
      userId: ANA.userId,
    })
    expect(await stored('item', 20_000)).toBeUndefined()
  })
})
