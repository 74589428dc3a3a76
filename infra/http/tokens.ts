import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import { createBoundedCache } from '../bounded-cache.js'

const ISSUER = 'guiche'
const AUDIENCE = 'guiche-app'
/** Lifetime of an access token in seconds. */
export const ACCESS_TOKEN_SECONDS = 15 * 60
/**
 * Maximum of verified tokens in a cache: a verified signature stays valid, only the expiry must be checked
 * again.
 */
const MAX_CACHED_TOKENS = 20_000

export interface TokenClaims {
  readonly userId: number
  readonly companyId: number
  readonly sessionId: string
  /** the session is a visit: after its end the client returns to its own session */
  readonly isVisit?: true
}

interface GenuineToken {
  readonly claims: TokenClaims
  /** seconds since the epoch */
  readonly expires: number
}

/** Signs and checks access tokens: JWT, HS256 alone, issuer and audience fixed. */
export const createTokens = (key: Buffer) => {
  const genuine = createBoundedCache<string, GenuineToken>(MAX_CACHED_TOKENS)

  const check = async (token: string, now: Date): Promise<GenuineToken | null> => {
    const { jwtVerify } = await import('jose')
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        issuer: ISSUER,
        audience: AUDIENCE,
        currentDate: now,
        // a token signed with a stolen key expires soon, too
        maxTokenAge: ACCESS_TOKEN_SECONDS,
      })
      const { id, companyId, sid, visit, exp, iat } = payload
      if (typeof id !== 'number' || typeof companyId !== 'number') return null
      if (typeof sid !== 'string' || typeof exp !== 'number' || typeof iat !== 'number') return null
      return {
        claims: { userId: id, companyId, sessionId: sid, ...(visit === true && { isVisit: true as const }) },
        expires: Math.min(exp, iat + ACCESS_TOKEN_SECONDS),
      }
    } catch {
      return null
    }
  }

  return {
    /** A token of 15 minutes; `profile` and `username` are for clients to show, never trusted. */
    sign: async (
      caller: Pick<Caller, 'userId' | 'companyId' | 'profile' | 'sessionId'> & {
        readonly name: string
        readonly isVisit?: boolean
      },
      now: Date,
    ): Promise<string> => {
      const { SignJWT } = await import('jose')
      const seconds = Math.floor(now.getTime() / 1000)
      return new SignJWT({
        id: caller.userId,
        companyId: caller.companyId,
        profile: caller.profile,
        username: caller.name,
        sid: caller.sessionId,
        ...(caller.isVisit && { visit: true }),
      })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + ACCESS_TOKEN_SECONDS)
        .sign(key)
    },
    verify: async (token: string, now: Date): Promise<Result<TokenClaims, 'invalid'>> => {
      const known = genuine.get(token)
      const found = known ?? (await check(token, now))
      if (found === null) return err('invalid')
      if (found.expires <= Math.floor(now.getTime() / 1000)) {
        genuine.delete(token)
        return err('invalid')
      }
      if (known === undefined) genuine.set(token, found)
      return ok(found.claims)
    },
  }
}

export type Tokens = ReturnType<typeof createTokens>
