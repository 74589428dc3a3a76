import { createHash } from 'node:crypto'
import { createMemoryCounters } from '@guiche/infra/counters/memory.js'
import { describe, expect, it } from '@jest/globals'
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
    // the library's own way takes a turn of the event loop for each number, which is slow on a busy machine
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

  it('refuses what its service refuses or cannot be asked', async () => {
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
