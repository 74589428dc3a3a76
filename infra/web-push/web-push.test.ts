import { createPublicKey, verify } from 'node:crypto'
import { Agent, createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { createCertificate } from '../certificate.js'
import { createPushClient, type PushTarget } from './client.js'
import { encryptPush, isPoint } from './encrypt.js'
import { createVapidKeys } from './vapid.js'

/** Appendix A of RFC 8291. */
const RFC = {
  text: 'When I grow up, I want to be a watermelon',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}
const decodeBytes = (text: string): Buffer => Buffer.from(text, 'base64url')

describe('the payload of a push', () => {
  it('is encrypted as in the sample of RFC 8291', () => {
    const random = { privateKey: decodeBytes(RFC.privateKey), salt: decodeBytes(RFC.salt) }
    expect(encryptPush(RFC.text, RFC, random).toString('base64url')).toBe(RFC.body)
  })

  it('is encrypted for valid points of the curve alone', () => {
    expect(isPoint(RFC.p256dh)).toBe(true)
    expect(isPoint(Buffer.alloc(65, 4).toString('base64url'))).toBe(false)
    expect(isPoint('')).toBe(false)
  })
})

describe('the client of push services', () => {
  const NOW = new Date('2026-03-02T12:00:00.000Z')
  const subject = 'https://guiche.test'
  const push = { text: 'Olá', ttl: 60, topic: 'ticket-7' }

  /** A push service on this machine. The client trusts its certificate. */
  const service = async (status: number) => {
    const { key, certificate } = createCertificate('127.0.0.1')
    const calls: { headers: Record<string, unknown>; method: string; size: number }[] = []
    const server = createServer({ key, cert: certificate }, (call, response) => {
      let size = 0
      call.on('data', (chunk: Buffer) => {
        size += chunk.length
      })
      call.on('end', () => {
        calls.push({ headers: call.headers, method: call.method ?? '', size })
        response.writeHead(status, { Location: 'https://127.0.0.1/elsewhere' }).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const target: PushTarget = { ...RFC, endpoint: `https://127.0.0.1:${port}/push/abc` }
    return { target, calls, agent: new Agent({ ca: certificate }), close: () => server.close() }
  }

  it('gives a push to the service, signed by our key', async () => {
    const { target, calls, agent, close } = await service(201)
    const keys = createVapidKeys()
    const client = createPushClient({ subject, now: () => NOW, agent })
    expect(await client.send(target, push, keys)).toBe('sent')
    close()
    const [{ headers, method, size }] = calls as [(typeof calls)[number]]
    expect({ method, size }).toEqual({ method: 'POST', size: 16 + 5 + 65 + 'Olá'.length + 1 + 1 + 16 })
    expect(headers).toMatchObject({ ttl: '60', topic: 'ticket-7', 'content-encoding': 'aes128gcm' })

    const [, token = '', publicKey] = /^vapid t=([^,]+), k=(.+)$/.exec(String(headers.authorization)) ?? []
    expect(publicKey).toBe(keys.publicKey)
    const [header = '', claims = '', signature = ''] = token.split('.')
    const { kty = '', crv = '', x = '', y = '' } = keys.privateKey
    const key = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' })
    const isOurs = verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      { key, dsaEncoding: 'ieee-p1363' },
      decodeBytes(signature),
    )
    expect(isOurs).toBe(true)
    expect(JSON.parse(decodeBytes(claims).toString())).toEqual({
      aud: new URL(target.endpoint).origin,
      exp: NOW.getTime() / 1000 + 12 * 60 * 60,
      sub: subject,
    })
    // Browsers subscribe with a point of the curve.
    expect(isPoint(keys.publicKey)).toBe(true)
  })

  it.each([
    [404, 'gone'],
    [410, 'gone'],
    [307, { failed: 'answered 307' }],
    [429, { failed: 'answered 429' }],
    [500, { failed: 'answered 500' }],
  ])('maps the response %i to %j', async (status, outcome) => {
    const { target, calls, agent, close } = await service(status)
    const client = createPushClient({ subject, now: () => NOW, agent })
    expect(await client.send(target, push, createVapidKeys())).toEqual(outcome)
    expect(calls).toHaveLength(1)
    close()
  })

  it('does not call hosts of this machine or network', async () => {
    const client = createPushClient({ subject, now: () => NOW })
    const target = { ...RFC, endpoint: 'https://localhost/push' }
    expect(await client.send(target, push, createVapidKeys())).toEqual({
      // Some DNS servers resolve localhost to this machine, others do not know the name.
      failed: expect.stringMatching(/may be called|queryA/),
    })
  })
})
