import { createHash } from 'node:crypto'
import type { Counters } from '@guiche/infra/counters/counters.js'
import { networkOf } from '@guiche/infra/http/network.js'
import type { Refusal } from '@guiche/infra/http/route.js'
import { tooMany } from '@guiche/infra/http/too-many.js'

/** How long failed sign-ins count, in milliseconds. */
const WINDOW_MS = 15 * 60_000
/** Failed attempts that are allowed in this time. */
const LIMITS = {
  /** of one browser where the account has signed in before */
  device: 10,
  /** of one account from one address */
  account: 10,
  /** from one address, for whichever accounts */
  address: 20,
  /** of one account from all addresses */
  everywhere: 100,
} as const

export interface Attempt {
  /** null where no account is named: then the address alone counts */
  readonly account: string | null
  readonly address: string
  /** Identity of a browser where this account has signed in before. Then that browser alone counts. */
  readonly device?: string | null
}

export interface Attempts {
  /** Counts an attempt; false when there were too many. Known and unknown accounts count alike. */
  begin(attempt: Attempt): Promise<boolean>
  /** The attempt was right: it does not count. */
  succeeded(attempt: Attempt): Promise<void>
  /** what is answered when there were too many */
  readonly refusal: Refusal
}

type Count = keyof typeof LIMITS

/** What is counted tells nobody who tried. */
const keyOf = (of: Count, name: string): string =>
  `sign-in/${of}/${createHash('sha256').update(name).digest('base64url')}`

/** The counts that an attempt adds to, and whether a right one begins them anew or only takes itself back. */
const countsOf = ({ account, address, device }: Attempt): { of: Count; key: string; anew: boolean }[] => {
  const count = (of: Count, name: string, anew: boolean) => ({ of, key: keyOf(of, name), anew })
  if (device != null) return [count('device', device, true)]
  const network = networkOf(address)
  const ofAddress = count('address', network, false)
  if (account === null) return [ofAddress]
  return [ofAddress, count('account', `${network}\n${account}`, true), count('everywhere', account, false)]
}

/**
 * Counted when an attempt begins, so that a thousand at once are limited, too, and by all instances together. Strangers
 * elsewhere do not shut the owner of an account out: each address and each known browser has counts of its own.
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
