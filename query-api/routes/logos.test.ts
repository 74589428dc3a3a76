import { logoAddress } from '@guiche/contracts/company/logos.js'
import { PLATFORM_COMPANY } from '@guiche/contracts/records/record.js'
import { streams } from '@guiche/contracts/streams.js'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { addCompanyData } from '../testing/company-data.js'
import { type Desk, openDesk } from '../testing/desk.js'
import { connectSocket } from '../testing/socket.js'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
  await addCompanyData(desk, 1)
  await addCompanyData(desk, 2)
})
afterAll(() => desk?.close())

const setSetting = (key: string, value: string) =>
  desk.happen(PLATFORM_COMPANY, streams.settings(PLATFORM_COMPANY), 'setting.changed.v1', { key, value })

it('a logo is there for everybody, with headers that let nothing run, and is kept by its version', async () => {
  const about = {
    companyId: PLATFORM_COMPANY,
    mimetype: 'application/octet-stream',
    fileName: 'login.png',
    maxSize: 9,
  }
  const stored = await desk.blobs.put(Buffer.from('picture'), about)
  if (stored === 'too-large') throw new Error('too large')
  await setSetting('logoLogin', `${stored.id}.png`)
  await desk.settled()
  const get = (path: string, headers = {}) => desk.get<string>(null, path, headers)
  const address = (logoAddress('login', `${stored.id}.png`) ?? '').replace('/api', '')
  const versioned = await get(address)
  expect([versioned.status, versioned.body]).toEqual([200, 'picture'])
  expect(Object.fromEntries(versioned.headers)).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const plain = await get('/public/logotipos/login.png')
  expect([plain.status, plain.headers.get('cache-control')]).toEqual([200, 'public, no-cache'])
  const etag = plain.headers.get('etag') ?? ''
  expect((await get('/public/logotipos/login.png', { 'if-none-match': etag })).status).toBe(304)
  // Absent, another format, an unknown place, and another file by its id.
  for (const file of ['signup.png', 'login.ico', 'x.png', `${stored.id}.png`])
    expect((await get(`/public/logotipos/${file}`)).status).not.toBe(200)
  expect((await get(`/public/${stored.id}`)).status).toBe(401)
})

it('people of all companies are told how the platform looks; its other settings are for super users', async () => {
  const one = await desk.signIn({ userId: 1001, companyId: 1 })
  const two = await desk.signIn({ userId: 2003, companyId: 2 })
  const sockets = await Promise.all([one, two].map((agent) => connectSocket(desk, agent)))
  await setSetting('trial', '7')
  await setSetting('colorDark', '#55bdae')
  await desk.settled()
  for (const [n, socket] of sockets.entries()) {
    const { data } = await socket.waitFor(({ event }) => event === `company-${n + 1}-settings`)
    expect(data.setting).toMatchObject({ key: expect.stringMatching(/^(color|logo)/), companyId: 0 })
    await socket.waitFor(({ data: sent }) => sent?.setting?.key === 'colorDark')
    expect(socket.frames.some(({ data: sent }) => sent?.setting?.key === 'trial')).toBe(false)
    socket.close()
  }
  expect((await desk.get<{ error: string }>(one, '/platform-settings')).body.error).toBe('ERR_NO_PERMISSION')
})
