import { MASK } from '@guiche/contracts/records/fields.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ADMIN, addCompany, setUp, signIn, startTestApi, type TestApi } from '../testing/api.js'

let api: TestApi
let token: string
beforeAll(async () => {
  api = await startTestApi({ simulator: false })
  token = (await setUp(api)).token
})
afterAll(() => api.close())

const putSecret = (key: string, value: string, as = token) =>
  api.call('PUT', `/settings/${key}`, { value }, { token: as })
const storedSecrets = async (): Promise<string[]> =>
  (await api.events('settings-1')).map(({ data }) => JSON.stringify(data))

describe('rule 18: a secret of a billing system', () => {
  it('is stored only in the vault, and shown as a mask elsewhere', async () => {
    const { status, body } = await putSecret('tokenixc', '12:canary')
    expect([status, body.value]).toEqual([200, MASK])
    expect((await storedSecrets()).join()).not.toContain('canary')
    const entries = await api.vault.list('record-secret/')
    expect(entries).toHaveLength(1)
    expect((await api.vault.getMany(entries)).get(entries[0] ?? '')?.value.toString()).toBe('12:canary')
  })

  it('stays if the body has the mask, and is replaced or removed otherwise', async () => {
    const before = await storedSecrets()
    expect((await putSecret('tokenixc', MASK)).status).toBe(200)
    expect(await storedSecrets()).toEqual(before)
    expect((await putSecret('tokenixc', '12:second')).status).toBe(200)
    expect(await api.vault.list('record-secret/')).toHaveLength(1)
    expect((await putSecret('tokenixc', '')).body.value).toBe('')
    expect(await api.vault.list('record-secret/')).toEqual([])
  })

  it('leaves nothing in the vault if it is refused', async () => {
    expect((await putSecret('tokenixc', 'a b')).body.error).toBe('ERR_VALIDATION')
    expect(await api.vault.list('record-secret/')).toEqual([])
  })

  it('and its address are set by super users alone', async () => {
    const { email } = await addCompany(api, 2)
    const other = (await signIn(api, email, ADMIN.password)).token
    for (const key of ['ipixc', 'tokenixc', 'asaas', 'clientidmkauth', 'campaignsEnabled'])
      expect((await putSecret(key, key === 'campaignsEnabled' ? 'false' : '', other)).body.error).toBe(
        'ERR_NO_PERMISSION',
      )
    expect((await putSecret('botPersonWords', 'gente', other)).status).toBe(200)
  })
})
