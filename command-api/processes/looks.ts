/** A poller of the vault, shared by all its callers. */
export interface Looks {
  /**
   * Resolves when the vault was read at most `everyMs` ago, and after the last `expire`. `first`: nothing was read yet.
   * Rejects while the vault is away.
   */
  look(first?: boolean): Promise<void>
  /** Marks the known backlog as stale: later callers of `look` wait for a new read. */
  expire(): void
}

/** Calls `learn` once at a time, `everyMs` milliseconds after the time before at the earliest. */
export const createLooks = (learn: (first: boolean) => Promise<void>, everyMs: number): Looks => {
  let last: Promise<void> = Promise.resolve()
  let next = 0
  const expire = (): void => {
    next = 0
  }
  return {
    look: (first = false) => {
      if (Date.now() < next) return last
      next = Date.now() + everyMs
      const again = () => learn(first)
      last = last.then(again, again)
      last.catch(expire)
      return last
    },
    expire,
  }
}
