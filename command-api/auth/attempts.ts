import { createHash } from 'node:crypto'
import type { Counters } from '@guiche/infra/counters/counters.js'
import { networkOf } from '@guiche/infra/http/network.js'
import type { Refusal } from '@guiche/infra/http/route.js'
import { tooMany } from '../too-many.js'

/** How long failed sign-ins count, in milliseconds. */
const WINDOW_MS = 15 * 60_000
/** Failed sign-ins of one account that are allowed in this time. */
const OF_ACCOUNT = 10
/** Those from one address. */
const OF_ADDRESS = 100

export interface Attempts {
  /**
   * Counts an attempt; false when there were too many. Known and unknown accounts count alike. Null where no account is
   * named: then the address alone counts.
   */
  begin(account: string | null, address: string): Promise<boolean>
  /** The attempt was right: it does not count. */
  succeeded(account: string | null, address: string): Promise<void>
  /** what is answered when there were too many */
  readonly refusal: Refusal
}

/** What is counted tells nobody who tried. */
const keyOf = (of: 'account' | 'address', name: string): string => {
  const counted = of === 'address' ? networkOf(name) : name
  return `sign-in/${of}/${createHash('sha256').update(counted).digest('base64url')}`
}

/** Counted when an attempt begins, so that a thousand at once are limited, too, and by all instances together. */
export const createAttempts = (
  counters: Counters,
  limits = { account: OF_ACCOUNT, address: OF_ADDRESS },
): Attempts => {
  const take = async (of: 'account' | 'address', name: string, limit: number): Promise<boolean> =>
    (await counters.add(keyOf(of, name), 1, WINDOW_MS)) <= limit
  return {
    refusal: tooMany(WINDOW_MS),
    begin: async (account, address) =>
      (await take('address', address, limits.address)) &&
      (account === null || take('account', account, limits.account)),
    succeeded: async (account, address) => {
      await Promise.all([
        account !== null && counters.forget(keyOf('account', account)),
        counters.add(keyOf('address', address), -1, WINDOW_MS),
      ])
    },
  }
}
