import { createHash } from 'node:crypto'
import type { Counters } from '@guiche/infra/counters/counters.js'
import { networkOf } from '@guiche/infra/http/network.js'
import type { Refusal } from '@guiche/infra/http/route.js'
import { tooMany } from '@guiche/infra/http/too-many.js'

/** Limits on what strangers may ask for, or have sent to somebody. */
export interface Flood {
  /** Counts a request; false when there were too many, whether there is such a person or not. */
  allows(of: { readonly address: string; readonly email: string }): Promise<boolean>
  /** what is answered then */
  readonly refusal: Refusal
}

export interface FloodLimits {
  readonly windowMs: number
  /** requests in this time from one address, for whichever e-mails */
  readonly perAddress: number
  /** for one e-mail, from whichever addresses */
  readonly perEmail: number
}

/** Counts requests of a kind by address and by e-mail, in all instances together. What is counted names nobody. */
export const createFlood = (counters: Counters, kind: string, limits: FloodLimits): Flood => {
  const { windowMs, perAddress, perEmail } = limits
  const isWithin = async (of: string, name: string, limit: number): Promise<boolean> => {
    const key = `${kind}/${of}/${createHash('sha256').update(name).digest('base64url')}`
    return (await counters.add(key, 1, windowMs)) <= limit
  }
  return {
    refusal: tooMany(windowMs),
    // one that its address refuses does not count for the e-mail: nobody uses up what is meant for another
    allows: async ({ address, email }) =>
      (await isWithin('address', networkOf(address), perAddress)) && isWithin('email', email, perEmail),
  }
}
