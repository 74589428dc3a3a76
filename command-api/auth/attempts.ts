import type { RateLimiterMemory } from 'rate-limiter-flexible'

/** Failed sign-ins within a quarter of an hour: of one account, and from one address. */
const OF_ACCOUNT = 10
const OF_ADDRESS = 100
const WINDOW_SECONDS = 15 * 60

export interface Attempts {
  /** Counts an attempt; false when there were too many. Known and unknown accounts count alike. */
  begin(account: string, address: string): Promise<boolean>
  /** The attempt was right: it does not count. */
  succeeded(account: string, address: string): Promise<void>
}

/** Counted when an attempt begins, so that a thousand at once are limited, too. Memory of the process. */
export const createAttempts = (limits = { account: OF_ACCOUNT, address: OF_ADDRESS }): Attempts => {
  let made: Promise<{ byAccount: RateLimiterMemory; byAddress: RateLimiterMemory }> | null = null
  const make = async () => {
    const { RateLimiterMemory } = await import('rate-limiter-flexible')
    return {
      byAccount: new RateLimiterMemory({ points: limits.account, duration: WINDOW_SECONDS }),
      byAddress: new RateLimiterMemory({ points: limits.address, duration: WINDOW_SECONDS }),
    }
  }
  /** Made with the first attempt: the package is not loaded for a start. */
  const limiters = () => {
    made ??= make()
    return made
  }
  const take = (limiter: RateLimiterMemory, key: string): Promise<boolean> =>
    limiter.consume(key).then(
      () => true,
      () => false,
    )
  return {
    begin: async (account, address) => {
      const { byAccount, byAddress } = await limiters()
      return (await take(byAddress, address)) && take(byAccount, account)
    },
    succeeded: async (account, address) => {
      const { byAccount, byAddress } = await limiters()
      await Promise.all([byAccount.delete(account), byAddress.reward(address)])
    },
  }
}
