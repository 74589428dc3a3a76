import { createHash } from 'node:crypto'
import type { Clock } from '@guiche/infra/clock.js'
import type { HumanVerification } from '@guiche/infra/config/config.js'
import type { Counters } from '@guiche/infra/counters/counters.js'
import type { Challenge } from 'altcha-lib/types'

/** Life of a challenge, in milliseconds. */
const LIFE_MS = 5 * 60 * 1000
/** Numbers to try at most: half a second of work for a phone. */
const MAX_GUESSES = 50_000
const TURNSTILE = 'https://challenges.cloudflare.com/turnstile/v0/siteverify'
const TURNSTILE_MS = 8000

export interface Verification {
  /** A fresh challenge for the altcha widget; null if there is none. */
  challenge(): Promise<Challenge | null>
  /** Whether the token proves a person. A token counts once. */
  passes(token: string | undefined, address: string): Promise<boolean>
}

/** `key`: 32 bytes of the purpose `verification`, the same wherever challenges are made and checked. */
export const createChallenges = (deps: {
  config: HumanVerification
  key: Buffer
  clock: Clock
}): Pick<Verification, 'challenge'> => ({
  challenge: async () => {
    if (deps.config.kind !== 'altcha') return null
    const { createChallenge } = await import('altcha-lib')
    const expires = new Date(deps.clock.now().getTime() + LIFE_MS)
    return createChallenge({ hmacKey: deps.key.toString('hex'), maxNumber: MAX_GUESSES, expires })
  },
})

/** `counters` remember used tokens. */
export const createVerification = (deps: {
  config: HumanVerification
  key: Buffer
  clock: Clock
  counters: Counters
  fetch?: typeof fetch
}): Verification => {
  const { config, counters } = deps
  const hmacKey = deps.key.toString('hex')

  const once = async (token: string): Promise<boolean> => {
    const digest = createHash('sha256').update(token).digest('base64url')
    return (await counters.add(`verified/${digest}`, 1, LIFE_MS)) === 1
  }
  /** The signature identifies the challenge, whatever else the token says. */
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
    ...createChallenges(deps),
    passes: async (token, address) => {
      if (config.kind === 'off') return true
      if (token === undefined || token === '') return false
      return config.kind === 'turnstile' ? turnstile(token, address, config.secretKey) : altcha(token)
    },
  }
}
