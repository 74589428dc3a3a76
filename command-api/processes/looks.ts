/** Looks at what waits in the vault, shared by all who want to know it. */
export interface Looks {
  /**
   * Resolves when it is known what waited there at most `everyMs` ago, or after the last `expire`. `first`: nothing is
   * known yet. Rejects while the vault is away.
   */
  look(first?: boolean): Promise<void>
  /** What is known may be too old: whoever asks from now on waits for a new look. */
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
