import { createHash } from 'node:crypto'
import type { Counters } from '@guiche/infra/counters/counters.js'
import { networkOf } from '@guiche/infra/http/network.js'
import type { Refusal } from '@guiche/infra/http/route.js'
import { tooMany } from '@guiche/infra/http/too-many.js'

/** Time in which failed sign-ins count, in ms. */
const WINDOW_MS = 15 * 60_000
/** Failed attempts that are allowed in this time. */
const LIMITS = {
  /** limit for one browser where the account has signed in before */
  device: 10,
  /** limit for one account from one address */
  account: 10,
  /** limit for one address, over all accounts */
  address: 20,
  /** limit for one account, over all addresses */
  everywhere: 100,
} as const

export interface Attempt {
  /** null where no account is named: then the address alone counts */
  readonly account: string | null
  readonly address: string
  /** Cookie of a browser where this account has signed in before. Such an attempt counts only for this browser. */
  readonly device?: string | null
}

export interface Attempts {
  /** Counts an attempt; false when there were too many. Known and unknown accounts count alike. */
  begin(attempt: Attempt): Promise<boolean>
  /** Takes a successful attempt back from the counts. */
  succeeded(attempt: Attempt): Promise<void>
  /** the error for an attempt above the limit */
  readonly refusal: Refusal
}

type Count = keyof typeof LIMITS

/** Counters are named by hashes, so that their store reveals no e-mail and no address. */
const keyOf = (of: Count, name: string): string =>
  `sign-in/${of}/${createHash('sha256').update(name).digest('base64url')}`

/**
 * The counters of an attempt. `anew`: a success resets the counter. Without `anew`, a success only takes this
 * attempt back.
 */
const countsOf = ({ account, address, device }: Attempt): { of: Count; key: string; anew: boolean }[] => {
  const count = (of: Count, name: string, anew: boolean) => ({ of, key: keyOf(of, name), anew })
  if (device != null) return [count('device', device, true)]
  const network = networkOf(address)
  const ofAddress = count('address', network, false)
  if (account === null) return [ofAddress]
  return [ofAddress, count('account', `${network}\n${account}`, true), count('everywhere', account, false)]
}

/**
 * An attempt counts when it begins, so that a thousand parallel attempts are limited, too. All instances share the
 * counters. Each address and each known browser has its own count, so strangers do not lock the account's owner out.
 */
export const createAttempts = (
  counters: Counters,
  limits: Readonly<Record<Count, number>> = LIMITS,
): Attempts => ({
  refusal: tooMany(WINDOW_MS),
  begin: async (attempt) => {
    for (const { of, key } of countsOf(attempt))
      if ((await counters.add(key, 1, WINDOW_MS)) > limits[of]) return false
    return true
  },
  succeeded: async (attempt) => {
    await Promise.all(
      countsOf(attempt).map(({ key, anew }) =>
        anew ? counters.forget(key) : counters.add(key, -1, WINDOW_MS),
      ),
    )
  },
})
