import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ADMIN, addCompany, setUp, signIn, startTestApi, type TestApi } from '../testing/api.js'

let api: TestApi
let own: string
let foreign: string
beforeAll(async () => {
  api = await startTestApi()
  own = (await setUp(api)).token
  const other = await addCompany(api, 2)
  foreign = (await signIn(api, other.email, ADMIN.password)).token
})
afterAll(() => api.close())

const ID = '0-00000000000000000007'
const parked = {
  since: '2026-03-02T12:00:00.000Z',
  reason: 'TypeError',
  attempts: 5,
  dueAt: null,
  later: false,
}
const report = {
  ...{ kind: 'ack', companyId: 1, connectionId: 3, fromMe: true, waId: 'gone', ack: 3 },
}
const putParked = async (key: string, value: object) =>
  api.vault.commit([{ key, value: Buffer.from(JSON.stringify(value)) }])
const callAs = (method: string, path: string, token: string) => api.call(method, path, undefined, { token })

describe('parked items', () => {
  it('are listed for the admins of their company, without content and without items that still have retries', async () => {
    await putParked(`parked-report/1/${ID}`, { ...report, body: 'segredo', parked })
    await putParked(`parked-report/1/waiting/${ID}`, { ...report, parked: { ...parked, dueAt: 1 } })
    await putParked('parked-event/1/cascade-00000000000000000009', {
      ...{ process: 'cascade', type: 'user.deleted.v1', stream: 'user-9', revision: 3, parked },
    })
    // in the form of an earlier version
    await putParked('parked-report/1/0-00000000000000000001', report)
    const answer = await callAs('GET', '/parked', own)
    expect(answer.status).toBe(200)
    const about = { since: parked.since, reason: 'TypeError', attempts: 5 }
    expect(answer.body).toEqual([
      { id: `report.${ID}`, kind: 'report', what: 'ack', about: 'connection-3', ...about },
      {
        id: 'event.cascade-00000000000000000009',
        kind: 'event',
        what: 'user.deleted.v1',
        about: 'user-9',
        ...about,
      },
      {
        ...{ id: 'report.0-00000000000000000001', kind: 'report', what: 'ack', about: 'connection-3' },
        ...{ since: '', reason: '', attempts: 0 },
      },
    ])
    expect((await callAs('GET', '/parked', foreign)).body).toEqual([])
  })

  it('is tried again by hand', async () => {
    // The message is unknown and the event is gone, so nothing is left to do.
    for (const id of [`report.${ID}`, 'event.cascade-00000000000000000009']) {
      expect((await callAs('POST', `/parked/${id}/retry`, foreign)).status).toBe(404)
      expect((await callAs('POST', `/parked/${id}/retry`, own)).body).toEqual({ id, reason: null })
      expect((await callAs('POST', `/parked/${id}/retry`, own)).status).toBe(404)
    }
  })

  it('is discarded', async () => {
    const id = 'report.0-00000000000000000001'
    expect((await callAs('DELETE', `/parked/${id}`, foreign)).status).toBe(404)
    expect((await callAs('DELETE', `/parked/${id}`, own)).status).toBe(200)
    expect((await callAs('DELETE', `/parked/${id}`, own)).status).toBe(404)
    expect((await callAs('DELETE', '/parked/event.unheard-1', own)).status).toBe(404)
    expect((await callAs('DELETE', '/parked/report.waiting%2F1', own)).status).toBe(400)
    expect((await callAs('GET', '/parked', own)).body).toEqual([])
  })
})
