import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { setUp, startTestApi, type TestApi } from '../testing/api.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

it('working hours with equal begin and end are refused at their field, of a new and of a changed user', async () => {
  const { token } = await setUp(api)
  const body = { name: 'Nora', email: 'nora@guiche.test', password: 'quiet sea' }
  const refused = { status: 400, body: { error: 'ERR_VALIDATION', details: { field: 'endWork' } } }
  const save = (method: string, path: string, startWork: string, endWork: string) =>
    api.call(method, path, { ...body, startWork, endWork }, { token })
  expect(await save('POST', '/users', '08:00', '08:00')).toMatchObject(refused)
  const made = await save('POST', '/users', '08:00', '18:00')
  expect(made).toMatchObject({ status: 200, body: { startWork: '08:00', endWork: '18:00' } })
  expect(await save('PUT', `/users/${made.body.id}`, '09:00', '09:00')).toMatchObject(refused)
  expect(await save('PUT', `/users/${made.body.id}`, '', '')).toMatchObject({ body: { startWork: '' } })
})
