import type { Caller } from '@guiche/contracts/permissions.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { jwtVerify, SignJWT } from 'jose'

const ISSUER = 'guiche'
const AUDIENCE = 'guiche-app'
/** Life of an access token in seconds. */
export const ACCESS_TOKEN_SECONDS = 15 * 60

export interface TokenClaims {
  readonly userId: number
  readonly companyId: number
  readonly sessionId: string
}

/** Signs and checks access tokens: JWT, HS256 alone, issuer and audience fixed. */
export const createTokens = (key: Buffer) => ({
  /** A token of 15 minutes; `profile` and `username` are for clients to show, never trusted. */
  sign: async (caller: Caller & { name: string }, now: Date): Promise<string> => {
    const seconds = Math.floor(now.getTime() / 1000)
    return new SignJWT({
      id: caller.userId,
      companyId: caller.companyId,
      profile: caller.profile,
      username: caller.name,
      sid: caller.sessionId,
    })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + ACCESS_TOKEN_SECONDS)
      .sign(key)
  },
  verify: async (token: string, now: Date): Promise<Result<TokenClaims, 'invalid'>> => {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        issuer: ISSUER,
        audience: AUDIENCE,
        currentDate: now,
      })
      const { id, companyId, sid } = payload
      if (typeof id !== 'number' || typeof companyId !== 'number' || typeof sid !== 'string')
        return err('invalid')
      return ok({ userId: id, companyId, sessionId: sid })
    } catch {
      return err('invalid')
    }
  },
})

export type Tokens = ReturnType<typeof createTokens>
