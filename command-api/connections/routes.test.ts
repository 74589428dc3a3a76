import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ADMIN, addCompany, setUp, signIn, startTestApi, type TestApi } from '../testing/api.js'

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

describe('connections', () => {
  it('keep a file for their greeting, which is replaced and taken away', async () => {
    const { body: made } = await call('POST', '/whatsapp', { name: 'With a file' })
    const path = `/whatsapp/${made.id}/media-upload`
    const form = (name: string, content: string) => {
      const body = new FormData()
      body.append('file', new Blob([content], { type: 'application/pdf' }), name)
      return body
    }
    const shown = async () => (await api.records.connection(1, made.id))?.media ?? null
    const brought = await call('POST', path, form('menu.pdf', '%PDF-1.4 menu'))
    expect([brought.status, brought.body]).toEqual([200, ''])
    const first = await shown()
    expect(first).toMatchObject({ fileName: 'menu.pdf', mimetype: 'application/pdf' })
    await call('POST', path, form('news.pdf', '%PDF-1.4 news'))
    expect(await shown()).toMatchObject({ fileName: 'news.pdf' })
    expect((await call('POST', path, form('bad.exe', 'MZ'))).body.error).toBe('ERR_MEDIA_TYPE')
    expect((await call('POST', path, form('x.pdf', '%PDF-1.4'), other.token)).body.error).toBe(
      'ERR_NO_WAPP_FOUND',
    )
    // A change of other fields keeps the file.
    await call('PUT', `/whatsapp/${made.id}`, { name: 'Still with a file' })
    expect(await shown()).toMatchObject({ fileName: 'news.pdf' })
    expect((await call('DELETE', path)).status).toBe(200)
    expect(await shown()).toBeNull()
  })

  it('keep no file that was replaced, also by several at once, or whose connection is deleted', async () => {
    const { body: made } = await call('POST', '/whatsapp', { name: 'With many files' })
    const path = `/whatsapp/${made.id}/media-upload`
    const bring = (content: string) => {
      const body = new FormData()
      body.append('file', new Blob([`%PDF-1.4 ${content}`], { type: 'application/pdf' }), 'menu.pdf')
      return call('POST', path, body)
    }
    await Promise.all(['one', 'two', 'three', 'four'].map(bring))
    const brought = (await api.events('connections-1')).flatMap(({ type, data }) =>
      type === 'connection.changed.v1' && data.connectionId === made.id ? data.media.blobId : [],
    )
    const left = async () => {
      const found = await Promise.all(brought.map((id) => api.blobs.info(id)))
      return brought.filter((_, index) => found[index] !== null)
    }
    expect([brought.length, await left()]).toEqual([4, brought.slice(-1)])
    expect((await call('DELETE', `/whatsapp/${made.id}`)).status).toBe(200)
    expect(await left()).toEqual([])
  })

  it('import old messages when they are linked again, and stop when the import is cancelled', async () => {
    const { body: made } = await call('POST', '/whatsapp', { name: 'With a past' })
    const path = `/whatsapp/${made.id}`
    const wish = {
      importOldMessages: new Date(Date.now() - 86_400_000).toISOString(),
      importOldMessagesGroups: true,
    }
    const late = { ...wish, importRecentMessages: new Date(Date.now() + 86_400_000).toISOString() }
    const refused = await call('PUT', path, { name: 'With a past', ...late })
    expect(refused.body.error).toBe('ERR_IMPORT_WINDOW')
    const asked = await call('PUT', path, { name: 'With a past', ...wish })
    expect(asked.body).toMatchObject({
      ...wish,
      closedTicketsPostImported: false,
      statusImportMessages: { status: 'waiting', imported: 0 },
    })
    const requests = await api.events(`connection-${made.id}`)
    expect(requests.map(({ data }) => data.request)).toEqual(['new-qr', 'new-qr'])
    // Sending the same values back requests nothing new.
    const { importOldMessages, importRecentMessages } = asked.body
    const same = { ...wish, importOldMessages, importRecentMessages }
    await call('PUT', path, { name: 'Renamed', ...same })
    expect(await api.events(`connection-${made.id}`)).toHaveLength(2)
    const cancelled = await call('DELETE', `${path}/import`)
    expect(cancelled.body).toMatchObject({
      importOldMessages: null,
      statusImportMessages: { status: 'cancelled' },
    })
    const closed = await call('POST', `/closedimported/${made.id}`)
    expect(closed.body).toMatchObject({ statusImportMessages: { status: 'cancelled', ticketsClosed: true } })
    const foreign = await call('POST', `/closedimported/${made.id}`, undefined, other.token)
    expect(foreign.body.error).toBe('ERR_NO_WAPP_FOUND')
    expect((await call('DELETE', `${path}/import`, undefined, other.token)).body.error).toBe(
      'ERR_NO_WAPP_FOUND',
    )
  })

  it('accept, keep and return the fields of existing clients', async () => {
    const { body: queue } = await call('POST', '/queue', { name: 'Reception', color: '#0a0b0c' })
    const sent = {
      ...{ name: 'As others send it', status: 'DISCONNECTED', isDefault: false, provider: 'beta' },
      ...{ greetingMessage: '', complationMessage: '', outOfHoursMessage: 'Closed', ratingMessage: '' },
      ...{ queueIds: [], token: '', promptId: null, integrationId: null },
      ...{ sendIdQueue: queue.id, timeSendQueue: 10, maxUseBotQueues: 3, timeUseBotQueues: 0 },
      ...{ expiresTicket: 0, expiresInactiveMessage: '' },
    }
    const { token: _, integrationId, queueIds, status, isDefault, ...kept } = sent
    const made = await call('POST', '/whatsapp', sent)
    expect([made.status, made.body]).toMatchObject([200, kept])
    const path = `/whatsapp/${made.body.id}`
    const changed = await call('PUT', path, {
      ...made.body,
      ...sent,
      maxUseBotQueues: 0,
      timeSendQueue: null,
    })
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { ...kept, maxUseBotQueues: 0, timeSendQueue: 0 },
    ])
    const refusals = [
      [{ promptId: 7 }, 400, 'ERR_FIELD_NOT_SUPPORTED'],
      [{ timeSendQueue: 525_601 }, 400, 'ERR_VALIDATION'],
      [{ sendIdQueue: 999_999 }, 404, 'ERR_QUEUE_NOT_FOUND'],
      [{ webhook: 'x' }, 400, 'ERR_VALIDATION'],
    ] as const
    for (const [field, code, error] of refusals) {
      const refused = await call('PUT', path, { name: sent.name, ...field })
      expect([field, refused.status, refused.body.error]).toEqual([field, code, error])
    }
    await call('DELETE', `/queue/${queue.id}`)
    expect((await api.events('connections-1')).at(-1)).toMatchObject({
      type: 'connection.changed.v1',
      data: { connectionId: made.body.id, sendIdQueue: 0 },
    })
  })

  it('show their sent messages beside their limits', async () => {
    const { body: made } = await call('POST', '/whatsapp', { name: 'Counted' })
    const day = { start: Date.now(), count: 7 }
    await api.vault.commit([{ key: `wa/${made.id}/spent`, value: Buffer.from(JSON.stringify({ day })) }])
    const { body } = await call('GET', `/whatsapp/${made.id}/limits`)
    expect(body.limits[2]).toMatchObject({ of: 'day', used: 7, limit: 10_000 })
    expect(body).toMatchObject({ restrictedUntil: null, warmingUntil: null })
    // A number that was linked before has left the connection.
    const left = { day, number: '5511', restrictedUntil: Date.now() + 60_000 }
    await api.vault.commit([{ key: `wa/${made.id}/spent`, value: Buffer.from(JSON.stringify(left)) }])
    const line = { status: 'CONNECTED', reason: null, number: '5522', retries: 0 }
    const linked = { connectionId: made.id, ...line, previous: 'DISCONNECTED' }
    await api.write('connections-1', 1, { type: 'connection.status-changed.v1', data: linked })
    await call('PUT', `/whatsapp/${made.id}`, { name: 'Counted anew' })
    const fresh = await call('GET', `/whatsapp/${made.id}/limits`)
    expect([fresh.body.limits[2].used, fresh.body.restrictedUntil]).toEqual([0, null])
    const foreign = await call('GET', `/whatsapp/${made.id}/limits`, undefined, other.token)
    expect(foreign.body.error).toBe('ERR_NO_WAPP_FOUND')
  })
})
