import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type Desk, openDesk } from '../testing/desk.js'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk?.close())

it('the description of all routes is there for anybody, and sent once to whoever keeps it', async () => {
  const url = `${desk.url}/api/openapi.json`
  const first = await fetch(url)
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  const text = await first.text()
  expect(Buffer.byteLength(text)).toBe(Number(first.headers.get('content-length')))
  expect(JSON.parse(text)).toMatchObject({ openapi: '3.1.0', paths: { '/openapi.json': {} } })
  const again = await fetch(url, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
  expect([again.status, await again.text()]).toEqual([304, ''])
})
