import { createHash } from 'node:crypto'
import { createMemoryCounters } from '@guiche/infra/counters/memory.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { solveChallenge } from 'altcha-lib'
import { ADMIN, setUp, startTestApi, type TestApi } from '../testing/api.js'
import { createVerification } from './human-verification.js'

const key = Buffer.alloc(32, 1)

describe('altcha', () => {
  it('gives challenges that last five minutes', async () => {
    const past = { now: () => new Date(Date.now() - 5 * 60_000 - 1000) }
    const verification = createVerification({
      config: { kind: 'altcha' },
      key,
      clock: past,
      counters: createMemoryCounters(),
    })
    const challenge = await verification.challenge()
    if (challenge === null) throw new Error('no challenge')
    // The library's own function waits one turn of the event loop for each number, which is slow on a busy
    // machine.
    const hashOf = (number: number) => createHash('sha256').update(`${challenge.salt}${number}`).digest('hex')
    let number = 0
    while (hashOf(number) !== challenge.challenge) number++
    const token = Buffer.from(JSON.stringify({ ...challenge, number })).toString('base64')
    expect(await verification.passes(token, '127.0.0.1')).toBe(false)
  })
})

describe('turnstile', () => {
  const config = { kind: 'turnstile', siteKey: 'site', secretKey: 'hush' } as const
  const answering = (body: unknown, asked: unknown[] = []) =>
    createVerification({
      config,
      key,
      clock: { now: () => new Date() },
      counters: createMemoryCounters(),
      fetch: async (url, init) => {
        asked.push([url, JSON.parse(String(init?.body))])
        return new Response(JSON.stringify(body))
      },
    })

  it('asks its service, and takes a token once', async () => {
    const asked: unknown[] = []
    const verification = answering({ success: true }, asked)
    expect(await verification.passes('token', '10.0.0.1')).toBe(true)
    expect(asked).toEqual([
      [
        'https://challenges.cloudflare.com/turnstile/v0/siteverify',
        { secret: 'hush', response: 'token', remoteip: '10.0.0.1' },
      ],
    ])
    expect(await verification.passes('token', '10.0.0.1')).toBe(false)
    expect(await verification.challenge()).toBeNull()
  })

  it('refuses the call if the service refuses or does not answer', async () => {
    expect(await answering({ success: false }).passes('token', '')).toBe(false)
    expect(await answering('what').passes('token', '')).toBe(false)
    const away = createVerification({
      config,
      key,
      clock: { now: () => new Date() },
      counters: createMemoryCounters(),
      fetch: async () => Promise.reject(new Error('away')),
    })
    expect(await away.passes('token', '')).toBe(false)
    expect(await answering({ success: true }).passes(undefined, '')).toBe(false)
  })
})

describe('the sign-in with a human verification', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ humanVerification: { kind: 'altcha' } })
    await setUp(api)
  })
  afterAll(() => api.close())
  let token: string
  beforeEach(async () => {
    const { body } = await api.call('GET', '/human-verification')
    const solution = await solveChallenge(body.challenge, body.salt, body.algorithm, body.maxnumber).promise
    token = Buffer.from(JSON.stringify({ ...body, number: solution?.number })).toString('base64')
  })
  const login = (verification?: string) =>
    api.call('POST', '/auth/login', { ...ADMIN, ...(verification === undefined ? {} : { verification }) })

  it('rule 6: lets a solved challenge through, once', async () => {
    expect((await login(token)).status).toBe(200)
    expect((await login(token)).body).toEqual({ error: 'ERR_HUMAN_VERIFICATION' })
    // The same solution in another encoding is still the same.
    const again = Buffer.from(`${Buffer.from(token, 'base64').toString()} `).toString('base64')
    expect((await login(again)).body).toEqual({ error: 'ERR_HUMAN_VERIFICATION' })
  })

  it('rule 6: refuses nothing, nonsense and unsolved challenges', async () => {
    const unsolved = { ...JSON.parse(Buffer.from(token, 'base64').toString()), number: -1 }
    const wrong = [undefined, '', 'x', Buffer.from(JSON.stringify(unsolved)).toString('base64')]
    for (const attempt of wrong) {
      const answer = await login(attempt)
      expect([answer.status, answer.body.error]).toEqual([400, 'ERR_HUMAN_VERIFICATION'])
    }
  })
})
