import { createHash } from 'node:crypto'
import type { Clock } from '@guiche/infra/clock.js'
import type { HumanVerification } from '@guiche/infra/config/config.js'
import type { Challenge } from 'altcha-lib/types'
import { LRUCache } from 'lru-cache'

/** Life of a challenge, in milliseconds. */
const LIFE_MS = 5 * 60 * 1000
/** Numbers to try at most: half a second of work for a phone. */
const WORK = 50_000
const TURNSTILE = 'https://challenges.cloudflare.com/turnstile/v0/siteverify'
const TURNSTILE_MS = 8000

export interface Verification {
  /** A fresh challenge for the altcha widget; null where there is none to give. */
  challenge(): Promise<Challenge | null>
  /** Whether a person is behind the token. A token counts once. */
  passes(token: string | undefined, address: string): Promise<boolean>
}

/** `key`: 32 bytes of the purpose `verification`. */
export const createVerification = (deps: {
  config: HumanVerification
  key: Buffer
  clock: Clock
  fetch?: typeof fetch
}): Verification => {
  const { config, clock } = deps
  const hmacKey = deps.key.toString('hex')
  let remembered: LRUCache<string, true> | null = null
  /** Made with the first token: room for so many takes its time. */
  const spent = (): LRUCache<string, true> => {
    remembered ??= new LRUCache<string, true>({ max: 100_000, ttl: LIFE_MS })
    return remembered
  }

  const once = (token: string): boolean => {
    const digest = createHash('sha256').update(token).digest('base64url')
    if (spent().has(digest)) return false
    spent().set(digest, true)
    return true
  }
  /** The signature names the challenge, whatever else the token says. */
  const signatureOf = (token: string): string | null => {
    try {
      const { signature } = JSON.parse(Buffer.from(token, 'base64').toString()) as { signature?: unknown }
      return typeof signature === 'string' ? signature : null
    } catch {
      return null
    }
  }
  const altcha = async (token: string): Promise<boolean> => {
    const signature = signatureOf(token)
    if (signature === null) return false
    const { verifySolution } = await import('altcha-lib')
    const solved = await verifySolution(token, hmacKey, true).catch(() => false)
    return solved && once(signature)
  }
  const turnstile = async (token: string, address: string, secret: string): Promise<boolean> => {
    try {
      const answer = await (deps.fetch ?? fetch)(TURNSTILE, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ secret, response: token, remoteip: address }),
        signal: AbortSignal.timeout(TURNSTILE_MS),
      })
      const body = (await answer.json()) as { success?: unknown }
      return body.success === true && once(token)
    } catch {
      return false
    }
  }

  return {
    challenge: async () => {
      if (config.kind !== 'altcha') return null
      const { createChallenge } = await import('altcha-lib')
      const expires = new Date(clock.now().getTime() + LIFE_MS)
      return createChallenge({ hmacKey, maxNumber: WORK, expires })
    },
    passes: async (token, address) => {
      if (config.kind === 'off') return true
      if (token === undefined || token === '') return false
      return config.kind === 'turnstile' ? turnstile(token, address, config.secretKey) : altcha(token)
    },
  }
}
