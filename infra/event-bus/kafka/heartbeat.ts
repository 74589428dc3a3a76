export const HEARTBEAT_MS = 1000

/** Keeps a member in its group during a long batch. */
export interface Heartbeat {
  /** Passes a promise through; heartbeats are sent until it settles. */
  during<R>(work: Promise<R>): Promise<R>
  /** the group has removed this member */
  isLost(): boolean
  throwIfLost(): void
}

/** `beat`: tells the group once. */
export const createHeartbeat = (beat: () => Promise<void>): Heartbeat => {
  let lost: unknown
  return {
    during: async (work) => {
      const timer = setInterval(() => {
        beat().catch((error: unknown) => {
          lost = error
        })
      }, HEARTBEAT_MS)
      try {
        return await work
      } finally {
        clearInterval(timer)
      }
    },
    isLost: () => lost !== undefined,
    throwIfLost: () => {
      if (lost !== undefined) throw lost
    },
  }
}
