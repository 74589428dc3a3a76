import { createHash } from 'node:crypto'
import type { Counters } from '@guiche/infra/counters/counters.js'
import { networkOf } from '@guiche/infra/http/network.js'
import type { Refusal } from '@guiche/infra/http/route.js'
import { tooMany } from '@guiche/infra/http/too-many.js'

/** Limits on requests of strangers, and on mails that they cause. */
export interface Flood {
  /** Counts a request. Gives the refusal above a limit, whether or not the person exists; else null. */
  refuses(of: {
    readonly address: string
    readonly email: string
    /** the company that requests a mail */
    readonly companyId?: number
  }): Promise<Refusal | null>
}

export interface FloodLimits {
  readonly windowMs: number
  /** requests in this time from one address, for whichever e-mails */
  readonly perAddress: number
  /** limit for one e-mail, from all addresses */
  readonly perEmail: number
  /** limit for one company in a day, if the requesting company is known */
  readonly perCompany?: number
}

const DAY_MS = 86_400_000

/**
 * Counts requests of a kind by address, company and e-mail, in all instances together. Counters are named by hashes.
 */
export const createFlood = (counters: Counters, kind: string, limits: FloodLimits): Flood => {
  const { windowMs, perAddress, perEmail, perCompany } = limits
  const isWithin = async (of: string, name: string, limit: number, ms = windowMs): Promise<boolean> => {
    const key = `${kind}/${of}/${createHash('sha256').update(name).digest('base64url')}`
    return (await counters.add(key, 1, ms)) <= limit
  }
  return {
    // a request refused by address or company does not count for the e-mail: nobody can use up another person's limit
    refuses: async ({ address, email, companyId }) => {
      if (!(await isWithin('address', networkOf(address), perAddress))) return tooMany(windowMs)
      if (companyId !== undefined && perCompany !== undefined) {
        if (!(await isWithin('company', String(companyId), perCompany, DAY_MS))) return tooMany(DAY_MS)
      }
      return (await isWithin('email', email, perEmail)) ? null : tooMany(windowMs)
    },
  }
}
