import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { ROUTE_LIST } from '@guiche/contracts/routes/index.js'
import type { ConnectionRecord, MessageRecord, TicketRecord } from '@guiche/contracts/views/records.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Client, type Socket, signIn } from './testing/client.js'
import { connectPhones, type Phones } from './testing/phones.js'
import { ADMIN, type ProductProcess, removeData, startProductProcess } from './testing/product-process.js'

const OWN_NUMBER = '5511900000001'
const CUSTOMER = '5511988887777'
const AGENT = { email: 'bia@guiche.test', password: 'canario-da-bia' }

type Method = 'get' | 'post' | 'put' | 'delete'
const routes = ROUTE_LIST.map(([key, route]) => {
  const [method = '', path = ''] = key.split(' ')
  const takesBody = 'body' in route || 'form' in route
  const takesNothing = !takesBody && !path.includes(':')
  return { key, method: method.toLowerCase() as Method, path, least: route.allow, takesBody, takesNothing }
})
const fillPath = (path: string, id: string | number): string => path.replace(/:\w+/, String(id))
const commands = routes.filter(({ method, key }) => method !== 'get' && key !== 'DELETE /auth/logout')

/** The started product against malicious clients. */
describe('the started product', () => {
  let product: ProductProcess
  let admin: Client
  let agent: Client
  let phones: Phones
  let frames: Socket
  let ticket: TicketRecord
  let queueId: number
  let connectionId: number
  const replies: string[] = []

  const call = async <T>(who: Client, method: Method, path: string, body?: unknown) => {
    const answer = await (method === 'get'
      ? who.get<T>(path)
      : method === 'delete'
        ? who.delete<T>(path)
        : who[method]<T>(path, body))
    replies.push(JSON.stringify(answer.body))
    return answer
  }

  beforeAll(async () => {
    product = await startProductProcess({ env: { LOG_LEVEL: 'debug' } })
    admin = await signIn(product.url, ADMIN.email, ADMIN.password)
    queueId = (await call<{ id: number }>(admin, 'post', '/queue', { name: 'Suporte', color: '#2f7ccf' }))
      .body.id
    const profile = { name: 'Bia Souza', profile: 'user', queueIds: [queueId], ...AGENT }
    expect((await call(admin, 'post', '/users', profile)).status).toBe(200)
    agent = await signIn(product.url, AGENT.email, AGENT.password)
    frames = await agent.socket()
    for (const status of ['pending', 'open']) frames.send('joinTickets', { status })
    phones = await connectPhones(product.url, admin)
    const made = await call<ConnectionRecord>(admin, 'post', '/whatsapp', {
      name: 'Principal',
      channel: 'simulator',
      queueIds: [queueId],
    })
    connectionId = made.body.id
    await phones.add(OWN_NUMBER, 'Nossa', 'own')
    await phones.scan(OWN_NUMBER, connectionId)
    await phones.until(async () => {
      const { body } = await call<ConnectionRecord>(admin, 'get', `/whatsapp/${connectionId}`)
      return body.status === 'CONNECTED' ? body : undefined
    })
    await phones.add(CUSTOMER, 'Carla')
    await phones.text(CUSTOMER, OWN_NUMBER, 'bom dia')
    const found = await frames.waitFor(({ data }) => data?.ticket?.contact?.name === 'Carla')
    ticket = found.data.ticket
    expect((await call(agent, 'put', `/tickets/${ticket.id}`, { status: 'open' })).status).toBe(200)
  })
  afterAll(async () => {
    frames?.close()
    phones?.close()
    await product?.stop()
    if (product !== undefined) await removeData(product.dataDir)
  })

  it.each(routes.filter(({ least }) => least === 'admin'))(
    'rule 3: $key is not for agents',
    async (route) => {
      const answer = await call(agent, route.method, fillPath(route.path, 1), {})
      expect([answer.status, answer.body]).toEqual([403, { error: 'ERR_NO_PERMISSION' }])
    },
  )

  it('rule 3: agents see only the fields of connections by which they choose one', async () => {
    const [shown] = (await call<ConnectionRecord[]>(agent, 'get', '/whatsapp')).body
    expect(shown).toMatchObject({ id: connectionId, name: 'Principal', status: 'CONNECTED', number: null })
    const [whole] = (await call<ConnectionRecord[]>(admin, 'get', '/whatsapp')).body
    expect(whole).toMatchObject({ number: OWN_NUMBER })
  })

  it.each(commands)(
    'rule 9: $key takes no operators, prototypes or other types',
    async ({ method, path, takesBody, takesNothing }) => {
      const ofMessage = /messages\/(edit|:id)/.test(path)
      const id = ofMessage ? 'f0'.repeat(16) : path.includes(':ticketId') && takesBody ? ticket.id : 999_999
      const bodies = ['{"name":{"$ne":1},"email":{"$gt":""},"status":{"$ne":1},"body":{"$where":"1"}}']
      bodies.push(
        '{"__proto__":{"super":true},"constructor":{"prototype":{"super":true}}}',
        '[]',
        '"x"',
        '7',
        '{',
      )
      bodies.push('{"name":"a\\u0000b","body":"a\\u0000b"}', `${'['.repeat(200_000)}${']'.repeat(200_000)}`)
      for (const body of bodies) {
        const answer = await fetch(`${product.url}/api${fillPath(path, id)}`, {
          method,
          headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
          body,
        })
        const text = await answer.text()
        // The route takes no input, so its success is right.
        if (takesNothing && answer.status === 200) continue
        expect([body.slice(0, 40), answer.status >= 400 && answer.status < 500]).toEqual([
          body.slice(0, 40),
          true,
        ])
        expect(JSON.parse(text)).toHaveProperty('error')
      }
    },
  )

  it('rule 10: a body of two megabytes is refused', async () => {
    const answer = await call(admin, 'post', '/contacts', { name: 'x'.repeat(2_000_000), number: CUSTOMER })
    expect([answer.status, answer.body]).toEqual([413, { error: 'ERR_BODY_TOO_LARGE' }])
  })

  it('rule 9: invalid query parameters are refused', async () => {
    const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const asked = [
      'pageNumber=-1',
      'pageNumber=1e9',
      'pageNumber[$ne]=1',
      'searchParam=a&searchParam=b',
      '__proto__=1',
    ]
    asked.push(`cursor=${cursor(['a', '\0'])}`, `cursor=${cursor(['a', { $ne: 1 }])}`, 'cursor=AAAA')
    for (const query of asked) {
      expect([query, (await call(admin, 'get', `/contacts?${query}`)).status]).toEqual([query, 400])
    }
    for (const text of ['(a+)+$', '" OR 1*', '%', '\0', '-'.repeat(200)]) {
      const answer = await call(admin, 'get', `/search/messages?searchParam=${encodeURIComponent(text)}`)
      expect([text, answer.status]).toEqual([text, 200])
    }
  })

  it('rule 11: a web page or drawing sent as a file is a download; no path leaves the folder', async () => {
    const form = new FormData()
    form.append(
      'medias',
      new Blob(['<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'], { type: 'image/svg+xml' }),
      'x.svg',
    )
    form.append(
      'medias',
      new Blob(['<script>alert(1)</script>'], { type: 'text/html' }),
      '..\\..\\a";b\t.html',
    )
    expect((await agent.upload(`/messages/${ticket.id}`, form)).status).toBe(200)
    const { body } = await phones.until(async () => {
      const page = await call<{ messages: MessageRecord[] }>(agent, 'get', `/messages/${ticket.id}`)
      return page.body.messages.filter(({ mediaUrl }) => mediaUrl).length === 2 ? page : undefined
    })
    for (const { mediaUrl } of body.messages.filter((message) => message.mediaUrl)) {
      const file = await fetch(`${product.url}${mediaUrl}`, { headers: { cookie: agent.cookies } })
      expect(file.headers.get('content-type')).toBe('application/octet-stream')
      expect(file.headers.get('content-disposition')).toMatch(
        /^attachment; filename="[\w.;_ ]+"; filename\*=UTF-8''/,
      )
      expect(file.headers.get('x-content-type-options')).toBe('nosniff')
      expect((await fetch(`${product.url}${mediaUrl}`)).status).toBe(401)
    }
    for (const path of [
      '/api/public/..%2f..%2fsecret.key',
      '/api/public/%2e%2e%2fsecret.key',
      '/assets/..%2f..%2fpackage.json',
    ]) {
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const asked = request(`${product.url}${path}`, { headers: { cookie: agent.cookies } }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        })
        asked.once('error', reject).end()
      })
      expect([path, status === 400 || status === 404]).toEqual([path, true])
    }
  })

  it('rule 18: no canary secret is in replies, agents’ frames, log, events, reports or views', async () => {
    const renewed = await fetch(`${product.url}/api/auth/refresh_token`, {
      method: 'POST',
      headers: { cookie: agent.cookies },
    })
    expect(renewed.status).toBe(200)
    const secrets = [
      ADMIN.password,
      AGENT.password,
      '$argon2',
      admin.token,
      agent.token,
      'noiseKey',
      'signedIdentityKey',
    ]
    secrets.push(...[admin, agent].flatMap(({ cookies }) => /jrt=([^;]+)/.exec(cookies)?.[1] ?? []))
    const rest = await call<ConnectionRecord>(admin, 'put', `/whatsappsession/${connectionId}`, {})
    expect(rest.status).toBeLessThan(300)
    const pending = await phones.until(async () => {
      const all = await phones.call<{ connectionId: number; qr: string }[]>('GET', '/pending')
      return all.find((one) => one.connectionId === connectionId)
    })
    secrets.push(pending.qr)
    await call(agent, 'get', '/whatsapp')
    // Compares bytes, so that deleted data are found, too. Only the vault may contain secrets.
    const bytes = async (name: string) =>
      (await readFile(join(product.dataDir, name)).catch(() => Buffer.alloc(0))).toString('latin1')
    const places: Record<string, string> = {
      replies: replies.join('\n'),
      frames: JSON.stringify(frames.frames),
      log: product.output(),
    }
    for (const name of ['events.db', 'reports.db', 'read.db']) {
      places[name] = (await bytes(name)) + (await bytes(`${name}-wal`))
    }
    for (const [place, text] of Object.entries(places)) {
      expect(text.length).toBeGreaterThan(100)
      for (const secret of secrets)
        expect([place, secret, text.includes(secret)]).toEqual([place, secret, false])
    }
  })
})
