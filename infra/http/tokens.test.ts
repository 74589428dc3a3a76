import { describe, expect, it } from '@jest/globals'
import { SignJWT } from 'jose'
import { ACCESS_TOKEN_SECONDS, createTokens } from './tokens.js'

const KEY = Buffer.alloc(32, 7)
const NOW = new Date('2026-03-02T10:00:00.000Z')
const timeAfter = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000)
const caller = {
  userId: 5,
  companyId: 1,
  name: 'Ana',
  profile: 'user',
  super: false,
  allTicket: false,
  queueIds: [],
  sessionId: 'session',
} as const
const claims = { ok: true, value: { userId: 5, companyId: 1, sessionId: 'session' } }
const invalid = { ok: false, error: 'invalid' }

describe('access tokens', () => {
  it('identify the user at each use', async () => {
    const tokens = createTokens(KEY)
    const token = await tokens.sign(caller, NOW)
    expect(await tokens.verify(token, NOW)).toEqual(claims)
    expect(await tokens.verify(token, timeAfter(60))).toEqual(claims)
  })

  it('expire, also after an earlier successful check', async () => {
    const tokens = createTokens(KEY)
    const token = await tokens.sign(caller, NOW)
    expect(await tokens.verify(token, timeAfter(ACCESS_TOKEN_SECONDS - 1))).toEqual(claims)
    expect(await tokens.verify(token, timeAfter(ACCESS_TOKEN_SECONDS))).toEqual(invalid)
    expect(await tokens.verify(token, timeAfter(ACCESS_TOKEN_SECONDS))).toEqual(invalid)
    expect(await createTokens(KEY).verify(token, timeAfter(ACCESS_TOKEN_SECONDS))).toEqual(invalid)
  })

  it('expire after the allowed time, although they claim a longer one', async () => {
    const seconds = NOW.getTime() / 1000
    const forged = await new SignJWT({ id: 5, companyId: 1, sid: 'session' })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('guiche')
      .setAudience('guiche-app')
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 365 * 86_400)
      .sign(KEY)
    const tokens = createTokens(KEY)
    expect(await tokens.verify(forged, timeAfter(60))).toEqual(claims)
    expect(await tokens.verify(forged, timeAfter(ACCESS_TOKEN_SECONDS + 1))).toEqual(invalid)
    expect(await createTokens(KEY).verify(forged, timeAfter(ACCESS_TOKEN_SECONDS + 1))).toEqual(invalid)
  })

  it('are refused with another key, signature or content, also after a valid one', async () => {
    const tokens = createTokens(KEY)
    const token = await tokens.sign(caller, NOW)
    expect(await tokens.verify(token, NOW)).toEqual(claims)
    const [head, body, signature = ''] = token.split('.')
    const forged = Buffer.from(JSON.stringify({ id: 1, companyId: 1, sid: 'session' })).toString('base64url')
    const wrong = `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`
    expect(await tokens.verify(`${head}.${body}.${wrong}`, NOW)).toEqual(invalid)
    expect(await tokens.verify(`${head}.${forged}.${signature}`, NOW)).toEqual(invalid)
    expect(await createTokens(Buffer.alloc(32, 8)).verify(token, NOW)).toEqual(invalid)
  })

  it('are refused without an expiry time', async () => {
    const endless = await new SignJWT({ id: 5, companyId: 1, sid: 'session' })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('guiche')
      .setAudience('guiche-app')
      .sign(KEY)
    expect(await createTokens(KEY).verify(endless, NOW)).toEqual(invalid)
  })
})
