import '@guiche/contracts/testing/with-samples.js'
import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { RecordName } from '@guiche/contracts/records/index.js'
import { ok } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { connectionsDecider } from '../connections/decide.js'
import { type BackgroundWork, startAll, stopAll } from '../processes/running.js'
import { deciderOf } from '../records/deciders.js'
import { createServices } from '../services.js'
import { cascadeOf, groupOf } from '../testing/consequences.js'
import { ADMIN, ANA, BIA, COMPANY, CONNECTION, type Desk, FOREIGNER, openDesk } from '../testing/desk.js'
import { metaFor } from '../testing/store.js'
import { userDecider } from '../user/decide.js'

const okNull = async () => ok(null)
/** Other consequences of a deleted user have their own tests. */
const WITHOUT_SEATS = {
  holdings: { releaseAdminSeat: okNull, releaseSeat: okNull, releaseEmail: okNull } as never,
  passwords: { remove: async () => {} } as never,
}

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

const createRecord = async (path: string, body: object) => (await desk.call(ANA, 'POST', path, body)).body
const sampleOf = (more: object = {}) =>
  createRecord('/samples', { name: `Modelo ${count}`, period: 'month', ...more })
const itemOf = (sampleId: number, more: object = {}) =>
  createRecord('/items', { title: 'Item', sampleId, ...more })
const storedRecord = async (name: string, id: number) => {
  const stream = name === 'sample' ? streams.records('samples', COMPANY) : streams.record(name, id)
  return (await desk.kernel.load(deciderOf(name as RecordName), stream)).state.records.get(id)
}
const lastEvent = async (prefix: string): Promise<StoredEvent> => {
  const event = (await desk.log(prefix)).at(-1)
  if (event === undefined) throw new Error(`no ${prefix}`)
  return event
}

describe('things named by a record', () => {
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
    const several = await sampleOf({ name: 'Vários', placeIds: [queueId] })
    expect(several).toMatchObject({ placeIds: [queueId], places: [{ id: queueId, name: `Fila ${count}` }] })
  })

  it.each([
    ['a queue that is not there', '/samples', { queueId: 999_999 }, 'ERR_QUEUE_NOT_FOUND'],
    ['one of several queues', '/samples', { placeIds: [999_999] }, 'ERR_QUEUE_NOT_FOUND'],
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

describe('the deletion of a thing named by records', () => {
  it('is refused as long as one holds it', async () => {
    const { id } = await sampleOf({ queueId })
    const remove = () => desk.call(ADMIN, 'DELETE', `/queue/${queueId}`)
    const refused = await remove()
    const details = { names: expect.stringMatching(/^“.+”$/) }
    expect([refused.status, refused.body]).toEqual([409, { error: 'ERR_QUEUE_HAS_SAMPLE', details }])
    await desk.call(ANA, 'DELETE', `/samples/${id}`)
    expect((await remove()).status).toBe(200)
  })

  it('deletes dependent records before the answer', async () => {
    const { id } = await sampleOf()
    const [mine, other] = [
      await itemOf(id, { key: 'sk-1' }),
      await itemOf((await sampleOf({ name: 'Outro' })).id),
    ]
    const { key } = (await storedRecord('item', mine.id)) ?? {}
    expect((await desk.vault.getMany([String(key)])).size).toBe(1)
    expect((await desk.call(ANA, 'DELETE', `/samples/${id}`)).status).toBe(200)
    expect([await storedRecord('item', mine.id), (await storedRecord('item', other.id))?.title]).toEqual([
      undefined,
      'Item',
    ])
    expect((await desk.vault.getMany([String(key)])).size).toBe(0)
  })

  it('clears references, and keeps the rest of the record', async () => {
    const { id } = await sampleOf({ ownerId: BIA.userId, price: 5 })
    const { id: itemId } = await itemOf(id, { connectionId: CONNECTION })
    const command = { kind: 'delete', connectionId: CONNECTION, tickets: 'close' } as const
    await desk.kernel.execute(connectionsDecider, streams.connections(COMPANY), command, metaFor())
    await cascadeOf(desk).react(await lastEvent('connection.deleted'))
    expect(await storedRecord('item', itemId)).toMatchObject({
      title: 'Item',
      sampleId: id,
      connectionId: null,
    })

    const deletion = { kind: 'delete', by: { ...ADMIN, expiresAt: null } } as const
    await desk.kernel.execute(userDecider, streams.user(BIA.userId), deletion, metaFor())
    const before = await storedRecord('sample', id)
    await cascadeOf(desk, WITHOUT_SEATS).react(await lastEvent('user.deleted'))
    expect(await storedRecord('sample', id)).toEqual({ ...before, ownerId: null })
    expect(before).toMatchObject({ ownerId: BIA.userId, price: 5 })
  })
})

describe('several things that a record names', () => {
  it('are removed from records of both kinds', async () => {
    const other = (await desk.call(ADMIN, 'POST', '/queue', { name: `Outra ${count}`, color: '#abcde1' }))
      .body
    const ids = [queueId, other.id]
    const { id } = await sampleOf({ placeIds: ids })
    const { id: itemId } = await itemOf(id, { queueIds: ids })
    const { id: untouched } = await itemOf(id, { queueIds: [other.id] })
    expect((await desk.call(ADMIN, 'DELETE', `/queue/${queueId}`)).status).toBe(200)
    expect((await storedRecord('sample', id))?.placeIds).toEqual([other.id])
    expect((await storedRecord('item', itemId))?.queueIds).toEqual([other.id])
    expect((await desk.log('item.changed')).map(({ data }) => data.itemId)).not.toContain(untouched)
  })

  it('all go that are gone by the time that the record names them', async () => {
    const other = (await desk.call(ADMIN, 'POST', '/queue', { name: `Outra ${count}`, color: '#abcde2' }))
      .body
    for (const gone of [queueId, other.id]) await desk.call(ADMIN, 'DELETE', `/queue/${gone}`)
    const { id } = await sampleOf()
    const now = await storedRecord('sample', id)
    const data = { ...now, queueId, placeIds: [queueId, other.id] }
    await desk.kernel.append(
      streams.records('samples', COMPANY),
      [{ type: 'sample.changed.v1', data }] as never,
      metaFor(),
    )
    await cascadeOf(desk).react(await lastEvent('sample.changed'))
    expect(await storedRecord('sample', id)).toEqual(now)
  })
})

describe('a record that comes to name a thing deleted meanwhile', () => {
  const late = async (type: string, stream: string, data: object) => {
    await desk.kernel.append(stream, [{ type, data }] as never, metaFor())
    await cascadeOf(desk).react(await lastEvent(type))
  }

  it('names nothing any more, or goes', async () => {
    await desk.call(ADMIN, 'DELETE', `/queue/${queueId}`)
    const { id } = await sampleOf()
    const now = await storedRecord('sample', id)
    await late('sample.changed.v1', streams.records('samples', COMPANY), { ...now, queueId })
    expect(await storedRecord('sample', id)).toEqual({ ...now, queueId: null })
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
    expect(await storedRecord('item', 20_000)).toBeUndefined()
  })
})

// The test stops the group in the middle of its work, so the other tests of the file run before.
describe('the deletion of a thing named by very many records', () => {
  it('takes more along than stand on a page', async () => {
    const { id } = await sampleOf()
    const rest = {
      sampleId: id,
      connectionId: null,
      watchers: [],
      key: null,
      paper: null,
      userId: ANA.userId,
    }
    for (let itemId = 10_001; itemId <= 10_101; itemId++) {
      const event = { type: 'item.created.v1', data: { itemId, title: 'Item', ...rest } }
      await desk.kernel.append(streams.record('item', itemId), [event], metaFor())
    }
    await desk.shown()
    const running: BackgroundWork[] = []
    groupOf('cascade', { ...desk, running, ...createServices(desk) })
    await startAll(running)
    const after = await desk.eventStore.head()
    await desk.call(ANA, 'DELETE', `/samples/${id}`)
    const gone = new Set<number>()
    const stop = new AbortController()
    for await (const batch of desk.eventStore.subscribeAll({ after, signal: stop.signal })) {
      for (const { type, data } of batch) if (type === 'item.deleted.v1') gone.add(data.itemId)
      if (gone.size === 101) break
    }
    stop.abort()
    await stopAll(running)
    expect(gone.size).toBe(101)
  })
})
