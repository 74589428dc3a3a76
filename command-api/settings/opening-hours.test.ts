import { DEFAULT_WEEK } from '@guiche/contracts/opening-hours/week.js'
import { entriesOf } from '@guiche/contracts/opening-hours/wire.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ADMIN, addCompany, setUp, signIn, startTestApi, type TestApi } from '../testing/api.js'

let api: TestApi
let token: string
beforeAll(async () => {
  api = await startTestApi({ simulator: false })
  token = (await setUp(api)).token
})
afterAll(() => api.close())

const putSchedules = (schedules: unknown, companyId = 1, as = token) =>
  api.call('PUT', `/companies/${companyId}/schedules`, { id: companyId, schedules }, { token: as })
const storedSetting = async () => (await api.events('settings-1')).at(-1)?.data
const mondayHours = (startTime: string, endTime: string) => ({
  ...{ weekday: 'Segunda-feira', weekdayEn: 'monday' },
  ...{ startTime, endTime },
})

describe('the opening hours of a company', () => {
  it('are said and answered by entries, several a day and one for a closed day', async () => {
    const { status, body } = await putSchedules([
      mondayHours('14:00', '23:59'),
      mondayHours('08:00', '12:00'),
    ])
    expect([status, body.id, body.schedules.length]).toEqual([200, 1, 8])
    expect(body.schedules.slice(0, 3)).toEqual([
      mondayHours('08:00', '12:00'),
      mondayHours('14:00', '23:59'),
      { weekday: 'Terça-feira', weekdayEn: 'tuesday', startTime: '00:00', endTime: '00:00' },
    ])
    expect(await storedSetting()).toEqual({
      key: 'schedules',
      value:
        '[{"day":"monday","from":"08:00","until":"12:00"},{"day":"monday","from":"14:00","until":"24:00"}]',
    })
    // A response is a valid request body.
    expect((await putSchedules(body.schedules)).body.schedules).toEqual(body.schedules)
  })

  it('are the default ones again where nothing is said', async () => {
    for (const nothing of [null, [], [mondayHours('', '')]])
      expect((await putSchedules(nothing)).body.schedules).toEqual(entriesOf(DEFAULT_WEEK))
    expect(await storedSetting()).toEqual({ key: 'schedules', value: '' })
  })

  it.each([
    [[mondayHours('08:00', '08:00')], 'ERR_HOURS_EMPTY'],
    [[mondayHours('08:00', '')], 'ERR_HOURS_EMPTY'],
    [[mondayHours('08:00', '12:00'), mondayHours('11:00', '13:00')], 'ERR_HOURS_OVERLAP'],
    [[mondayHours('8:00', '12:00')], 'ERR_VALIDATION'],
    [[{ ...mondayHours('08:00', '12:00'), weekdayEn: 'segunda' }], 'ERR_VALIDATION'],
    [Array.from({ length: 43 }, () => mondayHours('08:00', '12:00')), 'ERR_VALIDATION'],
    ['08:00', 'ERR_VALIDATION'],
  ])('F16: refuse %j', async (schedules, error) => {
    const refused = await putSchedules(schedules)
    expect([refused.status, refused.body.error]).toEqual([400, error])
    expect(refused.body.details.field).toMatch(/^schedules/)
  })

  it('are those of the caller’s company, and admins set them', async () => {
    const { email } = await addCompany(api, 2)
    const other = (await signIn(api, email, ADMIN.password)).token
    expect((await putSchedules([], 1, other)).body.error).toBe('ERR_NO_COMPANY_FOUND')
    expect((await putSchedules([], 2, other)).status).toBe(200)
    const user = { name: 'Caio', email: 'caio@guiche.test', password: 'quiet sea' }
    await api.call('POST', '/users', user, { token })
    const caio = (await signIn(api, user.email, user.password)).token
    expect((await putSchedules([], 1, caio)).body.error).toBe('ERR_NO_PERMISSION')
  })

  it('are no text that a setting takes unread', async () => {
    const set = async (value: string) =>
      (await api.call('PUT', '/settings/schedules', { value }, { token })).status
    const part = '{"day":"monday","from":"08:00","until":"12:00"}'
    expect([await set(`[${part}]`), await set(''), await set('[]')]).toEqual([200, 200, 200])
    for (const wrong of [`[${part},${part}]`, `[${part}`, '{}', `[${part.replace('12:00', '08:00')}]`])
      expect(await set(wrong)).toBe(400)
  })
})
