/** Lets one holder at a time in, in the order of asking. */
export interface Turns {
  /** Resolves with a function that gives the turn back, or null when the signal aborts first. */
  take(name: string, signal: AbortSignal): Promise<(() => void) | null>
}

export const createTurns = (): Turns => {
  const last = new Map<string, Promise<void>>()
  return {
    take: async (name, signal) => {
      const before = last.get(name) ?? Promise.resolve()
      let giveBack = (): void => {}
      const held = new Promise<void>((resolve) => {
        giveBack = resolve
      })
      const mine = before.then(() => held)
      last.set(name, mine)
      const aborted = new Promise<'aborted'>((resolve) => {
        if (signal.aborted) resolve('aborted')
        signal.addEventListener('abort', () => resolve('aborted'), { once: true })
      })
      if ((await Promise.race([before, aborted])) === 'aborted') {
        giveBack()
        return null
      }
      return giveBack
    },
  }
}
