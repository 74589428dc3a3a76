import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { err, ok } from '@guiche/contracts/result.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createCertificate } from '../certificate.js'
import { createGuardedFetch } from './guarded-fetch.js'

const { key, certificate } = createCertificate('127.0.0.1')
const heard: string[] = []
const server = createServer({ key, cert: certificate }, (call, response) => {
  heard.push(`${call.method} ${call.url}`)
  if (call.url === '/moved') response.writeHead(302, { Location: '/elsewhere' }).end()
  else response.end('x'.repeat(100))
})
let port = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server.close())

const fetchWith = (allowed: string, ca: string | undefined = certificate) =>
  createGuardedFetch({ allowed: async () => allowed, ...(ca !== undefined && { ca }), timeoutMs: 2000 })

describe('rule 12: an address that users have configured', () => {
  it.each([
    'http://ixc.isp.test',
    'https://user:word@ixc.isp.test',
    'https://127.0.0.1:1',
    'https://2130706433',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://10.1.2.3',
    'https://169.254.169.254/latest',
    'https://localhost',
    'file:///etc/passwd',
    'nothing',
  ])('is not called: %s', async (address) => {
    expect(await fetchWith('')(address)).toEqual(err('forbidden'))
  })
  it('that is link-local is never called', async () => {
    const all = '169.254.0.0/16, 0.0.0.0, fe80::/10, ::ffff:0:0/96'
    for (const host of ['169.254.169.254', '0.0.0.0', '[fe80::1]', '[::ffff:169.254.169.254]'])
      expect(await fetchWith(all)(`https://${host}`)).toEqual(err('forbidden'))
  })
  it('that is private is called if allowed, by address and by name', async () => {
    for (const list of ['127.0.0.1', '127.0.0.0/8, ::1', '10.0.0.0/8,127.0.0.0/8,::1']) {
      const done = await fetchWith(list)(`https://127.0.0.1:${port}/a`)
      expect(done).toEqual(ok({ status: 200, body: Buffer.from('x'.repeat(100)) }))
    }
    const named = await fetchWith('127.0.0.1, ::1')(`https://localhost:${port}/b`)
    expect(named.ok && named.value.status).toBe(200)
  })
  it('returns redirects unfollowed, and fails for answers above the limit', async () => {
    const fetch = fetchWith('127.0.0.1')
    const moved = await fetch(`https://127.0.0.1:${port}/moved`)
    expect(moved.ok && moved.value.status).toBe(302)
    expect(heard).not.toContain('GET /elsewhere')
    expect(await fetch(`https://127.0.0.1:${port}/a`, { most: 99 })).toEqual(err('too-large'))
  })
  it('needs a trusted certificate', async () => {
    const fetch = createGuardedFetch({ allowed: async () => '127.0.0.1' })
    expect(await fetch(`https://127.0.0.1:${port}/a`)).toEqual(err('unreachable'))
  })
})
