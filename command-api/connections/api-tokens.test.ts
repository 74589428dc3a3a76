import { streams } from '@guiche/contracts/streams.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { ADMIN, addCompany, setUp, signIn, startTestApi, type TestApi } from '../testing/api.js'

let api: TestApi
let admin: string
let foreigner: string
let connectionId: number
let made = 0
beforeAll(async () => {
  api = await startTestApi()
  admin = (await setUp(api)).token
  const { email } = await addCompany(api, 2)
  foreigner = (await signIn(api, email, ADMIN.password)).token
})
afterAll(() => api.close())
beforeEach(async () => {
  const body = { name: `Line ${++made}` }
  connectionId = (await api.call('POST', '/whatsapp', body, { token: admin })).body.id
})

const tokenPath = () => `/whatsapp/${connectionId}/token`
const makeToken = async (): Promise<string> =>
  (await api.call('POST', tokenPath(), {}, { token: admin })).body.token
/** The status of a send without a text: 401 if the token is invalid. */
const statusOfSend = async (token: string) => {
  const { status, body } = await api.call('POST', '/messages/send', {}, { token })
  return [status, body.error]
}
const REFUSED = [401, 'ERR_API_TOKEN']
const TOKEN_ACCEPTED = [400, 'ERR_VALIDATION']
const countTokens = async () => (await api.vault.list('connection-token/')).length

describe('the token of a connection', () => {
  it('is shown once; the record has its creation time, and no event contains it', async () => {
    const token = await makeToken()
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(await statusOfSend(token)).toEqual(TOKEN_ACCEPTED)
    const doc = await api.records.connection(1, connectionId)
    expect(doc?.tokenMadeAt).toEqual(expect.any(String))
    const shown = await api.call('PUT', `/whatsapp/${connectionId}`, { name: 'Same' }, { token: admin })
    expect(shown.body.tokenMadeAt).toBe(doc?.tokenMadeAt)
    expect(JSON.stringify([await api.events(), doc, shown.body])).not.toContain(token)
  })

  it('cannot be chosen by the caller', async () => {
    const body = { name: 'Mine', token: 'a-token-of-mine' }
    for (const [method, address] of [
      ['POST', '/whatsapp'],
      ['PUT', `/whatsapp/${connectionId}`],
    ] as const) {
      const answer = await api.call(method, address, body, { token: admin })
      expect([answer.status, answer.body]).toEqual([
        400,
        { error: 'ERR_FIELD_NOT_SUPPORTED', details: { field: 'token' } },
      ])
    }
  })

  it('ends with a new token, with its revocation, and with its connection', async () => {
    const before = await countTokens()
    const first = await makeToken()
    const second = await makeToken()
    expect(await statusOfSend(first)).toEqual(REFUSED)
    expect(await statusOfSend(second)).toEqual(TOKEN_ACCEPTED)
    const revoked = await api.call('DELETE', tokenPath(), undefined, { token: admin })
    expect([revoked.status, revoked.body.tokenMadeAt]).toEqual([200, null])
    expect(await statusOfSend(second)).toEqual(REFUSED)
    expect((await api.call('DELETE', tokenPath(), undefined, { token: admin })).status).toBe(200)
    const third = await makeToken()
    await api.call('DELETE', `/whatsapp/${connectionId}`, undefined, { token: admin })
    expect(await statusOfSend(third)).toEqual(REFUSED)
    expect(await countTokens()).toBe(before)
    const types = (await api.events(streams.connections(1)))
      .filter(({ data }) => data.connectionId === connectionId)
      .map(({ type }) => type)
    expect(types.filter((type) => type.includes('token'))).toEqual([
      'connection.token-made.v1',
      'connection.token-made.v1',
      'connection.token-revoked.v1',
      'connection.token-made.v1',
    ])
  })

  it('only allows sending, which sessions and invented tokens may not', async () => {
    const token = await makeToken()
    for (const wrong of [admin, `${token.slice(0, -2)}xx`, 'x', 'A'.repeat(43)]) {
      expect([wrong, ...(await statusOfSend(wrong))]).toEqual([wrong, ...REFUSED])
    }
    for (const { key, spec } of api.api.routes) {
      if (spec.allow === 'anonymous' || spec.allow === 'api token') continue
      const [method = '', address = ''] = key.split(' ')
      const answer = await api.call(
        method,
        address.replace(/:[a-zA-Z]+/g, '1'),
        method === 'GET' ? undefined : {},
        { token },
      )
      expect([key, answer.status, answer.body.error]).toEqual([key, 403, 'ERR_INVALID_TOKEN'])
    }
  })

  it('cannot be made by administrators of another company', async () => {
    const token = await makeToken()
    for (const method of ['POST', 'DELETE']) {
      const body = method === 'POST' ? {} : undefined
      const answer = await api.call(method, tokenPath(), body, { token: foreigner })
      expect([answer.status, answer.body]).toEqual([404, { error: 'ERR_NO_WAPP_FOUND' }])
    }
    expect(await statusOfSend(token)).toEqual(TOKEN_ACCEPTED)
  })

  it('is limited to its number of calls in a minute', async () => {
    const token = await makeToken()
    const answers = await Promise.all(Array.from({ length: 121 }, () => statusOfSend(token)))
    expect(answers.filter(([status]) => status === 429)).toEqual([[429, 'ERR_TOO_MANY_REQUESTS']])
  })
})
