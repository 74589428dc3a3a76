import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { createKernel } from '../kernel/create-kernel.js'
import { ADMIN, addCompany, setUp, signIn, startTestApi, type TestApi } from '../testing/api.js'
import { metaFor, silentLogger } from '../testing/store.js'
import { handleConnectionReport } from './report.js'

let api: TestApi
let token: string
let other: { token: string; companyId: number }
beforeAll(async () => {
  api = await startTestApi({ simulator: false })
  token = (await setUp(api)).token
  const { email, companyId } = await addCompany(api, 2, { limits: { connections: 3, queues: 3 } })
  other = { token: (await signIn(api, email, ADMIN.password)).token, companyId }
})
afterAll(() => api.close())

const call = (method: string, path: string, body?: object, as = token) =>
  api.call(method, path, body, { token: as })

describe('queues', () => {
  it('are made, changed and deleted, and go from users, connections and tickets', async () => {
    const made = await call('POST', '/queue', { name: 'Sales', color: '#ff0000', orderQueue: '' })
    expect([made.status, made.body]).toMatchObject([
      200,
      { name: 'Sales', color: '#ff0000', greetingMessage: '', orderQueue: null, companyId: 1 },
    ])
    const queueId = made.body.id
    const put = await call('PUT', `/queue/${queueId}`, {
      name: 'Shop',
      color: '#ff0000',
      greetingMessage: 'Hi',
    })
    expect([put.status, put.body]).toMatchObject([201, { id: queueId, name: 'Shop', greetingMessage: 'Hi' }])

    const user = { name: 'Caio', email: 'caio@guiche.test', password: 'quiet sea', queueIds: [queueId] }
    const { body: caio } = await call('POST', '/users', user)
    const { body: line } = await call('POST', '/whatsapp', { name: 'Line', queueIds: [queueId] })
    const standing = { status: 'pending', userId: null, queueId, connectionId: line.id }
    await api.write('ticket-700', 1, {
      type: 'ticket.opened.v1',
      data: {
        ...{ ticketId: 700, contactId: 601, uuid: '5f1c0f5e-3f0e-4a53-9d0c-0f6f0a8b1c2d' },
        ...{ isGroup: false, imported: false, to: standing },
      },
    })
    const gone = await call('DELETE', `/queue/${queueId}`)
    expect([gone.status, gone.body]).toEqual([200, ''])
    expect((await api.events(`user-${caio.id}`)).at(-1)).toMatchObject({
      type: 'user.changed.v1',
      data: { queueIds: [] },
    })
    const connections = await api.events('connections-1')
    expect(connections.at(-1)).toMatchObject({ type: 'connection.changed.v1', data: { queueIds: [] } })
    expect((await api.events('ticket-700')).at(-1)).toMatchObject({
      type: 'ticket.unlinked.v1',
      data: { because: 'queue', to: { ...standing, queueId: null } },
    })
    expect((await call('DELETE', `/queue/${queueId}`)).body).toEqual({ error: 'ERR_QUEUE_NOT_FOUND' })
  })

  it('rule 4: keep to the limit under 20 parallel creates', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        call(
          'POST',
          '/queue',
          { name: `Queue ${n}`, color: `#${(n + 100).toString(16).padStart(6, '0')}` },
          other.token,
        ),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ body }) => body.error === 'ERR_QUEUE_LIMIT')).toHaveLength(17)
  })

  it('rule 1: of another company do not exist', async () => {
    const { body: mine } = await call('POST', '/queue', { name: 'Mine', color: '#abcdef' })
    const before = await api.eventStore.head()
    const theirs = { name: 'Theirs', color: '#fedcba' }
    expect((await call('PUT', `/queue/${mine.id}`, theirs, other.token)).body.error).toBe(
      'ERR_QUEUE_NOT_FOUND',
    )
    expect((await call('DELETE', `/queue/${mine.id}`, undefined, other.token)).status).toBe(404)
    const linked = await call('POST', '/whatsapp', { name: 'Linked', queueIds: [mine.id] }, other.token)
    expect([linked.status, linked.body.error]).toEqual([404, 'ERR_QUEUE_NOT_FOUND'])
    expect(await api.eventStore.head()).toBe(before)
  })

  it('rule 3: are made by admins alone', async () => {
    await call('POST', '/users', {
      name: 'Davi',
      email: 'davi@guiche.test',
      password: 'quiet sea',
      profile: 'supervisor',
    })
    const davi = await signIn(api, 'davi@guiche.test', 'quiet sea')
    const refused = await call('POST', '/queue', { name: 'Nope', color: '#010203' }, davi.token)
    expect([refused.status, refused.body]).toEqual([403, { error: 'ERR_NO_PERMISSION' }])
    expect((await api.call('POST', '/queue', { name: 'Nope', color: '#010203' })).status).toBe(401)
  })
})

describe('connections', () => {
  it('are made with the full record, and ask for their first QR code', async () => {
    const made = await call('POST', '/whatsapp', { name: 'Front', greetingMessage: null })
    expect([made.status, made.body]).toMatchObject([
      200,
      { name: 'Front', channel: 'whatsapp', status: 'DISCONNECTED', qrcode: '', number: null, queues: [] },
    ])
    const requests = await api.events(`connection-${made.body.id}`)
    expect(requests.map(({ data }) => data.request)).toEqual(['new-qr'])
    const doc = await api.records.connection(1, made.body.id)
    expect(doc).toMatchObject({ request: 'new-qr', requestPosition: requests[0]?.position })
  })

  it('have one default, which moves', async () => {
    const { body: one } = await call('POST', '/whatsapp', { name: 'One' }, other.token)
    expect(one.isDefault).toBe(true)
    const { body: two } = await call('POST', '/whatsapp', { name: 'Two', isDefault: true }, other.token)
    expect(two.isDefault).toBe(true)
    expect(await api.records.connection(2, one.id)).toMatchObject({ isDefault: false })
    const unset = await call('PUT', `/whatsapp/${two.id}`, { name: 'Two', isDefault: false }, other.token)
    expect([unset.status, unset.body.error]).toEqual([400, 'ERR_NO_OTHER_WHATSAPP'])
    expect((await call('DELETE', `/whatsapp/${two.id}`, undefined, other.token)).body).toEqual({
      message: 'Whatsapp deleted.',
    })
    expect(await api.records.connection(2, one.id)).toMatchObject({ isDefault: true })
    expect((await api.events(`connection-${two.id}`)).at(-1)?.data.request).toBe('stop')
  })

  it('say at their deletion where their tickets go', async () => {
    const { body: from } = await call('POST', '/whatsapp', { name: 'From' })
    const { body: to } = await call('POST', '/whatsapp', { name: 'To' })
    const remove = (moveTo: string) => call('DELETE', `/whatsapp/${from.id}?moveTo=${moveTo}`)
    expect((await remove('elsewhere')).status).toBe(400)
    expect((await remove(from.id)).body.error).toBe('ERR_NO_OTHER_WHATSAPP')
    expect((await remove(to.id)).status).toBe(200)
    const deleted = (await api.events('connections-1')).at(-1)
    expect(deleted).toMatchObject({
      type: 'connection.deleted.v1',
      data: { connectionId: from.id, moveTo: to.id },
    })
  })

  it('rule 4: keep to the limit under 20 parallel creates', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => call('POST', '/whatsapp', { name: `Line ${n}` }, other.token)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(answers.filter(({ body }) => body.error === 'ERR_CONNECTION_LIMIT')).toHaveLength(18)
  })

  it('say after how many hours without an answer a ticket is closed', async () => {
    const { body: made } = await call('POST', '/whatsapp', { name: 'Patient', expiresTicket: 2 })
    for (const [body, status, hours] of [
      [{}, 200, 2],
      [{ expiresTicket: -1 }, 400, 2],
      [{ expiresTicket: 1.5 }, 400, 2],
      [{ expiresTicket: 8761 }, 400, 2],
      [{ expiresTicket: 24 }, 200, 24],
      [{ expiresTicket: null }, 200, 0],
    ] as const) {
      const done = await call('PUT', `/whatsapp/${made.id}`, { name: 'Patient', ...body })
      const doc = await api.records.connection(1, made.id)
      expect([body, done.status, doc?.expiresTicket]).toEqual([body, status, hours])
    }
  })

  it('are made once by the same key', async () => {
    const twice = () => api.call('POST', '/whatsapp', { name: 'Keyed' }, { token, key: 'line-1' })
    const [one, two] = await Promise.all([twice(), twice()])
    expect([one.status, two.status, one.body.id]).toEqual([200, 200, two.body.id])
    expect(await api.events(`connection-${one.body.id}`)).toHaveLength(1)
  })

  it('to the simulator are refused where it is off', async () => {
    const refused = await call('POST', '/whatsapp', { name: 'Toy', channel: 'simulator' })
    expect([refused.status, refused.body.error]).toEqual([400, 'ERR_SIMULATOR_OFF'])
  })

  it('have sessions that users start, link again by QR or code, restart and disconnect', async () => {
    const { body: line } = await call('POST', '/whatsapp', { name: 'Session' })
    const path = `/whatsappsession/${line.id}`
    expect((await call('POST', path)).body).toEqual({ message: 'Starting session.' })
    expect((await call('PUT', path, {})).body).toEqual({ message: 'Starting session.' })
    await call('PUT', path, { number: '5511999990000' })
    expect((await call('PUT', path, { number: '+55 11' })).status).toBe(400)
    expect((await call('POST', '/whatsapp-restart')).body).toEqual({ message: 'Whatsapp restart.' })
    expect((await call('DELETE', path)).body).toEqual({ message: 'Session disconnected.' })
    expect((await call('DELETE', path)).body).toEqual({ error: 'ERR_WAPP_NOT_INITIALIZED' })
    await call('POST', '/whatsapp-restart/')
    const asked = (await api.events(`connection-${line.id}`)).map(({ data }) => [data.request, data.number])
    expect(asked).toEqual([
      ['new-qr', null],
      ['start', null],
      ['new-qr', null],
      ['pairing-code', '5511999990000'],
      ['restart', null],
      ['stop', null],
    ])
  })

  it('rule 1: of another company do not exist', async () => {
    const { body: line } = await call('POST', '/whatsapp', { name: 'Private' })
    const before = await api.eventStore.head()
    for (const [method, path, body] of [
      ['PUT', `/whatsapp/${line.id}`, { name: 'Stolen' }],
      ['DELETE', `/whatsapp/${line.id}`, undefined],
      ['POST', `/whatsappsession/${line.id}`, undefined],
      ['PUT', `/whatsappsession/${line.id}`, {}],
      ['DELETE', `/whatsappsession/${line.id}`, undefined],
    ] as const) {
      const answer = await call(method, path, body, other.token)
      expect([answer.status, answer.body]).toEqual([404, { error: 'ERR_NO_WAPP_FOUND' }])
    }
    expect(await api.eventStore.head()).toBe(before)
  })

  it('take the reports of their gateway, for their own company alone', async () => {
    const { body: line } = await call('POST', '/whatsapp', { name: 'Reported' })
    const kernel = createKernel({
      eventStore: api.eventStore,
      clock: { now: () => new Date() },
      logger: silentLogger,
    })
    const report = {
      ...({ kind: 'connection', connectionId: line.id, status: 'CONNECTED' } as const),
      ...{ reason: null, number: '5511999990000', retries: 0 },
    }
    const foreign = await handleConnectionReport(
      kernel,
      { ...report, companyId: 2 },
      { ...metaFor(), companyId: 2 },
    )
    expect(foreign).toMatchObject({ ok: false, error: { code: 'ERR_NO_WAPP_FOUND' } })
    const meta = metaFor()
    for (let n = 0; n < 2; n++) {
      expect(await handleConnectionReport(kernel, { ...report, companyId: 1 }, meta)).toMatchObject({
        ok: true,
      })
    }
    const changes = (await api.events(`connection-${line.id}`)).filter(
      ({ type }) => type === 'connection.status-changed.v1',
    )
    expect(changes.map(({ data }) => [data.previous, data.status, data.number])).toEqual([
      ['DISCONNECTED', 'CONNECTED', '5511999990000'],
    ])
  })
})

describe('settings', () => {
  it('change for the own company, and answer as a setting', async () => {
    const set = await call('PUT', '/settings/userRating', { key: 'userRating', value: 'enabled' })
    expect([set.status, set.body]).toMatchObject([200, { key: 'userRating', value: 'enabled', companyId: 1 }])
    expect((await api.records.company(2))?.settings).toEqual({})
    expect((await call('PUT', '/settings/userRating', { value: 'sometimes' })).status).toBe(400)
    expect((await call('PUT', '/settings/nothing', { value: 'x' })).body).toEqual({
      error: 'ERR_NO_SETTING_FOUND',
    })
    expect((await call('PUT', '/settings/constructor', { value: 'x' })).status).toBe(404)
  })

  it('are answered by the id of their records, as in frames, while the views are late', async () => {
    const late = jest.spyOn(api.records, 'waitFor').mockResolvedValue(false)
    const save = () =>
      api.call('PUT', '/settings/sendMsgTransfTicket', { value: 'enabled' }, { token, key: 'late' })
    const answer = await save()
    late.mockRestore()
    const { body } = await save()
    expect(body).toMatchObject({ key: 'sendMsgTransfTicket', id: expect.any(Number) })
    expect([answer.status, answer.body]).toEqual([202, { id: body.id }])
  })

  it('have the language of the company, which its admins change', async () => {
    const set = await call('PUT', '/settings/language', { value: 'en' }, other.token)
    expect([set.status, set.body]).toMatchObject([200, { key: 'language', value: 'en', companyId: 2 }])
    const languages = [1, 2].map(async (companyId) => (await api.records.company(companyId))?.language)
    expect(await Promise.all(languages)).toEqual(['pt', 'en'])
    const before = (await api.events('settings-2')).length
    for (const value of ['fr', '', ['es'], { $ne: null }, null]) {
      const refused = await call('PUT', '/settings/language', { value }, other.token)
      expect([refused.status, refused.body.error]).toEqual([400, 'ERR_VALIDATION'])
    }
    expect((await call('PUT', '/settings/language', { value: 'es' }, '')).status).toBe(401)
    expect((await api.events('settings-2')).length).toBe(before)
  })

  it('rule 3: of the platform are the super user’s', async () => {
    const refused = await call('PUT', '/settings/allowregister', { value: 'enabled' }, other.token)
    expect([refused.status, refused.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
    const set = await call('PUT', '/settings/allowregister', { value: 'enabled' })
    expect(set.body).toEqual({ id: 0, key: 'allowregister', value: 'enabled', companyId: 0 })
    expect((await api.events('settings-0')).map(({ companyId, data }) => [companyId, data.value])).toEqual([
      [0, 'enabled'],
    ])
  })
})
