import { START, type StoredEvent } from '@guiche/contracts/envelope.js'
import { COMMANDS, OPEN_QUERIES } from '@guiche/contracts/routes/index.js'
import { streams } from '@guiche/contracts/streams.js'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { createKernel } from './kernel/create-kernel.js'
import { openQueries } from './open-queries.js'
import { setUp, startTestApi, type TestApi } from './testing/api.js'
import { silentLogger } from './testing/store.js'
import { userDecider } from './user/decide.js'

let api: TestApi
let token: string
beforeAll(async () => {
  api = await startTestApi()
  token = (await setUp(api)).token
})
afterAll(() => api.close())

describe('routes', () => {
  it('rule 3: every declared command has its route, and every route is declared', () => {
    expect(api.api.routes.map(({ key }) => key).sort()).toEqual([...COMMANDS, ...OPEN_QUERIES].sort())
  })

  it('without views are all answered by a process without command-api, too', () => {
    // No query runs before the assertions.
    const none = {} as Parameters<typeof openQueries>[0]
    expect(
      openQueries(none)
        .map(({ key }) => key)
        .sort(),
    ).toEqual([...OPEN_QUERIES].sort())
  })

  it('rule 3: refuse calls without a session where one is required', async () => {
    for (const { key, spec } of api.api.routes) {
      if (spec.allow === 'anonymous') continue
      const [method = '', path = ''] = key.split(' ')
      const answer = await api.call(
        method,
        path.replace(/:[a-zA-Z]+/g, '1'),
        method === 'GET' ? undefined : {},
      )
      expect([key, answer.status]).toEqual([key, 401])
    }
  })

  it('match without regard to case and trailing slash', async () => {
    const answer = await api.call('POST', '/WhatsApp-Restart/', {}, { token })
    expect(answer.body).toEqual({ message: 'Whatsapp restart.' })
  })

  it('unknown routes answer 404 in the form of other errors', async () => {
    const answer = await api.call('POST', '/nothing', {}, { token })
    expect([answer.status, answer.body]).toEqual([404, { error: 'ERR_NOT_FOUND' }])
  })

  it('list the allowed methods in the answer to another method', async () => {
    const answer = await api.call('POST', '/users/7/', {}, { token })
    expect([answer.status, answer.body, answer.headers.get('allow')]).toEqual([
      405,
      { error: 'ERR_METHOD_NOT_ALLOWED' },
      'GET, PUT, DELETE',
    ])
  })

  it('rule 17: answer 503 with Retry-After while the event store cannot be read', async () => {
    const down = jest.spyOn(api.eventStore, 'read').mockRejectedValue(new Error('away'))
    const answer = await api.call('POST', '/queue', { name: 'Sales', color: '#ff0000' }, { token })
    down.mockRestore()
    expect([answer.status, answer.body, answer.headers.get('retry-after')]).toEqual([
      503,
      { error: 'ERR_UNAVAILABLE' },
      '2',
    ])
    expect((await api.call('POST', '/queue', { name: 'Sales', color: '#ff0000' }, { token })).status).toBe(
      200,
    )
  })

  it('give a record its id under the name that is stored, so that a command can be repeated after an upgrade', async () => {
    const append = jest.spyOn(api.eventStore, 'append')
    await api.call('POST', '/queue', { name: 'Stored', color: '#0000ff' }, { token, key: 'stored' })
    const events = append.mock.calls.flatMap(([, , appended]) => appended)
    append.mockRestore()
    const given = events.find(({ type }) => type === 'command.ids-given.v1')
    expect(given?.data).toMatchObject({ ids: { queueId: expect.any(Number) } })
  })

  it('answer 202 with the id when the views are late, and the same key later gives the record', async () => {
    const late = jest.spyOn(api.records, 'waitFor').mockResolvedValue(false)
    const body = { name: 'Late', color: '#00ff00' }
    const answer = await api.call('POST', '/queue', body, { token, key: 'late' })
    late.mockRestore()
    expect([answer.status, Object.keys(answer.body)]).toEqual([202, ['id']])
    const again = await api.call('POST', '/queue', body, { token, key: 'late' })
    expect([again.status, again.body]).toMatchObject([200, { id: answer.body.id, name: 'Late' }])
    expect(again.headers.get('x-position')).toBe(answer.headers.get('x-position'))
  })
})

describe('the process cascade', () => {
  /** Resolves as soon as the log has a matching event. */
  const arrival = async (fits: (event: StoredEvent) => boolean): Promise<void> => {
    const signal = AbortSignal.timeout(10_000)
    for await (const batch of api.eventStore.subscribeAll({ after: START, signal })) {
      if (batch.some(fits)) return
    }
    throw new Error('it did not come within ten seconds')
  }

  it('finishes the work of a handler that crashed', async () => {
    const body = { name: 'Caio', email: 'caio@guiche.test', password: 'quiet sea' }
    const { body: user } = await api.call('POST', '/users', body, { token })
    const { body: line } = await api.call('POST', '/whatsapp', { name: 'Line' }, { token })
    // Another process deleted both and crashed before the consequences.
    await api.write(streams.user(user.id), 1, { type: 'user.deleted.v1', data: { userId: user.id } })
    await api.write(streams.connections(1), 1, {
      type: 'connection.deleted.v1',
      data: { connectionId: line.id },
    })
    const stream = streams.connection(line.id)
    await arrival((event) => event.stream === stream && event.data.request === 'stop')
    await arrival(
      ({ type, data }) => type === 'quota.seat-released.v1' && data.holder === streams.user(user.id),
    )
    expect((await api.call('POST', '/users', { ...body, password: 'again' }, { token })).status).toBe(200)
  })

  it('gives the seat of the last administrator to one created by another process', async () => {
    const body = { name: 'Davi', email: 'davi@guiche.test', password: 'quiet sea', profile: 'user' }
    const { body: user } = await api.call('POST', '/users', body, { token })
    const kernel = createKernel({
      eventStore: api.eventStore,
      clock: { now: () => new Date() },
      logger: silentLogger,
    })
    const { state } = await kernel.load(userDecider, streams.user(user.id))
    await api.write(streams.user(user.id), 1, {
      type: 'user.changed.v1',
      data: {
        ...{ userId: user.id, name: state.name, email: state.email, profile: 'admin' },
        ...{ allTicket: false, queueIds: [], connectionId: null },
      },
    })
    await arrival(
      ({ type, data }) =>
        type === 'quota.seat-taken.v1' && data.kind === 'admin' && data.holder === streams.user(user.id),
    )
  })
})
